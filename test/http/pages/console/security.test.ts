import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Operators } from "../../../../http/ports/operators.ts"
import { layerTestMail, openBrowser } from "../../../support/console-browser.ts"
import { codeAt, signIn } from "../../../support/console-session.ts"
import { useOwnService } from "../../../support/service.ts"

const service = useOwnService({}, layerTestMail)

/** The secret of codes that a page shows. */
const secretIn = (text: string): string =>
  (/class="secret-text">([A-Z2-7 ]+)</u.exec(text)?.[1] ?? "").replaceAll(" ", "")

const recoveryIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<code>((?:[A-Z2-7]{4}-){3}[A-Z2-7]{4})<\/code>/gu)].map(
    ([, code]) => code ?? "",
  )

/** Lets what a person did be as old as some hours. */
const age = (email: string, hours: number) =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (
        sql,
      ) => sql`update console_session set proved_at = proved_at - make_interval(hours => ${hours}),
          factor_at = factor_at - make_interval(hours => ${hours}),
          created_at = created_at - make_interval(hours => ${hours})
        where person_id = (select id from person where email = ${email})`,
    ),
  )

describe("the second factor of a person", () => {
  it("is set up on the page of security, and asked after the next link before anything else", async () => {
    const email = "o@guarded.example"
    await signIn(service(), { email, partnerCode: "guarded" })
    const first = openBrowser(service().port)
    await first.signIn(email)
    const csrf = await first.csrf("/console/security")
    await first.post("/console/security/code", { csrf })
    const secret = secretIn((await first.get("/console/security?lang=en")).text)
    assert.lengthOf(secret, 32)
    const wrong = await first.post("/console/security/confirm?lang=en", { csrf, code: "000" })
    assert.strictEqual(wrong.status, 422)
    assert.include(wrong.text, "This code does not hold")
    const confirmed = await first.post("/console/security/confirm?lang=en", {
      csrf,
      code: codeAt(secret, Date.now()),
    })
    assert.strictEqual(confirmed.status, 200)
    const codes = recoveryIn(confirmed.text)
    assert.lengthOf(codes, 10)
    assert.isEmpty(recoveryIn((await first.get("/console/security?lang=en")).text))
    assert.strictEqual(secretIn((await first.get("/console/security?lang=en")).text), "")

    const browser = openBrowser(service().port)
    await browser.signIn(email)
    for (const path of [
      "/console/keys?mode=live",
      "/console",
      "/console/security",
      "/console/sales.csv",
    ]) {
      const { headers, status } = await browser.get(path)
      assert.strictEqual(status, 303, path)
      assert.match(headers["location"] ?? "", /^\/console\/second-factor/u, path)
    }
    const page = await browser.get("/console/second-factor?next=%2Fconsole%2Fsales&lang=fr")
    assert.include(page.text, "Encore une étape")
    const token = await browser.csrf("/console/second-factor")
    const forged = await browser.post("/console/keys/create", { csrf: token, mode: "sandbox" })
    assert.match(forged.headers["location"] ?? "", /second-factor/u)
    const send = (code: string) =>
      browser.post("/console/second-factor?lang=en", { csrf: token, code, next: "/console/sales" })
    const refused = await send("123")
    assert.strictEqual(refused.status, 422)
    assert.include(refused.text, "This code does not hold")
    const passed = await send(codes[0] ?? "")
    assert.strictEqual(passed.headers["location"], "/console/sales?lang=en")
    assert.strictEqual((await browser.get("/console/keys")).status, 200)
    assert.strictEqual((await send(codes[0] ?? "")).status, 422)
  })

  it("is asked again before a grave change, some hours later, and not before others", async () => {
    const email = "o@stale.example"
    const owner = await signIn(service(), { email, partnerCode: "stale" })
    const create = () =>
      owner.post("/console/keys/create?lang=en", { mode: "sandbox", form: crypto.randomUUID() })
    assert.strictEqual((await create()).status, 303)
    await age(email, 3)
    for (const path of [
      "/console/keys/create",
      "/console/people/invite",
      "/console/security/code",
      "/console/statements/account",
    ]) {
      const { status, text } = await owner.post(`${path}?lang=en`, {})
      assert.strictEqual(status, 403, path)
      assert.include(text, "Confirm that it is you", path)
      assert.include(text, "/console/second-factor?", path)
    }
    assert.strictEqual((await owner.post("/console/commission", { rate: "20" })).status, 303)
    const again = await owner.get("/console/second-factor?lang=en&next=%2Fconsole%2Fkeys")
    assert.include(again.text, "/console/sign-in?next=%2Fconsole%2Fkeys")
    assert.strictEqual((await owner.post("/console/security/end", {})).status, 303)
  })

  it("is set up by an operator before anything else, outside of the demo", async () => {
    const email = "first@viatica.example"
    const link = await service().run(
      Effect.gen(function* () {
        const operators = yield* Operators
        yield* operators.appoint(email)
        return yield* operators.link({ email, language: "en", nextPath: "/console" })
      }),
    )
    const browser = openBrowser(service().port)
    await browser.post(`/console/sign-in/${Redacted.value(link.token)}`)
    for (const path of ["/console/operator", "/console/operator/audit", "/console/welcome"]) {
      assert.strictEqual((await browser.get(path)).headers["location"], "/console/security", path)
    }
    const { text } = await browser.get("/console/security?lang=en")
    assert.include(text, "Set up a second factor first")
    assert.notMatch(text, /href="\/console\/operator/u)
    const csrf = await browser.csrf("/console/security")
    const forged = await browser.post("/console/operator/suspend", {
      csrf,
      partner: "usual",
      reason: "x",
    })
    assert.strictEqual(forged.headers["location"], "/console/security")
    await browser.post("/console/security/code", { csrf })
    const secret = secretIn((await browser.get("/console/security")).text)
    await browser.post("/console/security/confirm", { csrf, code: codeAt(secret, Date.now()) })
    assert.strictEqual((await browser.get("/console/operator")).status, 200)
  })

  it("is asked of everybody by an owner who has one, and of nobody by others", async () => {
    const partnerCode = "asking"
    const owner = await signIn(service(), { email: "o@asking.example", partnerCode })
    const reader = await signIn(service(), {
      email: "r@asking.example",
      partnerCode,
      role: "reader",
    })
    const without = await owner.post("/console/security/rule?lang=en", { rule: "on" })
    assert.strictEqual(without.status, 422)
    assert.include(without.text, "Set up a second factor yourself first")
    assert.strictEqual((await reader.post("/console/security/rule", { rule: "on" })).status, 403)
    await owner.post("/console/security/code")
    const secret = secretIn((await owner.get("/console/security?lang=en")).text)
    await owner.post("/console/security/confirm", { code: codeAt(secret, Date.now()) })
    const set = await owner.post("/console/security/rule", { rule: "on" })
    assert.include(set.headers["location"], "done=rule")
    assert.include(
      (await owner.get("/console/security?lang=en")).text,
      "Without one yet: r@asking.example",
    )
    assert.strictEqual((await reader.get("/console/keys")).status, 200)
    const later = openBrowser(service().port)
    await later.signIn("r@asking.example")
    assert.strictEqual((await later.get("/console/keys")).headers["location"], "/console/security")
  })
})
