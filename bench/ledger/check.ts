import { spawn } from "node:child_process"
import { once } from "node:events"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import type { LedgerFindings } from "../../http/store/sales/ledger-check.ts"
import { commandLine } from "../start/command-line.ts"

const tellPeak = new URL("../batch/tell-peak.ts", import.meta.url).href

/** What a run of `viatica ledger check` came to. */
export interface CheckRun {
  /** From the start of the process to its end. */
  readonly tookMs: number
  /** The most memory that the process had, in MiB. */
  readonly peakMib: number
  readonly findings: LedgerFindings
}

/** Runs the command line over a database. */
export const runCheck = async (databaseUrl: string): Promise<CheckRun> => {
  const words = commandLine("ledger", "check", "--json")
  const startedAt = performance.now()
  const child = spawn(process.execPath, ["--import", tellPeak, ...words], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
    env: { ...process.env, DATABASE_URL: databaseUrl, MASTER_KEY: "7a".repeat(32) },
  })
  const ended = once(child, "close")
  try {
    const told = child.stdio[3]
    const [peak, shown] = await Promise.all([
      told instanceof Readable ? text(told) : "",
      child.stdout === null ? "" : text(child.stdout),
    ])
    await ended
    return {
      tookMs: performance.now() - startedAt,
      peakMib: Number(peak) / 1024,
      findings: JSON.parse(shown) as LedgerFindings,
    }
  } finally {
    child.kill("SIGKILL")
  }
}
