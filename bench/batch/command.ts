import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { text } from "node:stream/consumers"
import { commandLine } from "../start/command-line.ts"

const tellPeak = new URL("tell-peak.ts", import.meta.url).href

/** Where the lines of a run come from: a file, or blocks of lines on standard input. */
export type LineInput = { readonly file: string } | { readonly blocks: Iterable<string> }

/** What a run of `viatica bilan` came to. */
export interface BatchRun {
  /** From the start of the process to its end. */
  readonly tookMs: number
  /** The most memory that the process had with all its threads, in MiB. */
  readonly peakMib: number
  /** The hash of all answers; undefined where nobody listened. */
  readonly answersHash: string | undefined
}

/** How a run is started. */
export interface BatchStart {
  readonly workers: number
  readonly hashes: boolean
  /** What stands before the command, such as what holds it to a processor; nothing unless told. */
  readonly prefix?: ReadonlyArray<string>
}

/** Runs the command line over lines to its end; anything but success is an error. */
export const runBatch = async (
  input: LineInput,
  { hashes, prefix = [], workers }: BatchStart,
): Promise<BatchRun> => {
  const origin = "file" in input ? `@${input.file}` : "-"
  const words = commandLine("bilan", origin, "--workers", String(workers))
  const [program = process.execPath, ...args] = [
    ...prefix,
    process.execPath,
    "--import",
    tellPeak,
    ...words,
  ]
  const startedAt = performance.now()
  const child = spawn(program, args, {
    stdio: ["pipe", hashes ? "pipe" : "ignore", "inherit", "pipe"],
  })
  const ended = once(child, "close")
  try {
    const hash = createHash("sha256")
    const { stdin } = child
    const told = child.stdio[3]
    const [, peak] = await Promise.all([
      stdin === null
        ? undefined
        : pipeline(Readable.from("file" in input ? [] : input.blocks), stdin),
      told instanceof Readable ? text(told) : "",
      child.stdout === null ? undefined : pipeline(child.stdout, hash),
    ])
    const [status] = (await ended) as [number | null]
    if (status !== 0) throw new Error(`viatica bilan ended with ${status}`)
    return {
      tookMs: performance.now() - startedAt,
      peakMib: Number(peak) / 1024,
      answersHash: hashes ? hash.digest("hex") : undefined,
    }
  } finally {
    child.kill("SIGKILL")
  }
}
