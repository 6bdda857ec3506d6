import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtEnvironment, builtServerLine } from "../../support/built-package.ts"
import { eventually } from "../../support/eventually.ts"
import { freePort } from "../../support/http-call.ts"
import { plainEnvironment } from "../../support/run-process.ts"

/** The demo in a process of its own, built, with the options of `npm start`. */
export interface DemoServer {
  readonly url: string
  /** What it has printed for whoever started it. */
  readonly printed: () => string
  readonly end: () => Promise<void>
}

/** How long the demo may take until it has said how to go on. */
const startTimeoutMs = 120_000

/** Starts the demo over a database and waits until it has printed its last line. */
export const startDemo = async (databaseUrl: string): Promise<DemoServer> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), "viatica-demo-"))
  const child = spawn(process.execPath, [...(await builtServerLine()), "--demo"], {
    env: {
      ...plainEnvironment(),
      ...builtEnvironment(),
      PORT: String(port),
      BASE_URL: url,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const killed = (): void => void child.kill("SIGKILL")
  process.once("exit", killed)
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    }
    process.off("exit", killed)
    rmSync(folder, { recursive: true, force: true })
  }
  const isUp = async (): Promise<boolean> =>
    printed.includes("Serving until") || child.exitCode !== null
  if (!(await eventually(isUp, startTimeoutMs, 100)) || child.exitCode !== null) {
    await end()
    throw new Error(`The demo did not start: ${printed.slice(-2_000)}`)
  }
  return { url, printed: () => printed, end }
}
