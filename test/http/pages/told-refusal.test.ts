import { assert, describe, it } from "@effect/vitest"
import { send } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"

const service = useService()

const get = (path: string, accept: string) =>
  send({ port: service().port, method: "GET", path, headers: { accept } })

describe("a refusal", () => {
  it.each([
    [paths.meta, 401, "UNAUTHORIZED"],
    ["/api/v1/nothing", 404, "NOT_FOUND"],
    ["/docs/guides/nothing", 404, "NOT_FOUND"],
  ])(
    "of %s is Markdown for those alone who prefer it, with the JSON in it",
    async (path, status, code) => {
      const asJson = await get(path, "application/json")
      const read = await get(path, "text/markdown, application/json;q=0.5")
      assert.deepStrictEqual(
        [read.status, read.headers["content-type"]],
        [status, "text/markdown; charset=utf-8"],
      )
      assert.match(String(read.headers["vary"]), /^Accept\b/)
      assert.isTrue(read.text.startsWith(`# ${status} ${code}\n`))
      const [, json = ""] = /\n```\n([^]*)\n```\n/.exec(read.text) ?? []
      assert.strictEqual(json, asJson.text)
      for (const accept of ["", "*/*", "text/markdown;q=0.1, */*", "text/markdown;q=0"]) {
        const { headers } = await get(path, accept)
        assert.deepStrictEqual(
          [accept, headers["content-type"]],
          [accept, "application/json; charset=utf-8"],
        )
        assert.match(String(headers["vary"]), /^Accept\b/)
      }
    },
  )
})
