import type { BenchCall } from "./call.ts"
import { type Child, startChild } from "./children.ts"

/** Load for a server: every connection sends its next call when it has its answer, or at a rate. */
export interface LoadAsked {
  readonly port: number
  readonly calls: ReadonlyArray<BenchCall>
  readonly connections: number
  readonly durationMs: number
  /**
   * Calls begin at this rate, whatever the answers take, and a call's time counts from the moment
   * that it was due; left out, connections send as fast as they are answered.
   */
  readonly ratePerSecond?: number
  /**
   * Whether each connection is answered once before the load begins: Node takes one new connection
   * in each turn of its loop, so that those that come to a busy server wait long.
   */
  readonly isGreeted?: boolean
  /** Whether each call names another key, which nobody has, in place of the one that signed it. */
  readonly hasStrangers?: boolean
  /** What becomes of a call that is due while no connection is free: it waits unless told otherwise. */
  readonly whenBusy?: "waits" | "is left out"
}

/** What came of some load. */
export interface LoadSeen {
  readonly answered: number
  readonly seconds: number
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Calls that were due while no connection was free, and left out for that. */
  readonly leftOut: number
  /** The 99th percentile of the answers of each status. */
  readonly p99MsOf: Readonly<Record<string, number>>
  /** Connections that broke. */
  readonly broken: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly mostMs: number
}

/** Sends load from a process of its own. */
export interface LoadGenerator {
  readonly run: (asked: LoadAsked) => Promise<LoadSeen>
  readonly end: Child["end"]
}

/** Starts the process that sends load. */
export const startGenerator = async (): Promise<LoadGenerator> => {
  const child = await startChild(new URL("generator.ts", import.meta.url), null)
  return { run: (asked) => child.ask<LoadSeen>(asked), end: child.end }
}
