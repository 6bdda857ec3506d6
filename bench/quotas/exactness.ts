import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { quotaWindow } from "../../rules/quota/quota.ts"
import { type ChargeOne, chargeAll } from "./callers.ts"
import { type ChargedKey, countedQuotas, type KeyLimits, resetQuotas } from "./keys.ts"

/** A check of exact counting: far more calls for each key than it may make. */
export interface CountCheck {
  readonly keys: ReadonlyArray<ChargedKey>
  readonly limits: KeyLimits
  readonly callsOfEach: number
}

const minuteNow = Effect.map(Clock.currentTimeMillis, (nowMs) => quotaWindow(nowMs).minute)

/** Charges all calls of a check within one minute, so that no limit begins anew meanwhile. */
const chargedInOneMinute = (charge: ChargeOne, check: CountCheck): ReturnType<typeof chargeOnce> =>
  Effect.gen(function* () {
    const before = yield* minuteNow
    const granted = yield* chargeOnce(charge, check)
    return (yield* minuteNow) === before ? granted : yield* chargedInOneMinute(charge, check)
  })

const chargeOnce = Effect.fnUntraced(function* (charge: ChargeOne, check: CountCheck) {
  yield* resetQuotas(check.limits)
  const calls = Array.from({ length: check.callsOfEach }, () => check.keys).flat()
  return yield* chargeAll(charge, calls)
})

/**
 * Whether callers who charge at the same time are granted exactly what each key may use, and the
 * rows count exactly that; dies where not. Gives how many calls were granted.
 */
export const checkCounts = Effect.fnUntraced(function* (
  name: string,
  charge: ChargeOne,
  check: CountCheck,
) {
  const granted = yield* chargedInOneMinute(charge, check)
  const due = Math.min(check.limits.reads, check.limits.burst)
  const counted = yield* countedQuotas
  for (const { keyId } of check.keys) {
    const { bilans, burst, reads } = counted.get(keyId) ?? { bilans: 0, burst: 0, reads: 0 }
    const figures = [granted.get(keyId) ?? 0, bilans, burst, reads]
    if (figures.every((figure) => figure === due)) continue
    const facts = figures.join(", ")
    return yield* Effect.die(
      new Error(`${name}: ${keyId} may ${due}; granted, bilans, burst, reads: ${facts}`),
    )
  }
  return due * check.keys.length
})
