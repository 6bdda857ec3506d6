import { setTimeout as delay } from "node:timers/promises"

/** Looks again and again until something is so; false where it is not so in time. */
export const eventually = async (
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 20,
): Promise<boolean> => {
  const deadlineMs = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) return false
    await delay(everyMs)
  }
  return true
}
