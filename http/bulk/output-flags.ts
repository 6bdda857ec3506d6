import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { answerFormats, type AnswerFormat } from "./rows/answer-form.ts"

const isFormat = (word: string): word is AnswerFormat =>
  answerFormats.some((format) => format === word)

/** The format that the ending of a file names. */
const formatOf = (file: string): AnswerFormat | undefined => {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ""
  return isFormat(ending) ? ending : undefined
}

/** What a command is told about the form of its answers. */
export interface OutputFlags {
  readonly format: Option.Option<AnswerFormat>
  readonly columns: ReadonlyArray<string>
  readonly out: Option.Option<string>
  readonly refusals: "report" | "inline"
  readonly forPeople: boolean
}

/** The format that was asked for, by its name or by that of the file. */
export const formatAsked = ({ format, out }: OutputFlags): AnswerFormat | undefined =>
  Option.getOrUndefined(
    Option.orElse(format, () =>
      Option.flatMap(out, (file) => Option.fromNullishOr(formatOf(file))),
    ),
  )

const namesIn = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** `--format`, `--columns`, `--out`, `--refusals` and `--for-people`: the form of many answers, and where they go. */
export const outputFlags = {
  format: Flag.Literals("format", answerFormats).pipe(
    Flag.withDescription("Form of the answers; left out, the ending of --out, else lines of JSON"),
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
    Flag.withDescription("File for the answers, which is there once all of them are written"),
    Flag.optional,
  ),
  refusals: Flag.Literals("refusals", ["report", "inline"]).pipe(
    Flag.withDescription("Where refusals are told: on standard error, or among the answers"),
    Flag.withDefault("report"),
  ),
  forPeople: Flag.Boolean("for-people").pipe(
    Flag.withDescription(
      "CSV to open in a spreadsheet: what it would run as a formula has an apostrophe before it",
    ),
    Flag.withDefault(false),
  ),
}
