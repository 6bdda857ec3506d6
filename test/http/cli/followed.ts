import { spawn } from "node:child_process"
import { afterAll } from "@effect/vitest"
import { builtEnvironment, builtProgram } from "../../support/built-package.ts"
import { eventually } from "../../support/eventually.ts"

/** Starts a command that follows a service in tests of a file; what still runs is ended with them. */
export const useFollowed = (command: "listen" | "tail") => {
  const children: Array<ReturnType<typeof spawn>> = []
  afterAll(() => children.forEach((child) => child.kill("SIGKILL")))

  return async (
    args: ReadonlyArray<string>,
    environment: Readonly<Record<string, string>> = {},
  ) => {
    const child = spawn(process.execPath, [await builtProgram(), command, ...args], {
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        ...builtEnvironment(),
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    })
    children.push(child)
    let [output, errors] = ["", ""]
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve))
    return {
      output: () => output,
      errors: () => errors,
      /** The lines of JSON that came, once there are so many. */
      told: async (count: number) => {
        await eventually(() => output.split("\n").length > count, 30_000, 50)
        const lines = output.split("\n").slice(0, -1)
        return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      },
      /** The exit status after an interruption, as by Ctrl-C. */
      stop: () => {
        child.kill("SIGINT")
        return ended
      },
    }
  }
}
