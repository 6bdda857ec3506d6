import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll } from "@effect/vitest"
import { freePort, send } from "./http-call.ts"
import { serverEnvironment, type TestService } from "./service.ts"

const main = fileURLToPath(new URL("../../http/cli/main.ts", import.meta.url))

/** How long a server process may take until it answers. */
const startTimeoutMs = 60_000

/** A server in a process of its own. */
export interface ServerProcess {
  readonly port: number
  /** Ends it with a signal and waits for its end. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<void>
  /** Asks it to read its tables again. */
  readonly hangUp: () => void
  /** What it has said so far on standard error, or the end of that. */
  readonly said: () => string
}

const answers = async (port: number): Promise<boolean> => {
  try {
    return (await send({ port, method: "GET", path: "/readyz" })).status === 200
  } catch {
    return false
  }
}

const end = async (child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill(signal)
  await ended
}

/** Starts a server process over a database and waits until it is ready. */
export const startServerProcess = async (
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> => {
  const port = await freePort()
  const child = spawn(process.execPath, [main, "serve"], {
    env: { PATH: process.env["PATH"], ...serverEnvironment(databaseUrl, port), ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  })
  // A test that is cut off leaves no server behind.
  process.once("exit", () => child.kill("SIGKILL"))
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-20_000)
  })
  const deadline = Date.now() + startTimeoutMs
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end(child, "SIGKILL")
      throw new Error(`The server process did not start: ${said}`)
    }
    await delay(50)
  }
  return {
    port,
    end: (signal) => end(child, signal),
    hangUp: () => child.kill("SIGHUP"),
    said: () => said,
  }
}

/** Starts server processes on the database of a service before the tests of a file and ends them after. */
export const useServerProcesses = (service: () => TestService, count: number) => {
  let started: ReadonlyArray<ServerProcess> = []
  beforeAll(async () => {
    const { databaseUrl } = service()
    started = await Promise.all(
      Array.from({ length: count }, () => startServerProcess(databaseUrl)),
    )
  })
  afterAll(() => Promise.all(started.map((one) => one.end("SIGTERM"))))
  return {
    processes: () => started,
    /** The port of each in turn. */
    portOf: (index: number): number => started[index % count]?.port ?? 0,
  }
}
