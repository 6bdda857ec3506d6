import { setImmediate as nextTurn } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import type { Draws } from "../../../core/random/draws.ts"
import type { KeyRecord } from "../../../http/ports/keys.ts"
import { layerOperations, makeRouter, nothingFound } from "../../../http/gateway/routes.ts"
import {
  type Authenticate,
  type KeySource,
  prepareAuthenticate,
} from "../../../http/gateway/authenticate.ts"
import { signedPath } from "../../../rules/signing/message.ts"
import { type DrawingRules, drawTampered } from "./draw-tampered.ts"
import { count, emptyTally, type Judged, type Tally } from "./tally.ts"
import { requestOf, type Wire } from "./wire.ts"

const routed = Effect.runSync(
  Effect.scoped(
    makeRouter(
      layerOperations(() => Effect.succeed(HttpServerResponse.empty())),
      Effect.succeed(HttpServerResponse.empty({ status: 404 })),
    ),
  ),
)

/** Where the service's router leads. */
const route = (method: string, path: string): "Signed" | "Nowhere" => {
  const call = { method, path, query: "", headerValues: () => [], peer: () => "" }
  const { status } = Effect.runSync(
    routed({
      call: { ...call, readBody: () => Effect.succeed(new Uint8Array()) },
      requestId: "",
      found: { ...nothingFound },
    }),
  )
  return status === 404 ? "Nowhere" : "Signed"
}

/** Keys of the database, read once: no record changes while signatures are tampered with. */
export const sourceOf = (records: ReadonlyMap<string, KeyRecord>): KeySource => ({
  lookup: (keyId) => Effect.succeed(records.get(keyId)),
})

/** What the service makes of a call, by its check of signatures and its routes. */
export const judgeInProcess = (
  wire: Wire,
  nowSeconds: number,
  authenticate: Authenticate,
): Pick<Judged, "answer" | "letIn" | "verified"> => {
  const outcome = Effect.runSync(Effect.result(authenticate(requestOf(wire), nowSeconds)))
  const verified = Result.isSuccess(outcome)
  const led = route(wire.method, signedPath(wire.path))
  return {
    verified,
    letIn: verified && led === "Signed",
    answer: verified ? `verified, ${led}` : outcome.failure._tag,
  }
}

/** Calls between two looks at what else there is to do. */
const callsPerTurn = 2_000

/** Tampers with so many calls, and with the call itself left alone each time a kind comes around. */
export const tamperInProcess = async (
  draws: Draws,
  calls: number,
  records: ReadonlyMap<string, KeyRecord>,
  rules: DrawingRules,
): Promise<Tally> => {
  const authenticate = prepareAuthenticate(sourceOf(records))
  const tally = emptyTally()
  for (let index = 0; tally.tampered < calls; index += 1) {
    const { original, ...tampered } = drawTampered(draws, index, rules)
    count(tally, { ...tampered, ...judgeInProcess(tampered.wire, rules.nowSeconds, authenticate) })
    if (index % callsPerTurn === 0) {
      const genuine = judgeInProcess(original, rules.nowSeconds, authenticate)
      count(tally, { kind: "nothing", wire: original, relation: "same", ...genuine })
      await nextTurn()
    }
  }
  return tally
}
