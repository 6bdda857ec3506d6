import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"

/** Processes whose writes do not reach the disk any more. */
export interface FailingSync {
  /** Lets them sync again; how many syncs failed meanwhile. */
  readonly end: () => Promise<number>
}

/** How long attaching may take, in milliseconds. */
const attachMaxMs = 5_000

const parentOf = async (pid: string): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0)
}

/** The processes that a process has started and that run. */
const childrenOf = async (parent: number): Promise<ReadonlyArray<number>> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_, index) => parents[index] === parent).map(Number)
}

/**
 * Makes every fsync and fdatasync of a Postgres fail with EIO, in its server process, in all that it
 * has started and in all that it will; undefined where that cannot be done here.
 */
export const failSyncs = async (postmasterPid: number): Promise<FailingSync | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-sync-"))
  const log = join(folder, "log")
  const pids = [postmasterPid, ...(await childrenOf(postmasterPid))]
  const syncs = "fsync,fdatasync"
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
  const isAttached = (): boolean => said.split(" attached").length > pids.length
  const deadline = Date.now() + attachMaxMs
  while (!isAttached() && tracer.exitCode === null && tracer.pid !== undefined) {
    if (Date.now() > deadline) break
    await delay(20)
  }
  const stop = async (): Promise<number> => {
    if (tracer.pid !== undefined) tracer.kill("SIGTERM")
    await ended
    const text = await readFile(log, "utf8").catch(() => "")
    await rm(folder, { recursive: true, force: true })
    return text.split("(INJECTED)").length - 1
  }
  if (isAttached()) return { end: stop }
  await stop()
  return undefined
}
