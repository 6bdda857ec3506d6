import * as Effect from "effect/Effect"
import type { KeyRecord } from "../../../http/ports/keys.ts"
import { prepareAuthenticate } from "../../../http/gateway/authenticate.ts"
import { send } from "../../support/http-call.ts"
import { sourceOf } from "./in-process.ts"
import { requestOf, type Signer, signWire, type Wire } from "./wire.ts"

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** A call of an unknown key, and one of a known key that signs with a wrong secret. */
const wrongCalls = ({ keyId }: Signer, atSeconds: number): readonly [Wire, Wire] => {
  const unsigned = {
    method: "GET",
    path: "/api/v1/travel/meta",
    body: new Uint8Array(0),
    atSeconds,
  }
  const unknownId = `${keyId.slice(0, -32)}${"0".repeat(32)}`
  return [
    signWire({ keyId: unknownId, secret: "guessed" }, unsigned),
    signWire({ keyId, secret: "guessed" }, unsigned),
  ]
}

/** Medians of an UNAUTHORIZED and of an INVALID_SIGNATURE, in milliseconds, taken in turns. */
const timeInTurns = async (
  rounds: number,
  calls: readonly [Wire, Wire],
  run: (wire: Wire) => Promise<unknown> | void,
): Promise<string> => {
  const tookMs: readonly [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now()
      await run(calls[which])
      tookMs[which].push(performance.now() - startedAt)
    }
  }
  const [unauthorized, invalid] = tookMs.map((values) => median(values).toFixed(4))
  return `UNAUTHORIZED ${unauthorized} ms, INVALID_SIGNATURE ${invalid} ms (medians of ${rounds})`
}

/** The time of the two refusals, in the check of signatures alone. */
export const timeInProcess = (
  rounds: number,
  records: ReadonlyMap<string, KeyRecord>,
  signer: Signer,
  nowSeconds: number,
): Promise<string> => {
  const authenticate = prepareAuthenticate(sourceOf(records))
  return timeInTurns(rounds, wrongCalls(signer, nowSeconds), (wire) => {
    Effect.runSync(Effect.result(authenticate(requestOf(wire), nowSeconds)))
  })
}

/** The time of the two refusals over a kept connection, the reading of keys included. */
export const timeOverHttp = (rounds: number, port: number, signer: Signer): Promise<string> => {
  const calls = wrongCalls(signer, Math.floor(Date.now() / 1_000))
  return timeInTurns(rounds, calls, ({ headers, method, path }) =>
    send({ port, method, path, headers: Object.fromEntries(headers) }),
  )
}
