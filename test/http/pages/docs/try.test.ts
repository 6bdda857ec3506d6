import { beforeAll, assert, describe, it } from "@effect/vitest"
import type { Effect } from "effect/Effect"
import { send } from "../../../support/http-call.ts"
import { type Foundations, type TestKey, useService } from "../../../support/service.ts"
import { signIn, signUp } from "../../store/people/layer.ts"

const service = useService()

const run = <A, E>(effect: Effect<A, E, Foundations>): Promise<A> => service().run(effect)

/** A session's cookie, on a service that is reached over plain http. */
const cookieOf = (token: string) => ({ cookie: `viatica-session=${token}` })

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send({ port: service().port, method: "GET", path, headers })

const post = (path: string, fields: Readonly<Record<string, string>>, headers: object = {}) =>
  send({
    port: service().port,
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  })

const csrfOf = (page: string): string => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ""

let token = ""
let key: TestKey | undefined

beforeAll(async () => {
  await run(signUp("trying"))
  token = await run(signIn("owner@trying.example"))
})

describe("trying a call from the documentation", () => {
  it("asks strangers to sign in, and leads them back", async () => {
    const { headers, status } = await get("/docs/try/quotes")
    assert.strictEqual(status, 303)
    assert.strictEqual(headers["location"], "/console/sign-in?next=%2Fdocs%2Ftry%2Fquotes")
    assert.strictEqual((await post("/docs/try/quotes", { body: "{}" })).status, 303)
  })

  it("says that a key is needed where the account has none", async () => {
    const { text } = await get("/docs/try/bilan", cookieOf(token))
    const csrf = csrfOf(text)
    assert.isNotEmpty(csrf)
    const tried = await post("/docs/try/bilan", { csrf, body: "{}" }, cookieOf(token))
    assert.include(tried.text, "You have no sandbox key in use.")
  })

  it("sends the call as the sandbox key, charges it, and shows the answer without a secret", async () => {
    key = await service().createKey({ partnerCode: "trying", limits: "usual" })
    const page = await get("/docs/try/bilan", cookieOf(token))
    assert.strictEqual(page.headers["cache-control"], "no-store")
    const body = JSON.stringify({
      residence: "FR",
      destinations: ["US"],
      card: { network: "visa", tier: "mid" },
    })
    const fields = { csrf: csrfOf(page.text), body }
    const { headers, status, text } = await post("/docs/try/bilan", fields, cookieOf(token))
    assert.strictEqual(status, 200)
    assert.strictEqual(headers["cache-control"], "no-store")
    assert.include(text, key.keyId)
    assert.match(text, /"shouldSell": (?:true|false)/)
    assert.include(text, "x-ratelimit-remaining")
    assert.notInclude(text, key.secret)
    const quota = await service().quotaOf(key)
    assert.strictEqual(quota["reads_used"], 1)
  })

  it("shows a refusal as any answer, with what was typed still there, as text", async () => {
    const page = await get("/docs/try/quotes", cookieOf(token))
    const body = '{"trip":"</textarea><script>alert(1)</script>"}'
    const fields = { csrf: csrfOf(page.text), body }
    const { text } = await post("/docs/try/quotes", fields, cookieOf(token))
    assert.include(text, "BAD_TRIP")
    assert.notInclude(text, "<script>alert")
    assert.include(text, "&lt;/textarea>")
  })

  it("signs a query's path alone", async () => {
    const page = await get("/docs/try/sales", cookieOf(token))
    const fields = { csrf: csrfOf(page.text), query: "by=changed&limit=5" }
    const { text } = await post("/docs/try/sales", fields, cookieOf(token))
    assert.match(text, /"sales": \[\]/)
  })

  it("takes no form of another site, of another session, or without its token", async () => {
    const page = await get("/docs/try/meta", cookieOf(token))
    const csrf = csrfOf(page.text)
    const before = await service().quotaOf(key ?? service().key)
    const attempts = [
      post("/docs/try/meta", {}, cookieOf(token)),
      post("/docs/try/meta", { csrf: "x".repeat(43) }, cookieOf(token)),
      post("/docs/try/meta", { csrf }, { ...cookieOf(token), origin: "https://evil.example" }),
      post("/docs/try/meta", { csrf }, { ...cookieOf(token), "sec-fetch-site": "cross-site" }),
    ]
    for (const attempt of attempts) assert.strictEqual((await attempt).status, 403)
    assert.deepStrictEqual(await service().quotaOf(key ?? service().key), before)
  })

  it("knows no other operation, and none of the live mode", async () => {
    assert.strictEqual((await get("/docs/try/nothing", cookieOf(token))).status, 404)
    assert.strictEqual((await get("/docs/try/vocabulary", cookieOf(token))).status, 404)
    const live = await service().createKey({ partnerCode: "trying", mode: "live" })
    const page = await get("/docs/try/meta", cookieOf(token))
    const { text } = await post("/docs/try/meta", { csrf: csrfOf(page.text) }, cookieOf(token))
    assert.include(text, '"mode": "sandbox"')
    assert.notInclude(text, live.keyId)
  })
})
