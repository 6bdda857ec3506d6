import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Partners } from "../../../../http/ports/partners.ts"
import { TrackedLinks } from "../../../../http/ports/tracked-links.ts"
import { send } from "../../../support/http-call.ts"
import { signIn } from "../../../support/console-session.ts"
import { useOwnService } from "../../../support/service.ts"

const service = useOwnService()

const partnerPages = [
  "/console",
  "/console/keys",
  "/console/usage",
  "/console/calls",
  "/console/links",
  "/console/sales",
  "/console/events",
  "/console/commission",
  "/console/widget",
  "/console/people",
]

const partnerForms = [
  "/console/keys/create",
  "/console/keys/change",
  "/console/keys/copy",
  "/console/keys/rotate",
  "/console/keys/revoke",
  "/console/keys/review",
  "/console/links/create",
  "/console/links/archive",
  "/console/events/create",
  "/console/events/rotate",
  "/console/events/remove",
  "/console/events/ping",
  "/console/events/example",
  "/console/events/pause",
  "/console/events/resume",
  "/console/events/resend",
  "/console/commission",
  "/console/widget/coach",
  "/console/people/invite",
  "/console/people/role",
  "/console/people/remove",
  "/console/people/withdraw",
  "/console/people/notices",
  "/console/statements/account",
]

const operatorForms = [
  "/console/operator/approve",
  "/console/operator/decline",
  "/console/operator/suspend",
  "/console/operator/payouts/draw",
  "/console/operator/payouts/approve",
  "/console/operator/payouts/dissolve",
  "/console/operator/payouts/export",
  "/console/operator/payouts/sent",
  "/console/operator/payouts/returned",
]

const commissionOf = (code: string) =>
  service().run(
    Effect.map(
      Effect.flatMap(Partners, (partners) => partners.get(code)),
      ({ commissionBps }) => commissionBps,
    ),
  )

describe("the console", () => {
  it("sends who is not signed in to the sign-in page, whatever is asked for", async () => {
    const { port } = service()
    for (const path of [...partnerPages, "/console/sales.csv", "/console/operator"]) {
      const { headers, status } = await send({ port, method: "GET", path })
      assert.strictEqual(status, 303, path)
      assert.match(headers["location"] ?? "", /^\/console\/sign-in/, path)
    }
    for (const path of [...partnerForms, ...operatorForms]) {
      const { headers } = await send({ port, method: "POST", path, body: "" })
      assert.match(headers["location"] ?? "", /^\/console\/sign-in/, path)
    }
  })

  it("is kept by no cache, shown in no frame, and answers unknown addresses by a page", async () => {
    const owner = await signIn(service(), { email: "o@pages.example", partnerCode: "pages" })
    for (const path of [...partnerPages, "/console/sales.csv", "/console/nowhere"]) {
      const { headers, status } = await owner.get(path)
      assert.strictEqual(headers["cache-control"], "no-store", path)
      assert.strictEqual(status, path.endsWith("nowhere") ? 404 : 200, path)
      if (path.endsWith(".csv")) continue
      assert.include(headers["content-security-policy"], "frame-ancestors 'none'", path)
    }
  })

  it("refuses forms without the token of the session, of another session, and from elsewhere", async () => {
    const code = "forged"
    const owner = await signIn(service(), { email: "o@forged.example", partnerCode: code })
    const other = await signIn(service(), { email: "o@other.example", partnerCode: "otherone" })
    const theirs = await other.fieldOf("/console/commission", "csrf")
    const before = await commissionOf(code)
    const rate = "20"
    const forged = [
      await owner.post("/console/commission", { rate, csrf: "" }),
      await owner.post("/console/commission", { rate, csrf: theirs }),
      await owner.post("/console/commission", { rate }, { origin: "https://evil.example" }),
      await owner.post("/console/commission", { rate }, { "sec-fetch-site": "cross-site" }),
    ]
    for (const { status } of forged) assert.strictEqual(status, 403)
    assert.strictEqual(await commissionOf(code), before)
    assert.strictEqual((await owner.post("/console/commission", { rate })).status, 303)
    assert.strictEqual(await commissionOf(code), 2000)
  })

  it("lets readers see everything, shows them no form, and refuses the forms that they make", async () => {
    const code = "reading"
    await signIn(service(), { email: "owner@reading.example", partnerCode: code })
    const reader = await signIn(service(), {
      email: "reader@reading.example",
      partnerCode: code,
      role: "reader",
    })
    for (const path of partnerPages) {
      const { status, text } = await reader.get(`${path}?lang=en`)
      assert.strictEqual(status, 200, path)
      const posts = [...text.matchAll(/method="post" action="([^"]*)"/g)].map(([, to]) => to ?? "")
      assert.isTrue(
        posts.every((to) => to.startsWith("/console/sign-out")),
        `${path}: ${posts.join()}`,
      )
    }
    for (const path of partnerForms) {
      const forged = { rate: "20", code: "READER27", email: "x@x.example", mode: "sandbox" }
      assert.strictEqual((await reader.post(path, forged)).status, 403, path)
    }
    assert.strictEqual(await commissionOf(code), 1000)
    assert.strictEqual((await reader.get("/console/sales.csv")).status, 200)
  })

  it("lets owners show facts alone, and advise again", async () => {
    const code = "informing"
    const owner = await signIn(service(), { email: "o@informing.example", partnerCode: code })
    const shown = () =>
      service().run(
        Effect.map(
          Effect.flatMap(Partners, (partners) => partners.get(code)),
          ({ factsOnly }) => factsOnly,
        ),
      )
    assert.isFalse(await shown())
    for (const [shows, isOn] of [
      ["facts", true],
      ["advice", false],
    ] as const) {
      const { headers, status } = await owner.post("/console/widget/coach", { shows })
      assert.strictEqual(status, 303)
      assert.include(headers["location"], `done=${shows}`)
      assert.strictEqual(await shown(), isOn)
      const { text } = await owner.get("/console/widget?lang=fr")
      assert.match(text, new RegExp(`name="shows" value="${shows}" checked`))
    }
  })

  it("has no pages of operators for others", async () => {
    const owner = await signIn(service(), { email: "o@nosy.example", partnerCode: "nosy" })
    const unknown = await owner.get("/console/nowhere?lang=en")
    const paths = ["", "/audit", "/partners/nosy", "/partners/usual"]
    for (const path of paths.map((rest) => `/console/operator${rest}?lang=en`)) {
      const { status, text } = await owner.get(path)
      assert.strictEqual(status, 404, path)
      assert.notInclude(text, "Approve", path)
    }
    assert.strictEqual(unknown.status, 404)
    for (const path of operatorForms) {
      const wish = { partner: "nosy", reads: "9", writes: "9", reason: "x" }
      assert.strictEqual((await owner.post(path, wish)).status, 404, path)
    }
    const partner = await service().run(Effect.flatMap(Partners, (all) => all.get("nosy")))
    assert.strictEqual(partner.status, "created")
  })

  it("sends an operator without an account to the pages of operators", async () => {
    const operator = await signIn(service(), { email: "op@alone.example", isOperator: true })
    const { headers, status } = await operator.get("/console")
    assert.strictEqual(status, 303)
    assert.match(headers["location"] ?? "", /^\/console\/operator\?/)
  })
})

describe("what owners change", () => {
  it("keeps links of other accounts out of reach, and codes unique", async () => {
    const owner = await signIn(service(), { email: "o@links.example", partnerCode: "linkers" })
    const create = async (code: string) =>
      owner.post("/console/links/create?lang=en", {
        code,
        form: await owner.fieldOf("/console/links", "form"),
      })
    assert.include((await create("SUMMER27")).headers["location"], "done=linked")
    const taken = await create("SUMMER27")
    assert.strictEqual(taken.status, 422)
    assert.include(taken.text, "This code is taken")
    const hostile = await create(`"><script>`)
    assert.strictEqual(hostile.status, 422)
    assert.notInclude(hostile.text, `"><script>`)

    const links = await service().run(Effect.flatMap(TrackedLinks, (all) => all.list("usual")))
    const code = links[0]?.code ?? ""
    const theirs = await owner.post("/console/links/archive?lang=en", { code })
    const none = await owner.post("/console/links/archive?lang=en", { code: "NOBODY27" })
    assert.deepStrictEqual([theirs.status, none.status], [422, 422])
    assert.notInclude(theirs.text, code)
    const after = await service().run(Effect.flatMap(TrackedLinks, (all) => all.list("usual")))
    assert.isFalse(after[0]?.archived)
  })

  it.each(["9.99", "50.01", "-1", "1e1", "x", ""])(
    "refuses a commission of %s percent",
    async (rate) => {
      const code = `rate${crypto.randomUUID().slice(0, 8)}`
      const owner = await signIn(service(), { email: `o@${code}.example`, partnerCode: code })
      const answer = await owner.post("/console/commission?lang=en", { rate })
      assert.strictEqual(answer.status, 422)
      assert.strictEqual(await commissionOf(code), 1000)
    },
  )

  it.each([
    ["10", 1000],
    ["50", 5000],
    ["12,5 %", 1250],
  ])("sets a commission of %s percent", async (rate, bps) => {
    const code = `rate${crypto.randomUUID().slice(0, 8)}`
    const owner = await signIn(service(), { email: `o@${code}.example`, partnerCode: code })
    assert.strictEqual((await owner.post("/console/commission", { rate })).status, 303)
    assert.strictEqual(await commissionOf(code), bps)
  })

  it("shows what a rate means without a script, by the rules", async () => {
    const owner = await signIn(service(), { email: "o@show.example", partnerCode: "show" })
    const base = (await owner.get("/console/commission?lang=en")).text
    const raised = (await owner.get("/console/commission?lang=en&rate=20")).text
    const headline = (text: string) => /id="headline"[^>]*>([^<]*)</.exec(text)?.[1] ?? ""
    const earned = (text: string) => Number(/pays you €([\d.]+)/.exec(headline(text))?.[1])
    const paid = (text: string) => Number(/a sale of €([\d.]+)/.exec(headline(text))?.[1])
    // Of one premium, 20 percent are twice 10; the price grows by the uplift alone.
    assert.approximately(earned(raised), 2 * earned(base), 0.02)
    assert.approximately(paid(raised) / paid(base), 1.2 / 1.1, 0.001)
    assert.include(raised, "Set 20 % from now on".replace(" %", "\u00A0%"))
  })

  it("invites people, and keeps an account its last owner", async () => {
    const code = "team"
    const owner = await signIn(service(), { email: "owner@team.example", partnerCode: code })
    const email = "new@team.example"
    const invited = await owner.post("/console/people/invite", { email, role: "reader" })
    assert.include(invited.headers["location"], "done=invited")
    assert.include((await owner.get("/console/people?lang=en")).text, email)
    const bad = await owner.post("/console/people/invite", { email: `"><script>` })
    assert.strictEqual(bad.status, 422)
    assert.notInclude(bad.text, `"><script>`)
    const withdrawn = await owner.post("/console/people/withdraw", { email })
    assert.include(withdrawn.headers["location"], "done=withdrawn")
    const person = await owner.fieldOf("/console/people", "person")
    const alone = await owner.post("/console/people/remove?lang=en", { person })
    assert.strictEqual(alone.status, 422)
    assert.include(alone.text, "at least one owner")
  })
})
