import { readFile } from "node:fs/promises"

import * as Effect from "effect/Effect"

import type { Cluster } from "./cluster.ts"
import type { StartedPostmaster } from "./postmaster.ts"

/** How a server of our own making ended. */
export interface LastWords {
  /** What it said last, or what is wrong. */
  readonly line: string
  /** Whether someone ended it: it was not the server that failed. */
  readonly wasEnded: boolean
}

/** Ends once the process has exited; an interruption stops the waiting. */
export const lastWords = (cluster: Cluster, started: StartedPostmaster): Effect.Effect<LastWords> =>
  Effect.callback<void>((resume) => {
    const ended = () => resume(Effect.void)
    if (started.child.exitCode !== null || started.child.signalCode !== null) return ended()
    started.child.once("exit", ended)
    return Effect.sync(() => started.child.off("exit", ended))
  }).pipe(
    Effect.andThen(Effect.promise(() => readFile(cluster.logFile).catch(() => Buffer.of()))),
    Effect.map((log) => {
      const said = log.subarray(started.logOffset).toString("utf8").split("\n")
      const own = said.filter((line) => line.includes(`[${started.pid}]`))
      return {
        line: tellingLine(tellingLines(said, own)),
        wasEnded: started.child.signalCode !== null || own.some((line) => endedByOthers.test(line)),
      }
    }),
  )

/** A server says this before it ends though nothing is wrong with its start. */
const endedByOthers = /received \w+ shutdown request|because "?restart_after_crash"? is off/

/** Its own lines, unless all that these say is that the process that recovers has failed. */
const tellingLines = (
  said: ReadonlyArray<string>,
  own: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  own.length > 0 && !own.some((line) => line.includes("due to startup process failure"))
    ? own
    : said.filter((line) => !line.includes("FATAL:  the database system is"))

const isTelling = (line: string): boolean => /\b(FATAL|PANIC|ERROR|error):/.test(line)

/** A line without the time and the process number before it. */
const plain = (line: string): string => line.replace(/^.*?\[\d+\]\s+/, "").trim()

/** What goes before its last line where a program names no error: a sentence takes at most so many. */
const sentenceLinesMax = 3

/**
 * What is wrong by the lines of a program of Postgres: the last that names an error, or the first
 * where later ones follow from it, with its detail; else the last sentence.
 */
const tellingLine = (lines: ReadonlyArray<string>, which: "first" | "last" = "last"): string => {
  const filled = lines.filter((line) => line.trim() !== "")
  const index = which === "last" ? filled.findLastIndex(isTelling) : filled.findIndex(isTelling)
  const told = filled[index]
  if (told === undefined) {
    return filled.slice(-sentenceLinesMax).map(plain).join(" ") || "it said nothing"
  }
  const next = plain(filled[index + 1] ?? "")
  const detail = /^DETAIL:\s+(.*)/.exec(next)?.[1]
  return detail === undefined ? plain(told) : `${plain(told)} (${detail})`
}

/** What is wrong by the output of a program that makes something in steps: what failed first. */
export const firstError = (output: string): string => tellingLine(output.split("\n"), "first")
