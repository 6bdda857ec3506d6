import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import { freePort, send } from "../../test/support/http-call.ts"
import { plainEnvironment } from "../../test/support/run-process.ts"
import { serverLine } from "../start/command-line.ts"

/** How long a server may take until it is ready. */
const startTimeoutMs = 120_000

/** A server as `npm run serve` starts it. */
export interface WatchedServer {
  readonly port: number
  /** The memory that it has now, in MiB, as the operating system counts it. */
  readonly residentMib: () => Promise<number>
  readonly end: () => Promise<void>
}

const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await send({ port, method: "GET", path: "/readyz" })).status === 200
  } catch {
    return false
  }
}

const run = promisify(execFile)

const residentMib = async (processId: number): Promise<number> => {
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(processId)])
  return Number(stdout) / 1024
}

/** Starts a server and waits until it is ready. */
export const startWatched = async (
  environment: Readonly<Record<string, string>>,
): Promise<WatchedServer> => {
  const port = await freePort()
  const child = spawn(process.execPath, serverLine(), {
    env: { ...plainEnvironment(), LOG_LEVEL: "Error", ...environment, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  })
  const ended = once(child, "exit")
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM")
    await ended
  }
  const deadline = performance.now() + startTimeoutMs
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await end()
      throw new Error("the server did not start")
    }
    await delay(50)
  }
  return { port, end, residentMib: () => residentMib(child.pid ?? 0) }
}
