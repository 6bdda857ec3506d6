import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { answerColumns, type AnswerShape } from "./rows/answer-columns.ts"
import { type AnswerForm, type AnswerFormat, answerFormats, plainForm } from "./rows/answer-form.ts"
import { type CommandRefused, refusal } from "../terminal/command-refused.ts"

/** What a command is told about the form of its answers. */
export interface OutputFlags {
  readonly format: Option.Option<AnswerFormat>
  readonly columns: ReadonlyArray<string>
  readonly out: Option.Option<string>
  readonly refusals: "report" | "inline"
  readonly forPeople: boolean
}

const namesIn = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** `--format`, `--columns`, `--out`, `--refusals` and `--for-people`: the form of many answers, and where they go. */
export const outputFlags = {
  format: Flag.Literals("format", answerFormats).pipe(
    Flag.withDescription(
      "Format of the answers; when left out, by the ending of --out, else lines of JSON",
    ),
    Flag.optional,
  ),
  columns: Flag.String("columns").pipe(
    Flag.withDescription(
      "Columns of the answers, separated by commas: short names, or paths as in the JSON",
    ),
    Flag.map(namesIn),
    Flag.withDefault(new Array<string>()),
  ),
  out: Flag.String("out").pipe(
    Flag.withDescription("File for the answers; it appears once all of them are written"),
    Flag.optional,
  ),
  refusals: Flag.Literals("refusals", ["report", "inline"]).pipe(
    Flag.withDescription("Where refusals go: to standard error, or among the answers"),
    Flag.withDefault("report"),
  ),
  forPeople: Flag.Boolean("for-people").pipe(
    Flag.withDescription(
      "Write CSV for a spreadsheet: what it would run as a formula gets an apostrophe before it",
    ),
    Flag.withDefault(false),
  ),
}

/** The form of answers, and the file that they go to. */
export interface AnswerOutput {
  readonly form: AnswerForm
  readonly file: string | undefined
  /** Why the answers cannot be written so, as wrong usage. */
  readonly misuse?: string
}

/** Whether anything but plain lines of JSON on standard output was asked for. */
export const isOutputAsked = (flags: OutputFlags): boolean =>
  formatAsked(flags) !== undefined ||
  flags.columns.length > 0 ||
  flags.refusals === "inline" ||
  flags.forPeople ||
  Option.isSome(flags.out)

/** The form of answers as flags ask for it; wrong usage is told with it. */
export const answerOutput = (
  flags: OutputFlags & { readonly explain: boolean },
  shape: AnswerShape,
): Effect.Effect<AnswerOutput, CommandRefused> =>
  Effect.gen(function* () {
    const format = formatAsked(flags) ?? "ndjson"
    const hasColumns = format !== "ndjson" || flags.columns.length > 0
    const columns = yield* Effect.fromResult(answerColumns(flags.columns, shape)).pipe(
      Effect.mapError((reason) => refusal("columns-unknown", { reason })),
    )
    const misuse = misuseOf(flags, flags.explain)
    return {
      form: {
        ...plainForm,
        refusalsInline: flags.refusals === "inline",
        format,
        forPeople: flags.forPeople,
        items: shape.items,
        ...(hasColumns ? { columns } : {}),
      },
      file: Option.getOrUndefined(flags.out),
      ...(misuse === undefined ? {} : { misuse }),
    }
  })

/** The format that was asked for, by its name or by that of the file. */
const formatAsked = ({ format, out }: OutputFlags): AnswerFormat | undefined =>
  Option.getOrUndefined(
    Option.orElse(format, () =>
      Option.flatMap(out, (file) => Option.fromNullishOr(formatOf(file))),
    ),
  )

/** The format that the ending of a file names. */
const formatOf = (file: string): AnswerFormat | undefined => {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ""
  return isFormat(ending) ? ending : undefined
}

const isFormat = (word: string): word is AnswerFormat =>
  answerFormats.some((format) => format === word)

const misuseOf = (flags: OutputFlags, isExplained: boolean): string | undefined => {
  const format = formatAsked(flags) ?? "ndjson"
  if (binary.has(format) && Option.isNone(flags.out) && process.stdout.isTTY === true) {
    return `--format ${format} is not for a terminal; name a file with --out`
  }
  // XLSX is for people by itself.
  if (flags.forPeople && format !== "csv" && format !== "xlsx") {
    return `--for-people is for CSV; ${format} is read by programs, as it came`
  }
  const hasColumns = format !== "ndjson" || flags.columns.length > 0
  return isExplained && hasColumns
    ? "--explain has no columns; leave out --format and --columns"
    : undefined
}

/** Formats that a terminal cannot show. */
const binary: ReadonlySet<AnswerFormat> = new Set(["xlsx", "parquet", "arrow"])
