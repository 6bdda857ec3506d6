import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import type { AnsweringTable } from "../../bulk/batch/prepared-answers.ts"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { factsOfCase } from "../../../core/check/check-cases.ts"
import { readFacts } from "../../../core/explain/facts.ts"
import { columnsOfFeel, feelProblem } from "../../../core/portable/read-portable.ts"
import { caseDefinition, caseFileOf } from "../../../core/table/case-table.ts"
import { loadTable } from "../../../core/table/load-table.ts"
import { definitionEnd, definitionFileOf } from "../../../core/table/own-table.ts"
import { loadFeel } from "../../tables/forms/dmn/feel.ts"
import { systemReason } from "../../platform/system-error.ts"
import { type LoadedPortable, loadPortable } from "../../tables/forms/portable/portable-files.ts"
import { type CommandRefused, type QuestionFault, refusal } from "../../terminal/command-refused.ts"
import { ownTablesIn } from "../../../rules/tables/own-tables.ts"
import { readIfThere, readInputText } from "./files.ts"

/** Whether a name on the command line is the definition of a portable table. */
export const isPortable = (name: string): boolean => name.endsWith(definitionEnd)

/**
 * The definition of a table of one's own that nothing asks but its own questions, by the file of its rows: it
 * is asked as an imported one is. Undefined for all others.
 */
export const askedByItself = (
  { folder, sources }: { readonly folder: string; readonly sources: ReadonlyMap<string, string> },
  file: string,
): string | undefined => {
  const definition = ownTablesIn(sources).definitions[file]
  return definition === undefined || definition.hook !== undefined
    ? undefined
    : join(folder, definitionFileOf(file))
}

/** A portable table with the folder that it lies in. */
export interface FoundPortable extends LoadedPortable {
  readonly folder: string
  /** The text of its cases; undefined where there are none beside it. */
  readonly cases?: string
}

/** Reads a portable table from disk with all mistakes in its rows, given the path of its definition. */
export const readPortableRows = Effect.fnUntraced(function* (path: string) {
  const csv = `${path.slice(0, -definitionEnd.length)}.csv`
  const [definition, source] = yield* Effect.all([readText(path), readText(csv)])
  const loaded = loadPortable(basename(csv), definition, source.replace(/^\uFEFF/, ""))
  if (Result.isFailure(loaded)) {
    return yield* refusal("unreadable", {
      path,
      reason: { _tag: "NoPortableTable", fault: loaded.failure },
    })
  }
  const cases = yield* Effect.tryPromise({
    try: () => readIfThere(caseFileOf(csv)),
    catch: (cause) => refusal("unreadable", { path: caseFileOf(csv), reason: systemReason(cause) }),
  })
  return {
    ...loaded.success,
    folder: dirname(path),
    ...(cases === undefined ? {} : { cases }),
  } satisfies FoundPortable
})

/** A portable table and its cases, where it has some without mistakes, and the mistakes in them. */
export const portableCases = ({ cases, decision, file, source }: FoundPortable) => {
  const { definition } = decision
  const asked = cases === undefined ? undefined : caseDefinition(definition, cases)
  const read = asked && loadTable(asked, cases ?? "")
  return {
    definitions: { table: definition, ...(asked === undefined ? {} : { cases: asked }) },
    sources: new Map([[file, source], ...(asked ? [[asked.file, cases ?? ""] as const] : [])]),
    tables: {
      table: decision,
      ...(read === undefined || read.errors.length > 0 ? {} : { cases: read.content }),
    },
    mistakes: read?.errors ?? [],
  }
}

/** The questions that a portable table is asked by its cases. */
export const caseQuestions = (found: FoundPortable): ReadonlyArray<NamedFacts> => {
  const { cases } = portableCases(found).tables
  return cases?.rows.map((row) => factsOfCase(found.decision.definition, row)) ?? []
}

/** Reads a portable table without mistakes. */
export const readPortable = Effect.fnUntraced(function* (path: string) {
  const found = yield* readPortableRows(path)
  const errors = [...found.errors, ...portableCases(found).mistakes]
  if (errors.length > 0) return yield* refusal("imported-table-invalid", { errors })
  return found
})

/**
 * Reads a portable table that is to be asked: one without mistakes, and with an interpreter of FEEL
 * where it holds expressions.
 */
export const readAskable = Effect.fnUntraced(function* (path: string) {
  if (!isPortable(path)) return yield* refusal("no-table-to-ask", { path })
  const found = yield* readPortable(path)
  const isOfFeel = columnsOfFeel(found.table).length > 0
  const feel = isOfFeel ? yield* Effect.promise(loadFeel) : undefined
  const problem = feelProblem(found.table, feel !== undefined)
  return problem === undefined ? found : yield* refusal("feel-unasked", { path, problem })
})

/** What answers facts by a table, on whatever thread. */
export const answeringTable = ({ file, source, table }: LoadedPortable): AnsweringTable => ({
  _tag: "Table",
  definition: JSON.stringify(table),
  file,
  source,
})

/** A text that is another one where a table answers otherwise. */
export const tableHash = ({ source, table }: LoadedPortable): string =>
  createHash("sha256")
    .update(`${JSON.stringify(table)}\n${source}`)
    .digest("hex")
    .slice(0, hashLength)

/** As long as that of all tables. */
const hashLength = 12

/** What a command takes that judges one imported table, by questions of its own. */
export const importedFlags = {
  file: Argument.String("FILE").pipe(
    Argument.withDescription("The .table.json of an imported table, to judge only that one"),
    Argument.optional,
  ),
  questions: Flag.String("questions").pipe(
    Flag.withDescription(
      "Facts to ask an imported table (- for standard input): one JSON object a line",
    ),
    Flag.optional,
  ),
}

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
        fault: read.failure,
      })
    }
    questions.push(read.success)
  }
  return questions
})

const readText = (path: string): Effect.Effect<string, CommandRefused> =>
  Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) => refusal("unreadable", { path, reason: systemReason(cause) }),
  })

const factsIn = (
  { decision }: FoundPortable,
  line: string,
): Result.Result<NamedFacts, QuestionFault> => {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return Result.fail({ _tag: "NoJson" })
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return Result.fail({ _tag: "NoFacts" })
  }
  // The words of an imported table stand in its definition: no other table lists them.
  const { facts, open, problems } = readFacts(
    decision.definition.inputs,
    { ...json },
    () => undefined,
  )
  const missing = open.filter((column) => !problems.some(({ name }) => name === column))
  return problems.length + missing.length === 0
    ? Result.succeed(facts)
    : Result.fail({ _tag: "WrongFacts", problems, missing })
}
