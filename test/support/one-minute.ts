import { setTimeout as delay } from "node:timers/promises"

const minuteMs = 60_000

/** Waits for the next minute where this one ends within `neededMs`, so that a test sees only one. */
export const withinOneMinute = async (neededMs: number): Promise<void> => {
  const left = minuteMs - (Date.now() % minuteMs)
  if (left < neededMs) await delay(left + 50)
}
