import type { DiffReport } from "./diff-report.ts"
import { barText, type DiffSummary, impactIn } from "./diff-summary.ts"
import { countedText, countText } from "./diff-words.ts"
import { tableText } from "../../core/plain-text.ts"

/** Longer lists are left to `--html` and `--json`. */
const linesMax = 12
const cardsMax = 4
const barWidth = 40

const indented = (text: string): string => text.replace(/^/gm, "  ")

const more = (count: number): ReadonlyArray<string> =>
  count > linesMax
    ? [`  … and ${countText(count - linesMax)} more, which --html and --json list`]
    : []

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", title, ...lines]

const productLines = ({ products }: DiffSummary): ReadonlyArray<string> => {
  const moved = products.filter(({ mean }) => mean !== null)
  const table = tableText(
    ["product", "dearer", "cheaper", "before, on average", "after", "change", "from … to"],
    moved
      .slice(0, linesMax)
      .map(({ cheaper, dearer, mean, range, title }) => [
        title,
        countText(dearer),
        countText(cheaper),
        mean?.before,
        mean?.after,
        mean?.change,
        range,
      ]),
  )
  const remarks = products.flatMap(({ remarks: some, title }) =>
    some.length === 0 ? [] : [`  ${title}: ${some.join(", ")}`],
  )
  return [
    ...(moved.length === 0 ? [] : [indented(table), ...more(moved.length)]),
    ...remarks.slice(0, linesMax),
    ...more(remarks.length),
  ]
}

const histogramLines = ({ histogram }: DiffSummary): ReadonlyArray<string> => {
  if (histogram.length < 2) return []
  const most = Math.max(...histogram.map(({ count }) => count))
  const names = histogram.map(barText)
  const width = Math.max(...names.map((name) => name.length))
  return histogram.map(({ count }, index) => {
    const length = count === 0 ? 0 : Math.max(1, Math.round((count / most) * barWidth))
    return `  ${(names[index] ?? "").padStart(width)}  ${"█".repeat(length)} ${countText(count)}`.trimEnd()
  })
}

const firstPlaceLines = ({ firstPlaces }: DiffSummary): ReadonlyArray<string> =>
  firstPlaces.length === 0
    ? []
    : [
        indented(
          tableText(
            ["from", "to", "quotes"],
            firstPlaces
              .slice(0, linesMax)
              .map(({ from, quotes, to }) => [from, to, countText(quotes)]),
          ),
        ),
        ...more(firstPlaces.length),
      ]

const cardsText = (cards: ReadonlyArray<string>): string =>
  cards.length <= cardsMax
    ? cards.join(", ")
    : `${cards.slice(0, cardsMax).join(", ")} and ${cards.length - cardsMax} more`

const argumentLines = (summary: DiffSummary): ReadonlyArray<string> => [
  ...summary.arguments
    .slice(0, linesMax)
    .map(
      ({ bilans, cards, change, id, title }) =>
        `  ${change === "gained" ? "+" : "-"} ${title} [${id}] ${change} in ${countedText(bilans, "bilan")}: ${cardsText(cards)}`,
    ),
  ...more(summary.arguments.length),
]

const textLines = ({ texts }: DiffSummary): ReadonlyArray<string> => [
  ...texts
    .slice(0, linesMax)
    .flatMap(({ after, before, key, language }) => [
      `  ${key}, ${language}`,
      `    before  ${before}`,
      `    after   ${after}`,
    ]),
  ...more(texts.length),
]

/** What a manager reads first, on a terminal; nothing where no answer and no text changes. */
export const summaryLines = (report: DiffReport, summary: DiffSummary): ReadonlyArray<string> => {
  const changed = impactIn(report)?.changed ?? 0
  if (changed === 0 && summary.texts.length === 0) return []
  return [
    "",
    summary.headline,
    ...summary.sentences.map((sentence) => `  ${sentence}`),
    ...section("Products", productLines(summary)),
    ...section("How prices move", histogramLines(summary)),
    ...section("First place", firstPlaceLines(summary)),
    ...section("Arguments of cards", argumentLines(summary)),
    ...section("Texts", textLines(summary)),
  ]
}
