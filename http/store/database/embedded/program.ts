import { spawn } from "node:child_process"

import * as Effect from "effect/Effect"

/** How to start a program so that Postgres accepts to run: as whom, and through what. */
export interface Launch {
  /** The user that has to own the cluster folder; absent: the one that runs this process. */
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** A command that changes the user and then becomes the program; empty: none is needed. */
  readonly prefix: ReadonlyArray<string>
}

/** The command line and spawn options that start `program` by way of `launch`. */
export const commandOf = (launch: Launch, program: string, args: ReadonlyArray<string>) => {
  const [file = program, ...rest] = [...launch.prefix, program, ...args]
  const switchUser = launch.owner !== undefined && launch.prefix.length === 0
  return {
    file,
    args: rest,
    options: {
      ...(switchUser ? launch.owner : {}),
      env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    },
  }
}

/** What became of a program that ran to its end; `exitCode` is null when it did not even start. */
export interface Ended {
  readonly exitCode: number | null
  readonly output: string
}

/**
 * Runs a program to its end, stdout and stderr together. An interruption ends it and waits until it
 * and what it started in turn are gone.
 */
export const runProgram = (
  launch: Launch,
  program: string,
  args: ReadonlyArray<string>,
): Effect.Effect<Ended> =>
  Effect.callback<Ended>((resume) => {
    const command = commandOf(launch, program, args)
    const output: Array<string> = []
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: ["ignore", "pipe", "pipe"],
    })
    child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text))
    child.on("error", (cause) => resume(Effect.succeed({ exitCode: null, output: cause.message })))
    child.on("close", (exitCode) => resume(Effect.succeed({ exitCode, output: output.join("") })))
    return Effect.callback<void>((stopped) => {
      child.once("close", () => stopped(Effect.void))
      child.kill("SIGTERM")
    })
  })
