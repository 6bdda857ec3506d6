import type { DiffReport, ImpactReport, TableReport } from "./diff-report.ts"
import {
  changePercentText,
  countedText,
  countText,
  listWords,
  moneyText,
  offerTitle,
} from "./diff-words.ts"
import type { ArgumentImpact } from "../impact/argument-tally.ts"
import { type FirstPlaceImpact, medianOfCounts, type OfferImpact } from "../impact/price-impact.ts"

/** What becomes of one product, in words. */
export interface ProductLine {
  readonly offerId: number
  readonly title: string
  readonly dearer: number
  readonly cheaper: number
  /** Mean prices before and after of those that move, in the currency in which most of them do; null where none does. */
  readonly mean: { readonly before: string; readonly after: string; readonly change: string } | null
  /** The least and the greatest change in per cent. */
  readonly range: string | null
  /** That it is no longer offered, or offered anew, in so many quotes. */
  readonly remarks: ReadonlyArray<string>
}

/** What a manager reads first. */
export interface DiffSummary {
  readonly headline: string
  readonly sentences: ReadonlyArray<string>
  readonly products: ReadonlyArray<ProductLine>
  readonly histogram: ReadonlyArray<HistogramBar>
  readonly moved: { readonly dearer: number; readonly cheaper: number }
  readonly standings: ReadonlyArray<StandingLine>
  readonly firstPlaces: ReadonlyArray<FirstPlaceLine>
  readonly arguments: ReadonlyArray<ArgumentLine>
  readonly texts: ReadonlyArray<TextLine>
}

/** A bar of a histogram of changes in per cent: around a value, or beyond it at either end. */
export interface HistogramBar {
  /** Tenths of a per cent in the middle of the bar. */
  readonly permille: number
  readonly count: number
  /** Whether what lies further out is counted in it too. */
  readonly beyond: "below" | "above" | null
}

/** The impact of a report, where there is one. */
export const impactIn = ({ impact }: DiffReport): ImpactReport | undefined =>
  isImpact(impact) ? impact : undefined

/** What a comparison comes to, as a manager reads it. */
export const summaryOf = (report: DiffReport, figure: HeadlineFigure = "middle"): DiffSummary => {
  const impact = impactIn(report)
  const offers = impact?.offers ?? []
  const found = {
    products: impact === undefined ? [] : offers.map((offer) => productLine(impact, offer)),
    histogram: impact === undefined ? [] : histogramOf(allPermille(impact)),
    moved: {
      dearer: offers.reduce((sum, { dearer }) => sum + dearer, 0),
      cheaper: offers.reduce((sum, { cheaper }) => sum + cheaper, 0),
    },
    standings: impact === undefined ? [] : standingLines(impact, impact.firstPlaces),
    firstPlaces:
      impact === undefined
        ? []
        : impact.firstPlaces.map(({ from, quotes, to }) => ({
            from: offerTitle(impact, from),
            fromId: from,
            to: offerTitle(impact, to),
            toId: to,
            quotes,
          })),
    arguments:
      impact === undefined
        ? []
        : impact.arguments.map((argument) => argumentLine(impact, argument)),
    texts: textLines(report.tables),
  }
  return {
    headline: headlineOf(report, found, figure),
    sentences: sentencesOf(report, found),
    ...found,
  }
}

/**
 * Puts changes in tenths of a per cent into bars of one width around round values. No change is no bar's, so none
 * lies around zero alone; the few far out are counted in the outermost bars.
 *
 * ```ts
 * import { histogramOf } from "../rules/changes/diff-summary.ts"
 *
 * histogramOf([[49, 3], [50, 20], [51, 2]]) // => [{ permille: 49, count: 3, beyond: null }, { permille: 50, count: 20, beyond: null }, { permille: 51, count: 2, beyond: null }]
 * histogramOf([]) // => []
 * ```
 */
export const histogramOf = (counts: Counts): ReadonlyArray<HistogramBar> => {
  const sorted = [...counts].sort(([left], [right]) => left - right)
  if (sorted.length === 0) return []
  const [low, high] = bulkOf(sorted)
  const width = widths.find((each) => (high - low) / each < barsMax) ?? 10_000
  const barAt = (permille: number): number => Math.round(permille / width)
  const [first, last] = [barAt(low), barAt(high)]
  const bars = Array.from({ length: last - first + 1 }, (_, index) => ({
    permille: (first + index) * width,
    count: 0,
    beyond: null as HistogramBar["beyond"],
  }))
  for (const [permille, count] of sorted) {
    const at = barAt(permille) - first
    const bar = bars[Math.min(Math.max(at, 0), bars.length - 1)]
    if (bar === undefined) continue
    bar.count += count
    if (at < 0) bar.beyond = "below"
    if (at >= bars.length) bar.beyond = "above"
  }
  return bars
}

/**
 * Tenths of a per cent with their sign, as people read them.
 *
 * ```ts
 * import { permilleText } from "../rules/changes/diff-summary.ts"
 *
 * permilleText(50) // => "+5.0 %"
 * permilleText(-3) // => "−0.3 %"
 * permilleText(0) // => "about 0"
 * ```
 */
export const permilleText = (permille: number): string =>
  permille === 0
    ? "about 0"
    : `${permille < 0 ? "−" : "+"}${(Math.abs(permille) / 10).toFixed(1)} %`

/** What a bar stands for. */
export const barText = ({ beyond, permille }: HistogramBar): string => {
  if (beyond === null) return permilleText(permille)
  return `${permilleText(permille)} and ${beyond === "below" ? "less" : "more"}`
}

/** Offers that took the first place from others. */
interface FirstPlaceLine {
  readonly from: string
  readonly fromId: number | null
  readonly to: string
  readonly toId: number | null
  readonly quotes: number
}

/** An offer whose first places come or go. */
interface StandingLine {
  readonly title: string
  readonly gained: number
  readonly lost: number
}

/** An argument that cards gain or lose. */
interface ArgumentLine {
  readonly title: string
  readonly id: string
  readonly change: ArgumentImpact["change"]
  readonly bilans: number
  readonly cards: ReadonlyArray<string>
}

/** A sentence that reads otherwise. */
interface TextLine {
  readonly key: string
  readonly language: string
  readonly before: string
  readonly after: string
}

const isImpact = (impact: DiffReport["impact"]): impact is ImpactReport =>
  impact !== null && !("unavailable" in impact)

const productLine = (impact: ImpactReport, offer: OfferImpact): ProductLine => {
  const [most] = offer.moved
  const [first, last] = [offer.permille[0]?.[0], offer.permille.at(-1)?.[0]]
  const money = (sum: number): string =>
    moneyText(sum / (most?.count ?? 1), most?.currency ?? "", impact.minorUnits)
  const remarks = [
    ...(offer.gone > 0 ? [`no longer offered in ${countedText(offer.gone, "quote")}`] : []),
    ...(offer.come > 0 ? [`newly offered in ${countedText(offer.come, "quote")}`] : []),
  ]
  return {
    offerId: offer.offerId,
    title: offerTitle(impact, offer.offerId),
    dearer: offer.dearer,
    cheaper: offer.cheaper,
    mean:
      most === undefined
        ? null
        : {
            before: money(most.sumBefore),
            after: money(most.sumAfter),
            change: changePercentText(most.sumBefore, most.sumAfter),
          },
    range:
      first === undefined || last === undefined
        ? null
        : `${permilleText(first)} to ${permilleText(last)}`,
    remarks,
  }
}

const allPermille = ({ offers }: ImpactReport): ReadonlyArray<readonly [number, number]> => {
  const counts = new Map<number, number>()
  for (const { permille } of offers) {
    for (const [value, count] of permille) counts.set(value, (counts.get(value) ?? 0) + count)
  }
  return [...counts]
}

const standingLines = (
  impact: ImpactReport,
  places: ReadonlyArray<FirstPlaceImpact>,
): ReadonlyArray<StandingLine> => {
  const found = new Map<number, { gained: number; lost: number }>()
  const of = (id: number) => {
    const known = found.get(id) ?? { gained: 0, lost: 0 }
    found.set(id, known)
    return known
  }
  for (const { from, quotes, to } of places) {
    if (from !== null) of(from).lost += quotes
    if (to !== null) of(to).gained += quotes
  }
  return [...found]
    .map(([id, { gained, lost }]) => ({ title: offerTitle(impact, id), gained, lost }))
    .sort((left, right) => right.gained + right.lost - left.gained - left.lost)
}

const textLines = (tables: ReadonlyArray<TableReport>): ReadonlyArray<TextLine> =>
  tables
    .filter(({ file }) => file.startsWith("messages/"))
    .flatMap(({ plain }) => plain?.changed ?? [])
    .flatMap(({ cells, key }) =>
      cells.map(({ after, before, column }) => ({
        key: key.join(" "),
        language: column,
        before,
        after,
      })),
    )

const middleText = (counts: ReadonlyArray<readonly [number, number]>): string =>
  counts.length === 0 ? "" : ` by ${permilleText(Math.abs(medianOfCounts(counts))).slice(1)}`

/** Which figure a headline tells beside the count: the middle of all changes, or the greatest. */
type HeadlineFigure = "middle" | "most"

const mostText = (counts: ReadonlyArray<readonly [number, number]>): string => {
  const most = Math.max(...counts.map(([value]) => Math.abs(value)))
  return counts.length === 0 ? "" : `, ${permilleText(most).slice(1)} at most`
}

const moneyHeadline = (
  moved: DiffSummary["moved"],
  permille: ReadonlyArray<readonly [number, number]>,
  figure: HeadlineFigure,
): string => {
  const up = permille.filter(([value]) => value > 0)
  const down = permille.filter(([value]) => value < 0)
  const part = (count: number, word: string, counts: typeof up): ReadonlyArray<string> =>
    count === 0
      ? []
      : [
          `${countedText(count, "price")} ${word}${figure === "most" ? mostText(counts) : middleText(counts)}`,
        ]
  return [...part(moved.dearer, "dearer", up), ...part(moved.cheaper, "cheaper", down)].join("; ")
}

const changedTables = ({ tables }: DiffReport): number =>
  tables.filter(({ verdict }) => verdict !== "unchanged" && verdict !== "equivalent").length

const headlineOf = (
  report: DiffReport,
  summary: Omit<DiffSummary, "headline" | "sentences">,
  figure: HeadlineFigure,
): string => {
  const impact = impactIn(report)
  const { moved, products, texts } = summary
  if (moved.dearer + moved.cheaper > 0 && impact !== undefined) {
    return moneyHeadline(moved, allPermille(impact), figure)
  }
  const [product] = products
  if (product !== undefined) return `${product.title} is ${product.remarks.join(" and ")}`
  if (summary.arguments.length > 0) {
    const cards = new Set(summary.arguments.flatMap((argument) => argument.cards))
    return `${countedText(cards.size, "card")} ${cards.size === 1 ? "gains or loses" : "gain or lose"} arguments`
  }
  if (impact !== undefined && impact.changed > 0) {
    return `${countText(impact.changed)} of ${countedText(impact.situations, "situation")} ${impact.changed === 1 ? "is" : "are"} answered differently`
  }
  if (texts.length > 0)
    return `${countedText(texts.length, "text")} ${texts.length === 1 ? "reads" : "read"} differently`
  const tables = changedTables(report)
  if (tables === 0) return "Nothing changes"
  return `${countedText(tables, "table")} changed${impact === undefined ? "" : ", and no answer with it"}`
}

const standingSentence = ({ gained, lost, title }: StandingLine): string => {
  const parts = [
    ...(lost > 0 ? [`loses first place in ${countedText(lost, "quote")}`] : []),
    ...(gained > 0 ? [`gains it in ${countedText(gained, "quote")}`] : []),
  ]
  return `${title} ${listWords(parts).replace(/^gains it/, "gains first place")}.`
}

const quoteSentences = ({ quotes }: ImpactReport): ReadonlyArray<string> =>
  quotes.flatMap(({ catalogue, cheaper, dearer, leastCheaper, leastDearer, lost, mixed, won }) => {
    const noun = catalogue === "live" ? "quote" : "sandbox quote"
    const are = (count: number): string =>
      `${countedText(count, noun)} ${count === 1 ? "is" : "are"}`
    const parts = [
      ...(dearer > 0
        ? [`${countedText(dearer, noun)} ${dearer === 1 ? "has" : "have"} dearer prices alone`]
        : []),
      ...(cheaper > 0 ? [`${countedText(cheaper, noun)} cheaper prices alone`] : []),
      ...(mixed > 0 ? [`${countedText(mixed, noun)} both`] : []),
    ]
    const least = [
      ...(leastDearer > 0 ? [`rises in ${countText(leastDearer)}`] : []),
      ...(leastCheaper > 0 ? [`falls in ${countText(leastCheaper)}`] : []),
    ]
    return [
      ...(parts.length > 0 ? [`${listWords(parts)}.`] : []),
      ...(least.length > 0 ? [`The least price of ${noun}s ${listWords(least)}.`] : []),
      ...(lost > 0 ? [`${are(lost)} no longer answered.`] : []),
      ...(won > 0 ? [`${are(won)} answered that ${won === 1 ? "was" : "were"} not.`] : []),
    ]
  })

const sentencesOf = (
  report: DiffReport,
  { arguments: some, products, standings }: Omit<DiffSummary, "headline" | "sentences">,
): ReadonlyArray<string> => {
  const impact = impactIn(report)
  if (impact === undefined) return []
  const share = `${countText(impact.changed)} of ${countedText(impact.situations, "situation")} ${impact.changed === 1 ? "changes" : "change"}.`
  const noMoves = products.every(({ mean }) => mean === null) ? ["No price moves."] : []
  const noCards = some.length === 0 ? ["No card gains or loses an argument."] : []
  return [
    share,
    ...quoteSentences(impact),
    ...standings.slice(0, 2).map(standingSentence),
    ...impact.offers
      .filter(({ gone }) => gone > 0)
      .toSorted((left, right) => right.gone - left.gone)
      .slice(0, 2)
      .map(
        ({ gone, offerId }) =>
          `${offerTitle(impact, offerId)} is no longer offered in ${countedText(gone, "quote")}.`,
      ),
    ...noMoves,
    ...noCards,
  ]
}

const argumentLine = (
  impact: ImpactReport,
  argument: ImpactReport["arguments"][number],
): ArgumentLine => ({
  title: impact.titles.arguments[argument.id] ?? argument.id,
  id: argument.id,
  change: argument.change,
  bilans: argument.situations,
  cards: argument.cards.map(({ card }) => impact.titles.cards[card] ?? card),
})

type Counts = Iterable<readonly [permille: number, count: number]>

/** Widths of bars in tenths of a per cent, from which the least that needs few bars is taken. */
const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const

const barsMax = 13

/** The values between which all but a hundredth at either end lies. */
const bulkOf = (sorted: ReadonlyArray<readonly [number, number]>): readonly [number, number] => {
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  const cut = Math.floor(all / 100)
  const from = (ordered: ReadonlyArray<readonly [number, number]>): number => {
    let seen = 0
    for (const [value, count] of ordered) {
      seen += count
      if (seen > cut) return value
    }
    return 0
  }
  return [from(sorted), from(sorted.toReversed())]
}
