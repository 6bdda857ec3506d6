import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { workersOf } from "../../support/server-workers.ts"

/** Processes whose writes do not reach the disk any more. */
export interface FailingSync {
  /** Lets them sync again; how many syncs failed meanwhile. */
  readonly end: () => Promise<number>
}

/** How long attaching may take, in milliseconds. */
const attachMaxMs = 5_000

/** Syncs that fail in the processes that a tracer is attached to, and in all that they start. */
interface Tracer {
  /** Ends it; how many syncs it has let fail. */
  readonly end: () => Promise<number>
}

const syncs = "fsync,fdatasync"

/** Attaches to a Postgres: its server process and all that this has started. */
const attach = async (postmaster: number): Promise<Tracer | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-sync-"))
  const log = join(folder, "log")
  const pids = [postmaster, ...workersOf(postmaster).map(({ pid }) => pid)]
  const tracer = spawn(
    "strace",
    [
      "-f",
      `--output=${log}`,
      `--trace=${syncs}`,
      `--inject=${syncs}:error=EIO`,
      ...pids.flatMap((pid) => ["-p", String(pid)]),
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  )
  let said = ""
  tracer.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = once(tracer, "exit").catch(() => undefined)
  // Any but the server process may have ended before its turn.
  const isAttached = (): boolean =>
    said.includes(`Process ${postmaster} attached`) &&
    said.split(/ attached|attach:/).length > pids.length
  const deadline = Date.now() + attachMaxMs
  while (!isAttached() && tracer.exitCode === null && tracer.pid !== undefined) {
    if (Date.now() > deadline) break
    await delay(20)
  }
  const end = async (): Promise<number> => {
    if (tracer.pid !== undefined) tracer.kill("SIGTERM")
    await ended
    const text = await readFile(log, "utf8").catch(() => "")
    await rm(folder, { recursive: true, force: true })
    return text.split("(INJECTED)").length - 1
  }
  if (isAttached()) return { end }
  await end()
  return undefined
}

/**
 * Makes every fsync and fdatasync of a Postgres fail with EIO, and of those that are started in its
 * place; undefined where that cannot be done here.
 */
export const failSyncs = async (
  postmasterPid: () => Promise<number>,
): Promise<FailingSync | undefined> => {
  let pid = await postmasterPid()
  const first = await attach(pid)
  if (first === undefined) return undefined
  const tracers = [first]
  const over = new AbortController()
  const follow = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await delay(10)
      const next = await postmasterPid()
      if (next === pid || next === 0) continue
      const tracer = await attach(next)
      if (tracer === undefined) continue
      pid = next
      tracers.push(tracer)
    }
  }
  const following = follow()
  return {
    end: async () => {
      over.abort()
      await following
      const failed = await Promise.all(tracers.map((tracer) => tracer.end()))
      return failed.reduce((sum, count) => sum + count, 0)
    },
  }
}
