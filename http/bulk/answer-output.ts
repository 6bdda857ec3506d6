import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type AnswerFormat, type AnswerForm, plainForm } from "./rows/answer-form.ts"
import { answerColumns, type AnswerShape } from "./rows/answer-columns.ts"
import { formatAsked, type OutputFlags } from "./output-flags.ts"
import { type CommandRefused, refusal } from "../terminal/command-refused.ts"

/** The form of answers, and the file that they go to. */
export interface AnswerOutput {
  readonly form: AnswerForm
  readonly file: string | undefined
  /** Why the answers cannot be written so, as wrong usage. */
  readonly misuse?: string
}

/** Formats that a terminal cannot show. */
const binary: ReadonlySet<AnswerFormat> = new Set(["xlsx", "parquet", "arrow"])

/** Whether anything but plain lines of JSON on standard output was asked for. */
export const isOutputAsked = (flags: OutputFlags): boolean =>
  formatAsked(flags) !== undefined ||
  flags.columns.length > 0 ||
  flags.refusals === "inline" ||
  flags.forPeople ||
  Option.isSome(flags.out)

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
