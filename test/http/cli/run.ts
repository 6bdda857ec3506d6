import { fileURLToPath } from "node:url"
import { expect } from "vitest"
import { type ProcessOutcome, runProcess } from "../../support/run-process.ts"

type Environment = Readonly<Record<string, string>>

/** The file that starts the command line. */
export const launch = fileURLToPath(new URL("../../../.config/launch.mjs", import.meta.url))

/** Runs the command line as a process with the given environment and standard input. */
export const runCommand =
  (environment: Environment) =>
  (args: ReadonlyArray<string>, input = ""): Promise<ProcessOutcome> =>
    runProcess(process.execPath, [launch, ...args], {
      cwd: process.cwd(),
      environment,
      input,
      timeoutMs: 180_000,
    })

/** The command line as an operator has it, word for word; its environment may need a running service. */
export const commandLine = (environment: () => Environment) => {
  const viatica = (...args: ReadonlyArray<string>) => runCommand(environment())(args)
  /** What a command that succeeds prints with `--json`. */
  const json = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await viatica(...args, "--json")
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    return JSON.parse(stdout)
  }
  return { viatica, json }
}

/** A command has ended with a status and one line on standard error, in which this stands. */
export const expectLine = (
  { status, stderr, stdout }: ProcessOutcome,
  expectedStatus: number,
  line: RegExp | string,
): void => {
  expect(stderr).toMatch(/^viatica: .*\n$/)
  expect(stderr).toMatch(line)
  expect(stdout).toBe("")
  expect(status).toBe(expectedStatus)
}
