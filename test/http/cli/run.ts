import { Console as NodeConsole } from "node:console"
import { Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { viatica as runViatica } from "../../../http/cli/command-line.ts"
import { builtEnvironment, builtProgram } from "../../support/built-package.ts"
import { type ProcessOutcome, runProcess } from "../../support/run-process.ts"

type Environment = Readonly<Record<string, string>>

/** The file that starts the command line from the sources. */
export const launch = fileURLToPath(new URL("../../../.config/launch.mjs", import.meta.url))

/** Runs the built command line as a process with the given environment and standard input. */
export const runCommand =
  (environment: Environment) =>
  async (args: ReadonlyArray<string>, input = ""): Promise<ProcessOutcome> =>
    runProcess(process.execPath, [await builtProgram(), ...args], {
      cwd: process.cwd(),
      environment: { ...builtEnvironment(), ...environment },
      input,
      timeoutMs: 180_000,
    })

/** A stream that keeps what is written to it. */
const keeping = () => {
  let text = ""
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString()
      done()
    },
  })
  return { stream, text: () => text }
}

/**
 * Runs the command line in this process, with the given environment and no standard input: for
 * commands of which a process of their own is not the point, and takes longer than they do.
 */
export const runHere =
  (environment: Environment) =>
  (args: ReadonlyArray<string>): Promise<ProcessOutcome> => {
    const [stdout, stderr] = [keeping(), keeping()]
    const console = new NodeConsole({ stdout: stdout.stream, stderr: stderr.stream })
    return runViatica(args).pipe(
      Effect.match({ onSuccess: () => 0, onFailure: (ended) => ended.status }),
      Effect.map((status) => ({ status, stdout: stdout.text(), stderr: stderr.text() })),
      Effect.provide(NodeServices.layer),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment))),
      Effect.provideService(Console.Console, console),
      Effect.runPromise,
    )
  }

/** The command line as an operator has it, word for word; its environment may need a running service. */
export const commandLine = (environment: () => Environment) => {
  const viatica = (...args: ReadonlyArray<string>) => runHere(environment())(args)
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
