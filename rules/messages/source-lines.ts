import type { ExplainedFigure, Explanation, Reason } from "../explanation/explanation.ts"
import type { MessageValues, MessageWriter } from "./message-writer.ts"

/** A reason with where its row comes from, of when it is and how sure, where its table says so. */
export interface SourcedReason extends Reason {
  readonly source?: string
  readonly asOf?: string
  readonly confidence?: string
}

const pageForm = /^https?:\/\/(?:www\.)?([^/?#]+)/

/**
 * The host of a page; undefined for what is no page.
 *
 * ```ts
 * import { hostOf } from "../rules/messages/source-lines.ts"
 *
 * hostOf("https://www.qoverme.com/guides/visa") // => "qoverme.com"
 * hostOf("unsourced") // => undefined
 * ```
 */
export const hostOf = (source: string | undefined): string | undefined =>
  pageForm.exec(source ?? "")?.[1]

/** What a figure rests on, by the table that its row stands in. */
const kinds: ReadonlyMap<string, "cover" | "country" | "warning" | "bin"> = new Map([
  ["coach/benefits.csv", "cover"],
  ["coach/cover_terms.csv", "cover"],
  ["coach/usual_terms.csv", "country"],
  ["coach/travel_warnings.csv", "warning"],
  ["coach/bins.csv", "bin"],
] as const)

/** Sources older than this many years say so. */
const oldYears = 3

/** Whether something of a day, month or year is old on a day. */
const isOld = (asOf: string, today: string): boolean => {
  const years = Number(today.slice(0, 4)) - oldYears
  return asOf < `${years}${today.slice(4)}`.slice(0, asOf.length)
}

/** How lines on sources are said: with what values beside those of a row, and on which day. */
export interface SourceContext {
  readonly writer: MessageWriter
  /** Basis, market, network and whatever else a line may show. */
  readonly values: MessageValues
  /** `YYYY-MM-DD`; undefined where nothing is said of age. */
  readonly today: string | undefined
}

const keyOf = (reason: SourcedReason, basis: unknown, dated: boolean): string | undefined => {
  const kind = kinds.get(reason.file)
  if (kind !== "cover") return kind === undefined ? undefined : `source.${kind}`
  if (basis !== "card") return "source.range"
  return dated ? "source.card" : "source.card_undated"
}

/** The line on the page behind a reason; undefined where its row names none. */
const sourceLine = (
  reason: SourcedReason,
  { writer, today, values }: SourceContext,
): string | undefined => {
  const page = hostOf(reason.source)
  const { asOf, confidence } = reason
  const key = page === undefined ? undefined : keyOf(reason, values["basis"], asOf !== undefined)
  if (key === undefined || page === undefined) return undefined
  const printed = asOf === undefined ? undefined : (writer.print.date(asOf) ?? asOf)
  const shown = { ...values, page, asOf: printed ?? writer.word("undated") }
  const line = writer.say("messageSources", key, shown)
  if (line === undefined) return undefined
  const certainty =
    confidence === undefined ? undefined : writer.say("messageSources", `confidence.${confidence}`)
  const sure = certainty === undefined ? line : line.replace(/\.$/, ` (${certainty}).`)
  const old = asOf !== undefined && today !== undefined && isOld(asOf, today)
  const age = old ? writer.say("messageSources", "source.old", shown) : undefined
  // A network or market that is not known leaves two spaces behind.
  return [sure, age]
    .filter((part) => part !== undefined)
    .join(" ")
    .replaceAll(/ {2,}/g, " ")
}

const belongsTo = (part: string, figure: string): boolean =>
  figure === part || figure.startsWith(`${part}.`)

/** The figures of a part of an answer, and those that they follow from. */
const figuresOf = (explanation: Explanation, part: string): ReadonlyArray<ExplainedFigure> => {
  const own = explanation.filter(({ figure }) => belongsTo(part, figure))
  const from = new Set(own.flatMap((figure) => figure.from ?? []))
  return [
    ...own,
    ...explanation.filter(
      ({ figure }) => from.has(figure) && !own.some((each) => each.figure === figure),
    ),
  ]
}

/** The lines on the sources of a part of an answer, `bilan.arguments[0]`, each once. */
export const sourceLines = (
  explanation: Explanation,
  part: string,
  context: SourceContext,
): ReadonlyArray<string> => {
  const reasons = figuresOf(explanation, part).flatMap(({ because }) => because)
  const lines = reasons.flatMap((reason) => sourceLine(reason, context) ?? [])
  if (lines.length > 0) return [...new Set(lines)]
  // A cover whose table names no page: that no source was found is said once.
  const isUnsourced = reasons.some(
    ({ file, source }: SourcedReason) => kinds.get(file) === "cover" && source !== undefined,
  )
  const none = isUnsourced ? context.writer.say("messageSources", "source.none") : undefined
  return none === undefined ? [] : [none]
}
