import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { median } from "./figure.ts"

/** A page of Postgres. */
const pageBytes = 8_192

/** How long the disk rests after a page, so that looking at it is no load: two pages in 100 ms. */
const restMs = 50

/** How often a page was written and flushed, how long each took, and how long all of it lasted. */
export interface DiskWaits {
  readonly tookMs: ReadonlyArray<number>
  readonly durationMs: number
}

/** Writes and flushes a page again and again until told to stop. */
const writePages = async (
  file: FileHandle,
  signal: AbortSignal,
): Promise<ReadonlyArray<number>> => {
  const page = Buffer.alloc(pageBytes)
  const tookMs: Array<number> = []
  do {
    const begunAt = performance.now()
    await file.write(page, 0, pageBytes, 0)
    await file.datasync()
    tookMs.push(performance.now() - begunAt)
    await setTimeout(restMs, undefined, { signal }).catch(() => {})
  } while (!signal.aborted)
  return tookMs
}

/**
 * Writes and flushes a page of its own again and again while something is measured, on the disk on
 * which benches keep their databases: a charge waits for such a write, whatever the service does.
 */
export const whileWatchingDisk = async <Found>(
  work: () => Promise<Found>,
): Promise<readonly [Found, DiskWaits]> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-disk-"))
  try {
    await using file = await open(join(folder, "page"), "w")
    const stopping = new AbortController()
    const startedAt = performance.now()
    const [found, tookMs] = await Promise.all([
      work().finally(() => stopping.abort()),
      writePages(file, stopping.signal),
    ])
    return [found, { tookMs, durationMs: performance.now() - startedAt }]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * What the disk did by itself, for readers of how long calls took: for which share of the time a
 * write was under way that had more than `longMs` to go. Calls that begin then and wait for the disk
 * take longer than that, whatever answers them.
 */
export const diskText = ({ durationMs, tookMs }: DiskWaits, longMs: number): string => {
  const longToGoMs = tookMs.reduce((sum, took) => sum + Math.max(0, took - longMs), 0)
  const share = ((100 * longToGoMs) / durationMs).toFixed(2)
  const most = Math.max(...tookMs).toFixed(0)
  return `the disk by itself, ${tookMs.length} pages written and flushed: half within ${median(tookMs).toFixed(1)} ms, the longest ${most} ms; for ${share} % of the time one had more than ${longMs} ms to go`
}
