import { assert, describe, it } from "@effect/vitest"
import { fastify } from "fastify"
import { bilanAnswer } from "../../../bench/peers/fastify-schemas.ts"
import { bilanCalls } from "../../../bench/http/calls.ts"
import { bilanOf, liveContext } from "../../rules/coach/support.ts"

/** What the bench asks. */
const requests: ReadonlyArray<unknown> = bilanCalls([
  { keyId: "", secret: "", mode: "live", defaultLinkCode: null },
  { keyId: "", secret: "", mode: "sandbox", defaultLinkCode: null },
]).map(({ body }) => JSON.parse(body))

describe("the schema that fastify writes bilans by", () => {
  it("leaves nothing of any answer out", async () => {
    const server = fastify()
    let answer: unknown
    server.get("/", { schema: { response: { 200: bilanAnswer } } }, () => answer)
    assert.isAbove(requests.length, 100)
    for (const request of requests) {
      answer = bilanOf(request, liveContext)
      const { body } = await server.inject("/")
      assert.strictEqual(body, JSON.stringify(answer))
    }
    await server.close()
  })
})
