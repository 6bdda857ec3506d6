const firstMs = 100
const mostMs = 30_000

/**
 * How long to wait until a process is started in place of one that ended by itself, in milliseconds:
 * twice as long each time, so that one which cannot run keeps no processor busy.
 *
 * ```ts
 * import { backOffMs } from "../http/runtime/processes/back-off.ts"
 *
 * backOffMs(0) // => 100
 * backOffMs(3) // => 800
 * backOffMs(50) // => 30_000
 * ```
 */
export const backOffMs = (failures: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(failures, 20))

/** A process that has served for so long counts as sound: the next wait is short again. */
export const soundAfterMs = 60_000
