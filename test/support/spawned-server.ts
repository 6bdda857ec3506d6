import { spawn } from "node:child_process"
import { once } from "node:events"
import { serverLine } from "../../bench/start/command-line.ts"
import { eventually } from "./eventually.ts"
import { freePort, send } from "./http-call.ts"
import { plainEnvironment } from "./run-process.ts"

/** How long a server process may take until it answers. */
const startTimeoutMs = 60_000

/** How much of what a server says is kept. */
const saidMax = 1_000_000

/** A server of the service in a process of its own, as `npm run serve` starts it. */
export interface Server {
  readonly port: number
  /** Its process number. */
  readonly pid: number
  /** Ends it with a signal and waits for its end; gives the milliseconds that took. */
  readonly end: (signal?: "SIGTERM" | "SIGKILL") => Promise<number>
  /** Asks it to read its tables again. */
  readonly hangUp: () => void
  /** What it has said on standard error, or the end of that. */
  readonly said: () => string
}

const answers =
  (path: string) =>
  async (port: number): Promise<boolean> => {
    try {
      return (await send({ port, method: "GET", path })).status === 200
    } catch {
      return false
    }
  }

/** Whether a server says that it is ready. */
export const isReady = answers("/readyz")

/** Whether a server runs, be it ready or not. */
export const isRunning = answers("/healthz")

/**
 * Starts a server process in an environment of its own and waits until it is ready, unless told
 * otherwise; `args` follow `serve`. It runs from the sources unless Node is given another `line`.
 */
export const startServer = async (
  environment: Readonly<Record<string, string>>,
  isUp: (port: number) => Promise<boolean> = isReady,
  args: ReadonlyArray<string> = [],
  line: ReadonlyArray<string> = serverLine(),
): Promise<Server> => {
  const port = Number(environment["PORT"] ?? (await freePort()))
  const child = spawn(process.execPath, [...line, ...args], {
    env: { ...plainEnvironment(), PORT: String(port), ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  })
  // A run that is cut off leaves no server behind.
  const killed = (): void => void child.kill("SIGKILL")
  process.once("exit", killed)
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-saidMax)
  })
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const end: Server["end"] = async (signal = "SIGTERM") => {
    const startedAt = performance.now()
    if (!hasEnded()) {
      const ended = once(child, "exit")
      child.kill(signal)
      await ended
    }
    process.off("exit", killed)
    return performance.now() - startedAt
  }
  const isSettled = async (): Promise<boolean> => (await isUp(port)) || hasEnded()
  if (!(await eventually(isSettled, startTimeoutMs, 50)) || hasEnded()) {
    await end("SIGKILL")
    throw new Error(`The server did not start: ${said.slice(-2_000)}`)
  }
  return {
    port,
    pid: child.pid ?? 0,
    end,
    hangUp: () => void child.kill("SIGHUP"),
    said: () => said,
  }
}
