import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as SqlClient from "effect/sql/SqlClient"
import { inTime } from "../../platform/in-time.ts"
import { chargeFree } from "./charge-batch.ts"
import { storeTimeoutMs } from "./store-timeout.ts"
import type { Telling } from "./telling.ts"
import { byKey, chargeOf, type WaitingCall } from "./waiting-calls.ts"

/** How often it is looked whether a quota that others hold is free again. */
const lookEvery = "25 millis"

/** How long a key without calls is still taken for one whose quota is held, in milliseconds. */
const rememberedMs = 10_000

/** Calls whose key's quota is held by others, apart from those that have nothing to wait for. */
export interface HeldCharges {
  /** Keeps those of some calls whose key's calls wait here, and gives the others. */
  readonly passBy: (arrived: ReadonlyArray<WaitingCall>) => ReadonlyArray<WaitingCall>
  /** Keeps the calls of a key whose quota has been found held. */
  readonly hold: (keyId: string, calls: ReadonlyArray<WaitingCall>) => void
}

/** The calls of a key whose quota is held, and when the last one came. */
interface HeldKey {
  calls: Array<WaitingCall>
  lastMs: number
}

/**
 * Charges the calls of keys whose quota is held as soon as it is free, with one statement for all of
 * them that never waits: they take one session of the database, however many they are. What comes for a
 * key while it turns out to be free goes to `resume`.
 */
export const makeHeldCharges = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { tellFailed, tellKey, tellOutdated }: Telling,
  resume: (call: WaitingCall) => void,
) {
  const heldKeys = new Map<string, HeldKey>()
  const someWait = Latch.makeUnsafe(false)

  const hold = (keyId: string, calls: ReadonlyArray<WaitingCall>): void => {
    const held = heldKeys.get(keyId) ?? { calls: [], lastMs: 0 }
    held.calls.push(...calls)
    held.lastMs = performance.now()
    heldKeys.set(keyId, held)
    someWait.openUnsafe()
  }

  /** Takes the calls that still have time, and tells the others; forgets keys that nobody calls with. */
  const takeAll = (): ReadonlyArray<WaitingCall> => {
    const nowMs = performance.now()
    const taken: Array<WaitingCall> = []
    const late: Array<WaitingCall> = []
    for (const [keyId, held] of heldKeys) {
      for (const call of held.calls.splice(0)) {
        const isLate = nowMs - call.sinceMs >= storeTimeoutMs
        ;(isLate ? late : taken).push(call)
      }
      if (nowMs - held.lastMs > rememberedMs) heldKeys.delete(keyId)
    }
    if (late.length > 0) tellFailed(late, "The quota of the key is held by others.")
    return taken
  }

  /** A quota that was held is free: whoever came meanwhile is charged as usual. */
  const letGo = (keyId: string): void => {
    const came = heldKeys.get(keyId)?.calls ?? []
    heldKeys.delete(keyId)
    came.forEach(resume)
  }

  const look = Effect.suspend(() => {
    const waiting = takeAll()
    if (waiting.length === 0) return Effect.sync(() => someWait.closeUnsafe())
    const { keys, outdated } = byKey(waiting)
    tellOutdated(outdated)
    const charges = [...keys].map(([keyId, calls]) => chargeOf(keyId, calls))
    const charged = Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      inTime(storeTimeoutMs)(chargeFree(sql, charges, nowMs)),
    )
    return Effect.matchCause(charged, {
      onFailure: (cause) =>
        tellFailed(
          [...keys.values()].flatMap((calls) => calls.waiting),
          cause,
        ),
      onSuccess: ({ granted, held }) => {
        for (const [keyId, calls] of keys) {
          if (held.has(keyId)) {
            hold(keyId, calls.waiting)
            continue
          }
          letGo(keyId)
          tellKey(calls, granted.get(keyId))
        }
      },
    })
  })

  const rounds = Effect.andThen(someWait.await, Effect.andThen(look, Effect.sleep(lookEvery)))
  yield* Effect.forkScoped(Effect.forever(rounds))
  const passBy = (arrived: ReadonlyArray<WaitingCall>): ReadonlyArray<WaitingCall> =>
    heldKeys.size === 0
      ? arrived
      : arrived.filter((call) => {
          const { keyId } = call.charge
          const isHeld = heldKeys.has(keyId)
          if (isHeld) hold(keyId, [call])
          return !isHeld
        })
  return { passBy, hold } satisfies HeldCharges
})
