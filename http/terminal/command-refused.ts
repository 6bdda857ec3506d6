import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ChoiceProblem } from "../../core/editing/chosen-rows.ts"
import type { BandProblem } from "../../core/editing/split-rows.ts"
import { describeFactProblem, type FactProblem } from "../../core/explain/facts.ts"
import type { RequestWarning } from "../../core/fields/request-warning.ts"
import { counted } from "../../core/plain-text.ts"
import { describeFeelProblem, type FeelProblem } from "../../core/portable/read-portable.ts"
import { describeTableError, type TableError } from "../../core/table/error.ts"
import { nearest } from "../../core/table/nearest.ts"
import { type TellingOf, toldBy } from "../../core/told-by.ts"
import type { PayeeFault } from "../../rules/payouts/payee.ts"
import { type CopyProblem, copyProblemText } from "../../rules/tables/copy-problem.ts"
import { CommandEnded, exitStatus } from "../processes/exit-status.ts"
import {
  describePortableFault,
  type PortableFault,
} from "../tables/forms/portable/portable-files.ts"
import type { SealRefusal } from "../store/sales/ledger-seal.ts"

/**
 * A command does not do what it was asked, or has found something wrong: which of the refusals
 * below it is, and what its sentence is made of. It ends the command with the sentence in one line
 * on standard error, and with status 1.
 */
export class CommandRefused extends Data.TaggedError("CommandRefused")<{
  readonly code: RefusalCode
  readonly facts: RefusalFacts<RefusalCode>
}> {
  override get message(): string {
    return sentenceOf(this.code, this.facts)
  }
}

/** Makes a refusal of its code, and of the facts that the sentence of this code needs. */
export const refusal = <Code extends RefusalCode>(
  code: Code,
  ...facts: FactsOf<Code>
): CommandRefused => new CommandRefused({ code, facts: facts[0] ?? {} })

/**
 * The sentence of a refusal; also of one that is only warned of.
 *
 * ```ts
 * import { sentenceOf } from "../http/terminal/command-refused.ts"
 *
 * sentenceOf("unreadable", { path: "trips.csv", reason: "no such file" }) // => "Cannot read trips.csv: no such file"
 *
 * const unread = new Map([["crad", 1], ["card.ntework", 12]])
 * sentenceOf("lines-not-read", { answered: 20, warned: 13, noun: "bilan", unread }) // => "13 of 20 bilans left something of the request unread: card.ntework (12), crad (1)"
 * ```
 */
export const sentenceOf = <Code extends RefusalCode>(
  code: Code,
  facts: RefusalFacts<Code>,
): string => (sentences[code] as (facts: RefusalFacts<Code>) => string)(facts)

/** Ends a command that was not called as it can be, with the reason and status 2. */
export const wrongUsage = Effect.fnUntraced(function* (reason: string) {
  yield* Console.error(`viatica: ${reason}`)
  return yield* new CommandEnded({ status: exitStatus.wrongUsage })
})

type Sentences = typeof sentences
type FactsOf<Code extends RefusalCode> = Parameters<Sentences[Code]>

/** What a command is refused for. */
export type RefusalCode = keyof Sentences

/** What the sentence of a refusal is made of; of several codes, what that of any may be. */
export type RefusalFacts<Code extends RefusalCode> = Code extends RefusalCode
  ? FactsOf<Code> extends readonly [infer Facts]
    ? Facts
    : {}
  : never

interface Inaccessible {
  readonly path: string
  /** What is wrong with what it holds, or why it cannot be had, in the words of the system. */
  readonly reason: InputFault | string
}

/** What is wrong with the text of a file that a command reads. */
export type InputFault =
  | { readonly _tag: "Empty" }
  | { readonly _tag: "TooLong"; readonly bytesMax: number }
  | { readonly _tag: "NoJson" }
  | { readonly _tag: "NoFacts" }
  | { readonly _tag: "NoSeal" }
  | { readonly _tag: "NoRecordedCall"; readonly line: number }
  | { readonly _tag: "NoPortableTable"; readonly fault: PortableFault }

/** Why a question to an imported table cannot be asked. */
export type QuestionFault =
  | Extract<InputFault, { readonly _tag: "NoJson" | "NoFacts" }>
  | {
      readonly _tag: "WrongFacts"
      readonly problems: ReadonlyArray<FactProblem>
      /** The columns that nothing is given for. */
      readonly missing: ReadonlyArray<string>
    }

interface Percentages {
  readonly minimumPercent: number
  /** What is below it, with its own percentage. */
  readonly short: ReadonlyArray<string>
}

/** What names name. */
const namedNouns = {
  told: "argument or headline",
  sandbox: "offer of the sandbox catalogue",
  live: "offer of the live catalogue",
} as const

/** What the fields of a bank account have to be. */
const payeeRules: Readonly<Record<PayeeFault["rule"], string>> = {
  missing: "it is missing",
  characters: "it is too long",
  checkDigits: "this is no IBAN: its country, its length or its check digits are wrong",
  form: "this is no BIC: it has 8 or 11 letters and digits",
  country: "a country code of two letters, such as FR",
  other: "it holds a sign that no line may hold",
}

const meant = (close: string | undefined): string =>
  close === undefined ? "" : `; did you mean ${close}?`

/** As many names that have a word are told. */
const meantMax = 3

/** The name that is closest to what was written, else those with such a word: `freinds` for `friends_not_insured`. */
const meantNames = (id: string, known: Iterable<string>): string | undefined => {
  const names = [...known]
  const whole = nearest(id, names)
  if (whole !== undefined) return whole
  const word = nearest(id, new Set(names.flatMap((name) => name.split(/[._]/))))
  if (word === undefined) return undefined
  const having = names.filter((name) => name.split(/[._]/).includes(word))
  return having.slice(0, meantMax).join(" or ")
}

/** The sentences of all refusals. */
const sentences = {
  // Files that are named on the command line.
  unreadable: ({ path, reason }: Inaccessible) => `Cannot read ${path}: ${reasonText(reason)}`,
  unwritable: ({ path, reason }: Inaccessible) => `Cannot write ${path}: ${reasonText(reason)}`,
  unusable: ({ path, reason }: Inaccessible) => `Cannot use ${path}: ${reasonText(reason)}`,

  // Requests that a command answers offline.
  "request-refused": ({
    detail,
    error,
    warnings = [],
  }: {
    readonly error: string
    readonly detail: string
    readonly warnings?: ReadonlyArray<RequestWarning>
  }) =>
    [`${error}: ${detail}`, ...(warnings.length === 0 ? [] : [warningsText(warnings)])].join("; "),
  "request-not-read": ({ noun }: { readonly noun: string }) =>
    `no ${noun} for a request that is not read in full; --no-strict gives it all the same`,
  "lines-refused": ({
    answered,
    noun,
    refused: without,
    unit,
  }: {
    readonly answered: number
    readonly refused: number
    readonly noun: string
    readonly unit: "lines" | "rows"
  }) => `${without} of ${answered + without} ${unit} got no ${noun}`,
  "lines-not-read": ({
    answered,
    noun,
    unread,
    warned,
  }: {
    readonly answered: number
    readonly warned: number
    readonly noun: string
    /** How often each place of a request was not read. */
    readonly unread: ReadonlyMap<string, number>
  }) =>
    `${warned} of ${answered} ${answered === 1 ? noun : `${noun}s`} left something of the request unread: ${placesText(unread)}`,
  "columns-unknown": ({ reason }: { readonly reason: string }) => reason,
  "header-unusable": ({
    place,
    problems,
  }: {
    readonly place: string
    readonly problems: ReadonlyArray<string>
  }) => `${place}: ${problems.join("; ")}`,
  "worker-stopped": ({
    batch,
    reason,
  }: {
    readonly reason: string
    /** The lines that it was at, where it had any. */
    readonly batch: { readonly firstLine: number; readonly lines: number } | undefined
  }) => `A worker stopped${batch === undefined ? "" : ` at ${linesText(batch)}`}: ${reason}`,
  "name-unknown": ({
    id,
    known,
    noun,
  }: {
    readonly noun: keyof typeof namedNouns
    readonly id: string
    readonly known: Iterable<string>
  }) => `There is no ${namedNouns[noun]} ${JSON.stringify(id)}${meant(meantNames(id, known))}`,

  // What tables say.
  "tables-failed": ({
    errors,
    files,
    mistakes,
    warnings,
  }: {
    readonly mistakes: number
    readonly errors: number
    /** Warnings and unknown answers, where they count. */
    readonly warnings: number
    readonly files: number
  }) => {
    const reasons = Object.entries({ mistake: mistakes, error: errors, warning: warnings })
    const found = reasons.flatMap(([noun, count]) => (count === 0 ? [] : counted(count, noun)))
    return `${found.join(", ")} in ${counted(files, "file")}`
  },
  "tables-differ": ({ files }: { readonly files: ReadonlyArray<string> }) =>
    `Not proven equivalent: ${files.join(", ")}`,
  "outcomes-changed": ({ changes, path }: { readonly changes: number; readonly path: string }) =>
    `${changes} changes of outcomes are not in ${path}; viatica tables accept records them`,
  "cases-differ": ({ cases, files }: { readonly cases: number; readonly files: number }) =>
    `${counted(cases, "case")} ${cases === 1 ? "does" : "do"} not hold, in ${counted(files, "file")}`,
  "no-table-cases": ({ file, table }: { readonly file: string; readonly table: string }) =>
    `${table} has no cases of its own; they would be in ${file}`,
  "document-not-current": ({ path }: { readonly path: string }) =>
    `${path} is not current; viatica tables doc writes it`,
  "table-not-exercised": ({ file }: { readonly file: string }) => `No answer asks or cites ${file}`,
  "coverage-below": ({
    by,
    minimumPercent,
    short,
  }: Percentages & { readonly by: "corpus" | "requests" | "questions" }) =>
    `${by === "corpus" ? "The corpus exercises" : `The ${by} exercise`} less than ${minimumPercent} %: ${short.join(", ")}`,
  "slips-unnoticed": ({ minimumPercent, short }: Percentages) =>
    `Fewer than ${minimumPercent} % of the slips are noticed: ${short.join(", ")}`,
  "facts-refused": ({
    file,
    problems,
  }: {
    readonly file: string
    readonly problems: ReadonlyArray<FactProblem>
  }) => `${file} cannot be asked: ${problems.map(describeFactProblem).join("; ")}`,
  "facts-missing": ({
    file,
    missing,
  }: {
    readonly file: string
    readonly missing: ReadonlyArray<string>
  }) => `${file} also asks for ${missing.join(", ")}; with --partial they stay open`,
  "no-row-at-line": ({
    file,
    line,
    nearest: close,
  }: {
    readonly file: string
    readonly line: number
    readonly nearest: number | undefined
  }) =>
    `${file} has no row at line ${line}${close === undefined ? "" : `; the nearest row is at line ${close}`}`,
  "no-row-with-key": ({
    file,
    nearest: close,
  }: {
    readonly file: string
    /** Lines of rows with a key like it. */
    readonly nearest: ReadonlyArray<number>
  }) =>
    `${file} has no row with this key${close.length === 0 ? "" : `; the nearest: line ${close.join(", line ")}`}`,
  "no-row-named": ({
    file,
    name,
    nearest: close,
  }: {
    readonly file: string
    readonly name: string
    readonly nearest: string | undefined
  }) => `${file} has no row ${JSON.stringify(name)}${meant(close)}`,

  // Changes of tables.
  "not-tidied": ({ files }: { readonly files: ReadonlyArray<string> }) =>
    `${counted(files.length, "table")} cannot be tidied: ${files.join(", ")}`,
  "import-refused": ({ faults, path }: { readonly path: string; readonly faults: number }) =>
    `${path} is not imported: ${counted(faults, "fault")}; nothing is written`,
  "no-feel": ({ asked }: { readonly asked: string }) =>
    `${asked} needs an interpreter of FEEL, the npm package feelin: npm install feelin`,
  "tck-failed": ({ failed }: { readonly failed: number }) =>
    `${counted(failed, "test")} of the kit failed`,
  "no-table-named": () => "Name the decision table to export",
  "several-tables-named": ({ named }: { readonly named: ReadonlyArray<string> }) =>
    `A model is written of one table, not of ${named.join(" and ")}`,
  "no-decision-table": ({ file }: { readonly file: string }) =>
    `${file} is no decision table; it has no conditions that a model could show`,
  "no-decimal-above-0": ({ flag, written }: { readonly flag: string; readonly written: string }) =>
    `--${flag} takes a decimal above 0, such as 1.05, not "${written}"`,
  "no-such-column": ({
    column,
    columns,
    file,
  }: {
    readonly file: string
    readonly column: string
    readonly columns: ReadonlyArray<string>
  }) => {
    const close = nearest(column, columns)
    const hint =
      close === undefined ? `its columns are ${columns.join(", ")}` : `did you mean "${close}"?`
    return `${file} has no column "${column}"; ${hint}`
  },
  "no-amounts": ({ file }: { readonly file: string }) =>
    `${file} has no amounts of money; name a column with --column`,
  "table-unreadable": ({ file }: { readonly file: string }) => `${file} cannot be read`,
  "no-condition": ({ part }: { readonly part: string }) =>
    `--where takes column=cell, not "${part}"`,
  "not-copied": ({ problem }: { readonly problem: CopyProblem }) => copyProblemText(problem, "en"),
  "answer-unasked": ({
    name,
    names,
    nearest: close,
  }: {
    readonly name: string
    readonly nearest: string | undefined
    readonly names: ReadonlyArray<string>
  }) =>
    `"${name}" is nothing that is asked${close === undefined ? `; these are: ${names.join(", ")}` : `; did you mean "${close}"?`}`,
  "answers-missing": ({ missing }: { readonly missing: number }) =>
    `Nothing is added: ${counted(missing, "fact")} missing, as listed`,
  "rows-not-chosen": ({ problem }: { readonly problem: ChoiceProblem }) =>
    toldBy(choiceProblems, problem),
  "bands-stay": ({ problem }: { readonly problem: BandProblem }) => toldBy(bandProblems, problem),
  "no-place-to-cut": ({ written }: { readonly written: string }) =>
    `--at takes the number where the upper part begins, such as 60, not "${written}"`,
  "not-scaled": ({
    column,
    file,
    line,
    text,
  }: {
    readonly file: string
    readonly line: number
    readonly column: string
    readonly text: string
  }) => `${file}, line ${line}: ${column} is no decimal but "${text}"`,
  "change-unsound": ({ errors }: { readonly errors: ReadonlyArray<TableError> }) => {
    const [first, ...more] = errors.map(describeTableError)
    const others = more.length === 0 ? "" : `, and ${more.length} more`
    return `Nothing is written, the tables would hold mistakes: ${first}${others}`
  },

  // Imported tables, whose definition is data.
  "no-imported-table": ({ path }: { readonly path: string }) =>
    `${path} is no .table.json; --table names a table of the folder`,
  "no-table-to-ask": ({ path }: { readonly path: string }) =>
    `${path} is no .table.json of an imported table`,
  "feel-unasked": ({ path, problem }: { readonly path: string; readonly problem: FeelProblem }) =>
    `${path}: ${describeFeelProblem(problem, "npm install feelin")}`,
  "no-definition": ({ path }: { readonly path: string }) =>
    `${path} is no .table.json; the tables of a folder are checked with --tables`,
  "no-such-form": ({ format }: { readonly format: string }) =>
    `Imported tables are checked as text or json, not as ${format}`,
  "flags-of-folder": ({ flags }: { readonly flags: ReadonlyArray<string> }) =>
    `${flags.join(", ")}: only of the tables of a folder, not of an imported one`,
  "questions-without-table": () => "--questions goes with an imported table: name its .table.json",
  "question-unreadable": ({
    fault,
    line,
    origin,
  }: {
    readonly origin: string
    readonly line: number
    readonly fault: QuestionFault
  }) => `${origin}:${line} ${toldBy(questionFaults, fault)}`,
  "imported-table-invalid": ({ errors }: { readonly errors: ReadonlyArray<TableError> }) =>
    errors.map(describeTableError).join("\n"),
  "imported-tables-differ": ({
    after,
    before,
  }: {
    readonly before: Shape
    readonly after: Shape
  }) =>
    `${before.path} has ${before.shape.join(", ")}; ${after.path} has ${after.shape.join(", ")}`,

  // Calls of a service.
  "body-unreadable": ({ path, reason }: Inaccessible) =>
    `Cannot read the body from ${path}: ${reasonText(reason)}`,
  "call-refused": ({ code, status }: { readonly status: number; readonly code: string }) =>
    `The service answered ${status} ${code}`.trimEnd(),
  "question-refused": ({ found, todo }: { readonly found: string; readonly todo: string }) =>
    `${found} -> ${todo}`,
  "live-not-listened": () =>
    "Only the events of the sandbox can be listened to: take a sandbox key (ak_test_…); those of live sales go to an endpoint.",
  "connection-wrong": ({ checks }: { readonly checks: ReadonlyArray<string> }) =>
    `This does not work yet: ${checks.join(", ")}`,
  "sample-call-refused": ({
    body,
    path,
    status,
  }: {
    readonly path: string
    readonly status: number
    readonly body: string
  }) => `The sample call to ${path} was answered ${status}: ${body.slice(0, 200)}`,

  // Servers of this machine.
  "team-without-database": () =>
    "A workbench for a team signs people in by the service's database: set DATABASE_URL, and what else the service has, such as MASTER_KEY and BASE_URL.",
  "team-has-a-port": () =>
    "A workbench for a team listens on HOST and PORT, as the service does: leave out --port.",
  "demo-of-several": () => "--demo serves from one process: leave out --processes.",
  "port-in-use": ({ port }: { readonly port: number }) =>
    `Port ${port} is already in use; give --port another one, or 0 for any.`,
  "port-unusable": ({ port, reason }: { readonly port: number; readonly reason: string }) =>
    `Cannot listen on port ${port}: ${reason}`,
  "emulator-missing": ({
    address,
    reason,
  }: {
    readonly address: string
    readonly reason: string
  }) => `No emulator answers at ${address} (${reason}); start one with: viatica emulator`,
  /** In words of the emulator. */
  "emulator-refused": ({ detail }: { readonly detail: string }) => detail,
  "recording-unusable": ({ path, reason }: Inaccessible) =>
    `The recording ${path} cannot be used: ${reasonText(reason)}`,

  // The books.
  "seals-unreadable": ({ path, reason }: Inaccessible) =>
    `Cannot read a seal from ${path}: ${reasonText(reason)}.`,
  "seal-unusable": ({
    line,
    refusal,
  }: {
    /** Its line in the file; null where it is the only one. */
    readonly line: number | null
    readonly refusal: SealRefusal
  }) => `The seal${line === null ? "" : ` in line ${line}`} cannot be used: ${sealText(refusal)}.`,
  "ledger-broken": ({ found }: { readonly found: number }) =>
    `The ledger does not hold: findings: ${found}.`,
  "ledger-left": ({ found }: { readonly found: number }) =>
    `What is left alone needs a person: findings: ${found}. Compare with a copy of the books.`,
  "correction-unasked": () =>
    "Nothing was corrected: --dry-run shows what would be done, --yes does it.",
  "no-statement": ({ number, partner }: { readonly number: string; readonly partner: string }) =>
    `${partner} has no statement ${number}.`,
  "no-line": ({ number, order }: { readonly number: string; readonly order: string }) =>
    `${number} is not signed, or has no line of ${order}.`,
  "statements-wrong": ({ found }: { readonly found: number }) =>
    `Statements and payouts do not agree with the ledger: findings: ${found}.`,
  "bad-moment": ({ text }: { readonly text: string }) =>
    `${text} is no moment that has passed: write it in UTC, such as 2026-11-30T08:15Z.`,
  "text-too-long": ({ flag, most }: { readonly flag: string; readonly most: number }) =>
    `${flag} takes 1 to ${most} characters.`,
  "payee-refused": ({ field, most, rule }: PayeeFault) =>
    `${field}: ${most === undefined ? payeeRules[rule] : `at most ${most} characters`}`,
}

/** An imported table, and what it asks and answers: its hit policy and the names of its columns. */
interface Shape {
  readonly path: string
  readonly shape: ReadonlyArray<string>
}

/** What of a request was not read, in one sentence. */
const warningsText = (warnings: ReadonlyArray<RequestWarning>): string =>
  warnings.map(({ detail }) => detail).join("; ")

/** As many places are named that were not read. */
const placesShown = 5

/** What of many requests was not read, the most frequent first: `card.ntework (12), crad (1)`. */
const placesText = (unread: ReadonlyMap<string, number>): string => {
  const ordered = [...unread].toSorted(([, left], [, right]) => right - left)
  const rest = ordered.length - placesShown
  const named = ordered.slice(0, placesShown).map(([place, times]) => `${place} (${times})`)
  return [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ")
}

const reasonText = (reason: InputFault | string): string =>
  typeof reason === "string" ? reason : toldBy(inputFaults, reason)

const inputFaults: TellingOf<InputFault> = {
  Empty: () => "it is empty",
  TooLong: ({ bytesMax }) => `it has more than ${bytesMax} bytes`,
  NoJson: () => "it is no JSON",
  NoFacts: () => "it should be a JSON object of facts by column",
  NoSeal: () => "it has no line with a seal",
  NoRecordedCall: ({ line }) => `line ${line} is no recorded call`,
  NoPortableTable: ({ fault }) => describePortableFault(fault),
}

const questionFaults: TellingOf<QuestionFault> = {
  NoJson: inputFaults.NoJson,
  NoFacts: inputFaults.NoFacts,
  WrongFacts: ({ missing, problems }) =>
    [
      ...problems.map(describeFactProblem),
      ...missing.map((column) => `${column}: is missing`),
    ].join("; "),
}

const choiceProblems: TellingOf<ChoiceProblem> = {
  ColumnUnknown: ({ column, columns, file, nearest: close }) => {
    const hint = close === null ? `; its columns are ${columns.join(", ")}` : meantCell(close)
    return `${file} has no column "${column}", nor has a table that it refers to${hint}`
  },
  NoRowWith: ({ cell, column, file, nearest: close }) =>
    `no row of ${file} has ${column}=${cell}${close === null ? "" : meantCell(close)}`,
  NoRowWithAll: ({ file }) => `no row of ${file} has all of that`,
  RowsAstride: ({ at, bands, column, file, rows }) => {
    const some = `${counted(rows, "row")} of ${file} ${rows === 1 ? "lies" : "lie"} partly in that range of ${column} (${bands.join(", ")})`
    return at === null ? some : `${some}; --split cuts them at ${at} first`
  },
}

const bandProblems: TellingOf<BandProblem> = {
  NoBands: ({ column, file }) => `${column} of ${file} is no condition over numbers`,
  NothingToCut: ({ at, bands, column, file }) => {
    const held =
      bands.length > bandsTold
        ? ""
        : `: they say ${bands.map((band) => band || "anything").join(", ")}`
    return `no row of ${file} is cut by ${column} ${at}, as each lies on one side of it${held}`
  },
  NothingToMerge: ({ column, file }) =>
    `no rows of ${file} differ in ${column} alone by bands that touch`,
}

const bandsTold = 8

const meantCell = (close: string): string => `; did you mean "${close}"?`

const linesText = ({ firstLine, lines }: { readonly firstLine: number; readonly lines: number }) =>
  lines === 1 ? `line ${firstLine}` : `lines ${firstLine} to ${firstLine + lines - 1}`

const sealText = (refusal: SealRefusal): string => {
  switch (refusal._tag) {
    case "NoSeal":
      return "it is no seal of `viatica ledger seal`, or not the whole of it"
    case "OtherKey":
      return (
        `it was made under another master key (${refusal.sealedWith}) than the one at hand ` +
        `(${refusal.holding}), so that nothing can be said of it`
      )
    case "SealChanged":
      return "the seal itself has been changed since it was made"
  }
}
