import { spawn } from "node:child_process"

/** How a process ended. */
export interface ProcessOutcome {
  /** Null where a signal ended it. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a process is started with. */
export interface ProcessOptions {
  readonly cwd: string
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string
  readonly timeoutMs?: number
}

const inherited = ["PATH", "HOME", "TMPDIR", "SystemRoot", "NODE_COMPILE_CACHE"]

/** The few variables that programs need to find each other, their folders and compiled code. */
export const plainEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Runs a program to its end with an environment of its own, and kills it after a time. */
export const runProcess = (
  file: string,
  args: ReadonlyArray<string>,
  options: ProcessOptions,
): Promise<ProcessOutcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...plainEnvironment(), ...options.environment },
      timeout: options.timeoutMs ?? 60_000,
      killSignal: "SIGKILL",
    })
    const stdout: Array<Buffer> = []
    const stderr: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
    child.on("error", reject)
    child.on("close", (status) =>
      resolve({
        status,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      }),
    )
    child.stdin.on("error", () => {})
    child.stdin.end(options.input ?? "")
  })
