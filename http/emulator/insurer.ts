import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { systemReason } from "../platform/system-error.ts"
import { readFault } from "./simulator/faults.ts"
import { startSimulator } from "./simulator/server.ts"
import { TriggerRefused } from "./trigger-refused.ts"

/** The insurer that the emulator asks over HTTP. */
export interface EmulatedInsurer {
  readonly url: string
  /** The currencies of its codes, to be filled once the tables are read. */
  readonly currencies: Map<string, string>
  /** Has it go wrong in one way from now on; null has it answer well. */
  readonly setFault: (fault: string | null) => Effect.Effect<void, TriggerRefused>
}

/** Starts the insurer; it ends with the scope. */
export const startInsurer = Effect.gen(function* () {
  const currencies = new Map<string, string>()
  const { url } = yield* startSimulator({
    port: 0,
    currency: "USD",
    currencies,
    language: "en",
    faults: [],
  })
  const put = (faults: ReadonlyArray<unknown>) =>
    Effect.tryPromise({
      try: async () => {
        const answer = await fetch(`${url}/faults`, {
          method: "PUT",
          body: JSON.stringify(faults),
        })
        if (!answer.ok) throw new Error(await answer.text())
      },
      catch: (cause) => new TriggerRefused({ detail: systemReason(cause) }),
    })
  const insurer: EmulatedInsurer = {
    url,
    currencies,
    setFault: (fault) => put(fault === null ? [] : Option.toArray(readFault(fault))),
  }
  return insurer
})
