import { setTimeout as delay } from "node:timers/promises"

const minuteMs = 60_000

/** What a few calls take at most where other tests keep both cores busy. */
const fewCallsMs = 15_000

/** Waits for the next minute where this one ends within `neededMs`, so that a test sees only one. */
export const withinOneMinute = async (neededMs = fewCallsMs): Promise<void> => {
  const left = minuteMs - (Date.now() % minuteMs)
  if (left < neededMs) await delay(left + 50)
}
