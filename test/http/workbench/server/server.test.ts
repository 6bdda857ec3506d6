import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { answered, openWorkbench, type TestWorkbench } from "../../../support/workbench.ts"

describe("the workbench's server", () => {
  let bench: TestWorkbench | undefined
  const url = (path = ""): string => new URL(path, bench?.url).href
  const own = (): string => new URL(url()).origin

  beforeAll(async () => {
    bench = await openWorkbench()
  })
  afterAll(() => bench?.end())

  const post = (headers: Readonly<Record<string, string>>, body = "{}") =>
    fetch(url("call/session"), { method: "POST", headers, body })

  it("shows its page under the token alone", async () => {
    const page = await fetch(url())
    assert.strictEqual(page.status, 200)
    const policy = page.headers.get("content-security-policy") ?? ""
    assert.include(policy, "script-src 'self';")
    assert.notMatch(policy, /script-src[^;]*unsafe/)
    for (const path of ["/", "/index.html", `/${"A".repeat(22)}/`, "/call/session"]) {
      assert.strictEqual((await fetch(`${own()}${path}`)).status, 404, path)
    }
  })

  it("takes calls of its own page, and of no other", async () => {
    assert.strictEqual((await post({ origin: own() })).status, 200)
    assert.strictEqual((await post({})).status, 403)
    assert.strictEqual((await post({ origin: "http://127.0.0.1:1" })).status, 403)
    assert.strictEqual((await post({ origin: "null" })).status, 403)
    const crossSite = await post({ origin: own(), "sec-fetch-site": "cross-site" })
    assert.strictEqual(crossSite.status, 403)
  })

  it("does not answer to another host's name", async () => {
    const { port } = new URL(url())
    const { request } = await import("node:http")
    const status = await new Promise((resolve) => {
      request({ port, host: "127.0.0.1", path: "/", headers: { host: `evil.example:${port}` } })
        .on("response", (response) => resolve(response.resume().statusCode))
        .end()
    })
    assert.strictEqual(status, 403)
  })

  it("refuses an address that is none", async () => {
    for (const path of ["%zz", "%", "call/%ff"]) {
      const { status } = await fetch(`${url()}${path}`)
      assert.strictEqual(status, 400, path)
    }
  })

  it("says why a call cannot be read", async () => {
    assert.strictEqual((await post({ origin: own() }, "{")).status, 400)
    const reply = (await (
      await fetch(url("call/nonsense"), { method: "POST", headers: { origin: own() }, body: "{}" })
    ).json()) as { readonly refusal: { readonly code: string } }
    assert.strictEqual(reply.refusal.code, "UnknownCall")
  })

  it("tells how the work stands", async () => {
    const view = answered((await bench?.call("session", {})) ?? assert.fail())
    assert.strictEqual(view.branch, "change")
    assert.match(view.before.commit ?? "", /^[0-9a-f]{40}$/)
    assert.strictEqual(view.undo, null)
    const tariffs = view.tables.find(({ file }) => file === "catalogue/tariffs.csv")
    assert.strictEqual(tariffs?.changedRows, 0)
    assert.isAbove(tariffs?.rows ?? 0, 1_000)
  })

  it("serves nothing that lies outside of its page", async () => {
    for (const path of ["../../package.json", "..%2f..%2fpackage.json", "assets/../../x"]) {
      const { status } = await fetch(url(path))
      assert.strictEqual(status, 404, path)
    }
  })
})
