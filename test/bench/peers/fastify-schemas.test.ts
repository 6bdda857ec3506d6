import { assert, describe, it } from "@effect/vitest"
import { fastify } from "fastify"
import { bilanAnswer } from "../../../bench/peers/fastify-schemas.ts"
import { bilanOf, liveContext } from "../../rules/coach/support.ts"

const requests: ReadonlyArray<unknown> = [
  { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } },
  { residence: "FR", destinations: ["TH"], card: { none: true }, trip: { longTrip: true } },
  { residence: "US", destinations: ["US"], card: { network: "amex", tier: "elite" } },
]

describe("the schema that fastify writes bilans by", () => {
  it.each(requests)("leaves nothing of an answer out: %j", async (request) => {
    const answer = bilanOf(request, liveContext)
    const server = fastify()
    server.get("/", { schema: { response: { 200: bilanAnswer } } }, () => answer)
    const { body } = await server.inject("/")
    await server.close()
    assert.strictEqual(body, JSON.stringify(answer))
  })
})
