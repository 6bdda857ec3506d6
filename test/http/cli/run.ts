import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"

/** What a command left behind. */
export interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const main = fileURLToPath(new URL("../../../.config/launch.mjs", import.meta.url))

/** Runs the command line as a process with the given environment and standard input. */
export const runCommand =
  (env: Readonly<Record<string, string>>) =>
  async (args: ReadonlyArray<string>, input = ""): Promise<Finished> => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["pipe", "pipe", "pipe"],
    })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on("error", reject)
      child.on("close", resolve)
    })
    child.stdin.on("error", () => undefined)
    child.stdin.end(input)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { status: await ended, stdout, stderr }
  }
