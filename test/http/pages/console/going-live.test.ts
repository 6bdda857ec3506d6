import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../../../http/ports/keys.ts"
import { type ConsoleSession, signIn } from "../../../support/console-session.ts"
import { useOwnService } from "../../../support/service.ts"

const service = useOwnService()

const keysOf = (partnerCode: string) =>
  service().run(Effect.flatMap(Keys, (keys) => keys.list(partnerCode)))

const secretPattern = /id="new-secret">(vsk_(?:test|live)_[0-9a-f]{72})</

const make = async (session: ConsoleSession, mode: "sandbox" | "live") =>
  session.post(`/console/keys/create?mode=${mode}&lang=en`, {
    mode,
    // A page that shows no form still has to refuse one.
    form: (await session.fieldOf("/console/keys", "form")) || crypto.randomUUID(),
  })

const called = (partnerCode: string) =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update quota set prices = 10, links = 1 where key_id in (
        select key_id from api_key join partner on partner.id = partner_id
        where code = ${partnerCode})`,
    ),
  )

const audited = (subject: string) =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly action: string; readonly actor: string }>`
        select action, actor from audit where subject = ${subject} order by id`,
    ),
  )

describe("the road of a partner", () => {
  it("leads from a sandbox key over a review to a live key, whose secrets are shown once", async () => {
    const owner = await signIn(service(), { email: "owner@road.example", partnerCode: "road" })
    const operator = await signIn(service(), { email: "op@viatica.example", isOperator: true })

    const created = await make(owner, "sandbox")
    assert.strictEqual(created.status, 303)
    const { location = "" } = created.headers
    const shown = await owner.get(location)
    assert.match(shown.text, secretPattern)
    assert.notMatch((await owner.get(location)).text, secretPattern)

    // A live key is refused before its time, and nothing is made.
    const early = await make(owner, "live")
    assert.strictEqual(early.status, 422)
    assert.lengthOf(await keysOf("road"), 1)

    await called("road")
    const declared = { calls: "45 000", sales: "1,200", purpose: "<b>our page</b>" }
    const asked = await owner.post("/console/keys/review?lang=en", declared)
    assert.strictEqual(asked.status, 303)
    const queue = (await operator.get("/console/operator?lang=en")).text
    assert.include(queue, "1 partner waits for review")
    assert.include(queue, "45,000 calls and 1,200 sales a month")
    assert.notInclude(queue, "<b>our page")

    const limits = { partner: "road", reads: "6,000", writes: "700" }
    const approved = await operator.post("/console/operator/approve?lang=en", limits)
    assert.strictEqual(approved.status, 303)
    assert.include((await operator.get("/console/operator?lang=en")).text, "No partner waits")

    const live = await make(owner, "live")
    const page = await owner.get(live.headers["location"] ?? "")
    assert.match(page.text, /id="new-secret">vsk_live_/)
    assert.match(
      page.text,
      /export VIATICA_URL=http\S+\nexport VIATICA_KEY=ak_live_\w+\nexport VIATICA_SECRET=vsk_live_/,
    )
    const [, key] = await keysOf("road")
    await signIn(service(), { email: "member@road.example", partnerCode: "road" })
    const [member] = await service().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ readonly id: string }>`
          select id from person where email = 'member@road.example'`,
      ),
    )
    const role = { person: member?.id ?? "", role: "reader" }
    assert.strictEqual((await owner.post("/console/people/role?lang=en", role)).status, 303)
    assert.deepInclude(key, { mode: "live", quota: { reads: 6000, writes: 700, burst: 60 } })

    // The ref stays on the page once the lines to export are gone.
    assert.match((await owner.get("/console/keys?lang=en")).text, /id="usual-ref">road-\w+</)

    const ofAccount = (await operator.get("/console/operator/partners/road?lang=en")).text
    assert.match(ofAccount, /person\.role[^]*?"request">\s*member@road\.example/)
    assert.notInclude(ofAccount, ">per_")
    assert.match(ofAccount, /partner\.approve[^]*?from[^]*?status[^]*?created[^]*?6000/)

    const actions = (await audited("road")).map(({ action }) => action)
    assert.includeMembers(actions, ["partner.review", "partner.approve"])
    const made = await audited(key?.keyId ?? "")
    assert.strictEqual(made[0]?.action, "key.create")
    assert.match(made[0]?.actor ?? "", /^person: /)
  })

  it("shows a declined request with its reason, and takes another one", async () => {
    const owner = await signIn(service(), { email: "o@declined.example", partnerCode: "declined" })
    const operator = await signIn(service(), { email: "op2@viatica.example", isOperator: true })
    await make(owner, "sandbox")
    await called("declined")
    const declared = { calls: "1", sales: "0", purpose: "A page" }
    await owner.post("/console/keys/review?lang=en", declared)
    const empty = await operator.post("/console/operator/decline", { partner: "declined" })
    assert.strictEqual(empty.status, 422)
    const reason = "Say <script>where</script>"
    const declined = await operator.post("/console/operator/decline", {
      partner: "declined",
      reason,
    })
    // No mail is set up here, so the owners are told nothing, and the operator is told that.
    const told = await operator.get(declined.headers["location"] ?? "")
    assert.include(told.text, "No email could be sent to its owners: tell them why yourself.")
    const page = (await owner.get("/console/keys?lang=en")).text
    assert.include(page, "Say &lt;script>where")
    assert.notInclude(page, "<script>where")
    assert.strictEqual((await owner.post("/console/keys/review", declared)).status, 303)
  })

  it.each([
    ["no whole number", { calls: "1.5", sales: "1", purpose: "x" }],
    ["a negative number", { calls: "-1", sales: "1", purpose: "x" }],
    ["no sentence", { calls: "1", sales: "1", purpose: " " }],
    ["too long a sentence", { calls: "1", sales: "1", purpose: "x".repeat(501) }],
  ])("asks again for a declaration with %s, and keeps what was typed", async (_, declared) => {
    const code = `typed${crypto.randomUUID().slice(0, 8)}`
    const owner = await signIn(service(), { email: `o@${code}.example`, partnerCode: code })
    await make(owner, "sandbox")
    await called(code)
    const answer = await owner.post("/console/keys/review?lang=en", declared)
    assert.strictEqual(answer.status, 422)
    assert.include(answer.text, `value="${declared.calls}"`)
  })
})

describe("a key", () => {
  it("is made once by a form that is sent twice", async () => {
    const owner = await signIn(service(), { email: "o@twice.example", partnerCode: "twice" })
    const form = await owner.fieldOf("/console/keys", "form")
    const send = () => owner.post("/console/keys/create", { mode: "sandbox", form })
    const answers = await Promise.all([send(), send(), send()])
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [303, 303, 303],
    )
    assert.lengthOf(await keysOf("twice"), 1)
    const dones = answers.map(({ headers }) => /done=(\w+)/.exec(headers["location"] ?? "")?.[1])
    assert.sameMembers(dones, ["created", "already", "already"])
  })

  it("of another account is as if it did not exist", async () => {
    const owner = await signIn(service(), { email: "o@mine.example", partnerCode: "mine" })
    const other = await service().createKey({ partnerCode: "theirs" })
    const unknown = `ak_test_${"0".repeat(32)}`
    for (const act of ["rotate", "revoke"]) {
      const form = await owner.fieldOf("/console/keys", "form")
      const theirs = await owner.post(`/console/keys/${act}?lang=en`, { key: other.keyId, form })
      const none = await owner.post(`/console/keys/${act}?lang=en`, { key: unknown, form })
      assert.deepStrictEqual([theirs.status, none.status], [422, 422])
      assert.include(theirs.text, "no such key in your account")
      assert.notInclude(theirs.text, other.keyId)
    }
    const [key] = await keysOf("theirs")
    assert.deepInclude(key, { revokedAt: null, previousValidUntil: null })
  })

  it("of live mode ends only where its whole id is typed", async () => {
    const code = "typing"
    const owner = await signIn(service(), { email: "o@typing.example", partnerCode: code })
    const { keyId: key } = await service().createKey({ partnerCode: code, mode: "live" })
    const wrong = await owner.post("/console/keys/revoke?lang=en", { key, typed: key.slice(0, -1) })
    assert.strictEqual(wrong.status, 422)
    const done = await owner.post("/console/keys/revoke?lang=en", { key, typed: key })
    assert.include(done.headers["location"], "done=revoked")
    const revoked = (await keysOf(code)).find(({ keyId }) => keyId === key)
    assert.isNotNull(revoked?.revokedAt)
  })

  it("of a suspended account is not made, and the pages say so", async () => {
    const owner = await signIn(service(), { email: "o@held.example", partnerCode: "held" })
    const operator = await signIn(service(), { email: "op3@viatica.example", isOperator: true })
    const suspend = (reason: string) =>
      operator.post("/console/operator/suspend", { partner: "held", reason })
    assert.strictEqual((await suspend(" ")).status, 422)
    assert.strictEqual((await suspend("Sales that nobody made")).status, 303)
    assert.strictEqual((await make(owner, "sandbox")).status, 422)
    assert.include((await owner.get("/console?lang=en")).text, "This account is suspended")
    assert.include((await owner.get("/console/keys?lang=en")).text, "Sales that nobody made")
    assert.lengthOf(await keysOf("held"), 0)
  })
})
