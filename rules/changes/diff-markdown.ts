import type { PageReview } from "./diff-page-summary.ts"
import type { DiffReport, TableReport } from "./diff-report.ts"
import { barText, type DiffSummary, impactIn, summaryOf } from "./diff-summary.ts"
import {
  countText,
  fieldWords,
  foldExample,
  foldWords,
  impactText,
  type OfferTitles,
  otherFields,
  summaryText,
  valueText,
  verdictText,
  versionsText,
} from "./diff-words.ts"

/** Longer lists are left to the page; GitHub cuts a comment at 65,536 characters. */
const rowsMax = 20
const cardsMax = 5
const barWidth = 20
const cellMax = 160

/** Text that says itself in Markdown: nothing in it is markup, a mention or the end of a cell. */
const plain = (text: string): string => {
  const short = text.length > cellMax ? `${text.slice(0, cellMax - 1)}…` : text
  return short
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_{}[\]<>#|~!]/g, (mark) => (mark === "<" ? "&lt;" : `\\${mark}`))
    .replaceAll("@", "&#64;")
}

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

/** A table; headings that end in a colon stand over numbers. */
const table = (
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<string> =>
  rows.length === 0
    ? []
    : [
        "",
        row(headings.map((heading) => heading.replace(/:$/, ""))),
        row(headings.map((heading) => (heading.endsWith(":") ? "--:" : "---"))),
        ...rows.slice(0, rowsMax).map(row),
        ...(rows.length > rowsMax ? ["", `… and ${countText(rows.length - rowsMax)} more`] : []),
      ]

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", `### ${title}`, ...lines]

const products = (summary: DiffSummary): ReadonlyArray<string> =>
  table(
    ["Product", "Dearer:", "Cheaper:", "Before, on average:", "After:", "Change:", ""],
    summary.products.map(({ cheaper, dearer, mean, remarks, title }) => [
      plain(title),
      countText(dearer),
      countText(cheaper),
      mean?.before ?? "",
      mean?.after ?? "",
      mean === null ? "" : `**${mean.change}**`,
      remarks.join(", "),
    ]),
  )

const histogram = ({ histogram: bars }: DiffSummary): ReadonlyArray<string> => {
  if (bars.length < 2) return []
  const most = Math.max(...bars.map(({ count }) => count))
  return table(
    ["Change:", "Prices:", ""],
    bars.map((bar) => [
      barText(bar),
      countText(bar.count),
      "█".repeat(bar.count === 0 ? 0 : Math.max(1, Math.round((bar.count / most) * barWidth))),
    ]),
  )
}

const cardsText = (cards: ReadonlyArray<string>): string =>
  cards.length <= cardsMax
    ? cards.join(", ")
    : `${cards.slice(0, cardsMax).join(", ")} and ${cards.length - cardsMax} more`

const tableLines = (report: TableReport, offers: OfferTitles): ReadonlyArray<string> => [
  `- \`${report.file}\`: ${plain(verdictText(report))}`,
  ...report.folds.slice(0, rowsMax).map((fold) => {
    const [first] = fold.rows
    const example = first === undefined ? undefined : foldExample(fold, first)
    const told =
      fold.rows.length === 1 || example === undefined
        ? ""
        : ` (for example ${plain(`${example.where}: ${example.change}`)})`
    return `  - ${plain(foldWords(fold, offers))}${told}`
  }),
  ...(report.folds.length > rowsMax
    ? [`  - … and ${countText(report.folds.length - rowsMax)} more`]
    : []),
]

/** What the change is for, how it stands and what was checked. */
const reviewLines = ({
  by,
  checks,
  comments,
  reason,
  state,
}: PageReview): ReadonlyArray<string> => [
  ...(reason === null ? [] : ["", `> ${plain(reason)}`]),
  "",
  [...(by.length === 0 ? [] : [`By ${by.map(plain).join(", ")}`]), plain(state.text)].join(". "),
  ...section("What was checked", [
    "",
    ...checks.map(
      ({ state: came, text }) => `- ${came === "held" ? "" : `**${came}** `}${plain(text)}`,
    ),
  ]),
  ...section(
    "Comments",
    comments.flatMap(({ answers, by: who, isSettled, on, text }, index) => [
      ...(index === 0 ? [""] : []),
      `- ${plain(who)}${on === null ? "" : ` on \`${on}\``}: ${plain(text)}${isSettled ? " (settled)" : ""}`,
      ...answers.map((answer) => `  - ${plain(answer.by)}: ${plain(answer.text)}`),
    ]),
  ),
]

/** The report of a comparison in Markdown, for a pull request: what a manager reads, then what changed. */
export const diffMarkdown = (report: DiffReport, review?: PageReview): string => {
  const summary = summaryOf(report, review === undefined ? "middle" : "most")
  const impact = impactIn(report)
  const offers = impact?.titles.offers ?? {}
  const changed = report.tables.filter(({ verdict }) => verdict !== "unchanged")
  const lines = [
    `## ${plain(summary.headline)}`,
    ...(summary.sentences.length === 0 ? [] : ["", summary.sentences.map(plain).join(" ")]),
    ...(review === undefined ? [] : reviewLines(review)),
    ...products(summary),
    ...section("How prices move", histogram(summary)),
    ...section(
      "First place",
      table(
        ["From", "To", "Quotes:"],
        summary.firstPlaces.map(({ from, quotes, to }) => [
          plain(from),
          plain(to),
          countText(quotes),
        ]),
      ),
    ),
    ...section(
      "Arguments of cards",
      table(
        ["", "Argument", "Bilans:", "Cards"],
        summary.arguments.map(({ bilans, cards, change, id, title }) => [
          change,
          `${plain(title)} (\`${id}\`)`,
          countText(bilans),
          plain(cardsText(cards)),
        ]),
      ),
    ),
    ...section(
      "Texts",
      table(
        ["Text", "Language", "Before", "After"],
        summary.texts.map(({ after, before, key, language }) => [
          `\`${key}\``,
          language,
          plain(before),
          plain(after),
        ]),
      ),
    ),
    ...section(
      "Tables",
      changed.length === 0 ? [] : ["", ...changed.flatMap((each) => tableLines(each, offers))],
    ),
    ...(impact === undefined
      ? []
      : section(
          "What else answers say",
          table(
            ["What", "Situations:", "For example", "Before", "After"],
            otherFields(impact).map(({ examples: [example], field, situations }) => [
              plain(fieldWords(impact, field)),
              countText(situations),
              plain(example?.situation ?? ""),
              plain(valueText(example?.before)),
              plain(valueText(example?.after)),
            ]),
          ),
        )),
    "",
    `_${plain(versionsText(report))}; ${plain(summaryText(report))}${impact === undefined ? "" : `. ${plain(impactText(impact))}`}_`,
    ...(report.impact !== null && "unavailable" in report.impact
      ? ["", `No impact on the corpus: ${plain(report.impact.unavailable)}`]
      : []),
  ]
  return `${lines.join("\n")}\n`
}
