import { assert, describe, it } from "@effect/vitest"
import { send } from "../../../support/http-call.ts"
import { useService } from "../../../support/service.ts"

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

describe("a path that leads nowhere", () => {
  const service = useService()
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    send({ port: service().port, method: "GET", path, headers })

  it.each([
    ["/nowhere", "en", "There is no such page"],
    ["/nowhere", "fr", "Cette page n’existe pas"],
    ["/documents/101/nothing", "en", "There is no such page"],
  ])("shows a page to people: %s in %s", async (path, language, title) => {
    const { headers, status, text } = await get(path, {
      accept: browser,
      "accept-language": language,
    })
    assert.strictEqual(status, 404)
    assert.match(headers["content-type"] ?? "", /^text\/html/)
    assert.strictEqual(headers["cache-control"], "no-store")
    assert.include(text, title)
  })

  it.each([
    ["/nowhere", {}],
    ["/nowhere", { accept: "*/*" }],
    ["/nowhere", { accept: "application/json" }],
    ["/api/v1/travel/nowhere", { accept: browser }],
  ])("is refused in JSON to programs: %s %j", async (path, headers) => {
    const { body, status } = await get(path, headers)
    assert.strictEqual(status, 404)
    assert.strictEqual((body as { readonly error: string }).error, "NOT_FOUND")
  })

  it("repeats nothing of the address", async () => {
    const { text } = await get("/%3Cscript%3Ealert(1)%3C/script%3E", { accept: browser })
    assert.notInclude(text, "alert")
  })
})
