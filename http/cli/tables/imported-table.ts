import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readFile } from "node:fs/promises"
import { basename, dirname } from "node:path"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { describeFactProblem, readFacts } from "../../../core/explain/facts.ts"
import { dayNumber } from "../../../core/portable/feel-cells.ts"
import type { FactsOf, Inputs } from "../../../core/table/decision.ts"
import { camelCase } from "../../../core/table/names.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { systemReason } from "../../platform/system-error.ts"
import {
  definitionEnd,
  type LoadedPortable,
  loadPortable,
} from "../../tables/forms/portable/portable-files.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"
import { readInputText } from "./files.ts"

/** Whether a name on the command line is the definition of a portable table. */
export const isPortable = (name: string): boolean => name.endsWith(definitionEnd)

/** Facts as they are given, with days as the numbers that conditions compare. */
export const withDayNumbers = (
  { inputs }: FoundPortable["table"],
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const days = new Set(
    inputs.flatMap(({ name, type }) => (type === "day" ? [name, camelCase(name)] : [])),
  )
  return Object.fromEntries(
    Object.entries(given).map(([name, fact]) => {
      const isDay = days.has(name) && typeof fact === "string" && isCalendarDay(fact)
      return [name, isDay ? Number(dayNumber(fact)) : fact]
    }),
  )
}

/** A portable table with the folder that it lies in. */
export interface FoundPortable extends LoadedPortable {
  readonly folder: string
}

/** Reads a portable table from disk with all mistakes in its rows, given the path of its definition. */
export const readPortableRows = Effect.fnUntraced(function* (path: string) {
  const csv = `${path.slice(0, -definitionEnd.length)}.csv`
  const [definition, source] = yield* Effect.all([readText(path), readText(csv)])
  const loaded = loadPortable(basename(csv), definition, source.replace(/^\uFEFF/, ""))
  if (Result.isFailure(loaded)) {
    return yield* refusal("unreadable", { path, reason: loaded.failure })
  }
  return { ...loaded.success, folder: dirname(path) } satisfies FoundPortable
})

/** Reads a portable table without mistakes. */
export const readPortable = Effect.fnUntraced(function* (path: string) {
  const found = yield* readPortableRows(path)
  if (found.errors.length > 0)
    return yield* refusal("imported-table-invalid", { errors: found.errors })
  return found
})

/** What has to hold of the flags of a command that takes either an imported table or a folder of ours. */
export const portableFlags = (
  path: string,
  refused: Readonly<Record<string, boolean>>,
): Effect.Effect<void, CommandRefused> => {
  if (!isPortable(path)) return Effect.fail(refusal("no-imported-table", { path }))
  const given = Object.entries(refused).flatMap(([name, isGiven]) => (isGiven ? [`--${name}`] : []))
  return given.length === 0
    ? Effect.void
    : Effect.fail(refusal("flags-of-folder", { flags: given }))
}

/** The flag of a table's questions, where no imported table is named. */
export const questionsWithout = refusal("questions-without-table")

/** Reads the questions of a file, or of standard input: facts by column, a JSON object a line. */
export const readQuestions = Effect.fnUntraced(function* (found: FoundPortable, file: string) {
  const text = yield* readInputText(file === "-" ? file : `@${file}`)
  const origin = file === "-" ? "standard input" : file
  const questions: Array<NamedFacts> = []
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const read = factsIn(found, line)
    if (Result.isFailure(read)) {
      return yield* refusal("question-unreadable", {
        origin,
        line: index + 1,
        reason: read.failure,
      })
    }
    questions.push(read.success)
  }
  return questions
})

/** Facts by column, as a table is asked with them. */
export const askedFacts = (facts: NamedFacts): FactsOf<Inputs> =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [camelCase(name), fact]))

const readText = (path: string): Effect.Effect<string, CommandRefused> =>
  Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) => refusal("unreadable", { path, reason: systemReason(cause) }),
  })

const factsIn = (
  { decision, table }: FoundPortable,
  line: string,
): Result.Result<NamedFacts, string> => {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return Result.fail("it is no JSON")
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return Result.fail("it should be a JSON object of facts by column")
  }
  const given = withDayNumbers(table, { ...json })
  // The words of an imported table stand in its definition: no other table lists them.
  const { facts, open, problems } = readFacts(decision.definition.inputs, given, () => undefined)
  const told = [
    ...problems.map(describeFactProblem),
    ...open
      .filter((column) => !problems.some(({ name }) => name === column))
      .map((column) => `${column}: is missing`),
  ]
  return told.length === 0 ? Result.succeed(facts) : Result.fail(told.join("; "))
}
