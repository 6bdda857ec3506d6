/** Why a process should get no calls. */
export type Hindrance =
  /** It has been told to stop. */
  | { readonly process: "stopping" }
  | {
      readonly database:
        | "unreachable"
        /** Its tables are missing, or older than this code. */
        | "not migrated"
        /** It reads, and commits nothing: a standby, or one that is set so. */
        | "takes no writes"
        /** What it keeps cannot grow: nothing can be booked. */
        | "disk full"
    }
  /** The database is not sealed under the master key of this process: no signature can be checked. */
  | { readonly masterKey: "wrong" }
  /** The clock of the process differs from the database's by more than it may. */
  | { readonly clock: { readonly aheadSeconds: number } }

/**
 * How far the clock of a process may be from the database's. Signatures are judged by the one, all
 * else by the other; a machine that keeps time by the network is within some milliseconds.
 */
export const clocksApartMaxMs = 30_000

/**
 * What two clocks that differ so come to: `uncertainMs` is how long it took to read the other one,
 * which may lie anywhere within.
 *
 * ```ts
 * import { clockHindrance } from "../http/ports/hindrance.ts"
 *
 * clockHindrance({ aheadMs: 30_000, uncertainMs: 0 }) // => undefined
 * clockHindrance({ aheadMs: -90_400, uncertainMs: 800 }) // => { clock: { aheadSeconds: -90 } }
 * ```
 */
export const clockHindrance = (difference: {
  readonly aheadMs: number
  readonly uncertainMs: number
}): Hindrance | undefined =>
  Math.abs(difference.aheadMs) - difference.uncertainMs > clocksApartMaxMs
    ? { clock: { aheadSeconds: Math.round(difference.aheadMs / 1_000) } }
    : undefined

/**
 * A hindrance in words, for the log.
 *
 * ```ts
 * import { describeHindrance } from "../http/ports/hindrance.ts"
 *
 * describeHindrance({ clock: { aheadSeconds: -90 } }) // => "the clock of this machine is 90 seconds behind the database's"
 * ```
 */
export const describeHindrance = (hindrance: Hindrance): string => {
  if ("process" in hindrance) return "it has been told to stop"
  if ("masterKey" in hindrance) {
    return "the database is sealed under another master key: check MASTER_KEY, DATA_DIR and DATABASE_URL"
  }
  if ("clock" in hindrance) {
    const { aheadSeconds } = hindrance.clock
    const side = aheadSeconds > 0 ? "ahead of" : "behind"
    return `the clock of this machine is ${Math.abs(aheadSeconds)} seconds ${side} the database's`
  }
  switch (hindrance.database) {
    case "unreachable":
      return "the database does not answer in time"
    case "not migrated":
      return "the tables of the database are missing or older than this code"
    case "takes no writes":
      return "the database takes no writes"
    case "disk full":
      return "the disk of the database is full"
  }
}
