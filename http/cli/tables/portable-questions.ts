import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { describeFactProblem, readFacts } from "../../../core/explain/facts.ts"
import type { FactsOf, Inputs } from "../../../core/table/decision.ts"
import { camelCase } from "../../../core/table/names.ts"
import { readInputText } from "./json-input.ts"
import { type FoundPortable, isPortable, withDayNumbers } from "./portable.ts"

/** A line of a file of questions holds no facts for a table. */
export class QuestionUnreadable extends Data.TaggedError("QuestionUnreadable")<{
  readonly origin: string
  readonly line: number
  readonly reason: string
}> {
  override get message() {
    return `${this.origin}:${this.line} ${this.reason}`
  }
}

/** A flag does not go with the table that was named, or a table is no imported one. */
export class PortableFlagRefused extends Data.TaggedError("PortableFlagRefused")<{
  readonly reason: string
}> {
  override get message() {
    return this.reason
  }
}

/** What has to hold of the flags of a command that takes either an imported table or a folder of ours. */
export const portableFlags = (
  path: string,
  refused: Readonly<Record<string, boolean>>,
): Effect.Effect<void, PortableFlagRefused> => {
  if (!isPortable(path)) {
    const reason = `${path} is no .table.json; --table names a table of the folder`
    return Effect.fail(new PortableFlagRefused({ reason }))
  }
  const given = Object.entries(refused).flatMap(([name, isGiven]) => (isGiven ? [`--${name}`] : []))
  if (given.length === 0) return Effect.void
  const reason = `${given.join(", ")}: only of the tables of a folder, not of an imported one`
  return Effect.fail(new PortableFlagRefused({ reason }))
}

/** The flag of a table's questions, where no imported table is named. */
export const questionsWithout = new PortableFlagRefused({
  reason: "--questions goes with an imported table: name its .table.json",
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

/** Reads the questions of a file, or of standard input: facts by column, a JSON object a line. */
export const readQuestions = Effect.fnUntraced(function* (found: FoundPortable, file: string) {
  const text = yield* readInputText(file === "-" ? file : `@${file}`)
  const origin = file === "-" ? "standard input" : file
  const questions: Array<NamedFacts> = []
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const read = factsIn(found, line)
    if (Result.isFailure(read)) {
      return yield* new QuestionUnreadable({ origin, line: index + 1, reason: read.failure })
    }
    questions.push(read.success)
  }
  return questions
})

/** Facts by column, as a table is asked with them. */
export const askedFacts = (facts: NamedFacts): FactsOf<Inputs> =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [camelCase(name), fact]))
