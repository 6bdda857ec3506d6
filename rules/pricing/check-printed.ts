import type { Finding, ShownReading } from "../../core/check/finding.ts"
import { compare, nearestNumber } from "../../core/money/rational.ts"
import { type TableError, tableError } from "../../core/table/error.ts"
import type { Expectation } from "../../core/table/expectation.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { gatherPhrases } from "../guarantees/printed/phrases.ts"
import { prepareReadPrinted } from "../guarantees/printed/prepare.ts"
import type { PrintedTables } from "../guarantees/printed/printed-tables.ts"
import type {
  PrintedContext,
  PrintedReading,
  ReadPrinted,
} from "../guarantees/printed/read-printed.ts"
import type * as samples from "../guarantees/printed/sample-tables.ts"
import { amountSign } from "../guarantees/printed/printed-vocabulary.ts"
import type { LiveTables } from "./pricing-tables.ts"

/** A printed line, with where it stands and how it is meant. */
interface PrintedLine extends PrintedContext {
  readonly file: string
  readonly line: number
  readonly printed: string
}

/**
 * How many lines there are, how many of them are not mapped, and how many are unmapped on purpose.
 */
export interface PrintedCount {
  readonly lines: number
  readonly unmapped: number
  readonly intended: number
}

/** The result of reading every printed line of the tables. */
export interface PrintedReport {
  /** Phrases that can never be read. */
  readonly mistakes: ReadonlyArray<TableError>
  /**
   * Lines of the corpus that do not read as they should, and lines of the catalogue that are not
   * mapped, except those that the corpus lists as unmapped.
   */
  readonly findings: ReadonlyArray<Finding>
  readonly corpus: Pick<PrintedCount, "lines" | "unmapped"> & { readonly misread: number }
  readonly catalogue: PrintedCount
}

type MappedReading = Pick<PrintedReading, "state" | "value" | "mapped">

/**
 * What a reading shows: its state, its value if any, and whether it is mapped.
 *
 * ```ts
 * import { readingFacts } from "../rules/pricing/check-printed.ts"
 *
 * readingFacts({ state: "per_day", value: { numerator: 61n, denominator: 2n }, mapped: true }) // => { state: "per_day", value: "30.5", isMapped: true }
 * ```
 */
export const readingFacts = ({ mapped, state, value }: MappedReading): ShownReading => ({
  state,
  value: value === null ? null : String(nearestNumber(value)),
  isMapped: mapped,
})

const areSame = (left: MappedReading, right: MappedReading): boolean => {
  if (left.state !== right.state || left.mapped !== right.mapped) return false
  if (left.value === null || right.value === null) return left.value === right.value
  return compare(left.value, right.value) === 0
}

const phraseMistakes = ({
  printedPhrases,
  printedStates,
}: PrintedTables): ReadonlyArray<TableError> => {
  const { file } = printedPhrases
  const mistake = (line: number, phrase: string, expected: Expectation): TableError =>
    tableError({ file, line, character: 1, column: "phrase", cell: phrase }, { expected })
  const repeated = gatherPhrases({ printedPhrases }).repeated.map(({ earlierLine, line, phrase }) =>
    mistake(line, phrase, { _tag: "OwnPhrase", line: earlierLine }),
  )
  const silent = printedPhrases.rows.flatMap(({ meaning, phrase }, index) => {
    const holdsAmount = phrase.includes(amountSign)
    const amount = holdsAmount ? "positive" : "none"
    if (printedStates.evaluate({ meaning, amount }).length > 0) return []
    const sign = amountSign
    const expected = { _tag: "PhraseWithState", sign, holdsAmount, meaning } as const
    return [mistake(printedPhrases.lines[index] ?? 0, phrase, expected)]
  })
  return [...repeated, ...silent]
}

type SampleTables = TablesOf<typeof samples>

type CorpusTable = SampleTables["corpusPrintedGuarantees"]

const corpusFindings = (
  { file, lines, rows }: CorpusTable,
  read: ReadPrinted,
): ReadonlyArray<Finding> =>
  rows.flatMap((row, index): ReadonlyArray<Finding> => {
    const { printed } = row
    const found = read(printed, row)
    if (areSame(row, found)) return []
    const [expected, shown] = [readingFacts(row), readingFacts(found)]
    const place = { file, line: lines[index] ?? 0, character: 1, hitPolicy: null }
    return [{ _tag: "MisreadLine", printed, expected, read: shown, ...place }]
  })

/** The tables of the catalogue, as far as they are sound. */
type PrintedCatalogue = Pick<
  Partial<LiveTables>,
  "catalogueGuarantees" | "catalogueOffers" | "catalogueInsurers"
>

/** The lines of the catalogue; none while one of its tables is missing. */
const catalogueLines = ({
  catalogueGuarantees,
  catalogueInsurers,
  catalogueOffers,
}: PrintedCatalogue): ReadonlyArray<PrintedLine> => {
  if (catalogueGuarantees === undefined) return []
  const { file, lines, rows } = catalogueGuarantees
  return rows.flatMap(({ offerId, printed }, index) => {
    const offer = catalogueOffers?.get(offerId)
    const insurer = offer === undefined ? undefined : catalogueInsurers?.get(offer.insurer)
    if (offer === undefined || insurer === undefined) return []
    const context = { language: insurer.language, currency: offer.guaranteeCurrency }
    return [{ file, line: lines[index] ?? 0, printed, ...context }]
  })
}

/** Whether the corpus lists a line as unmapped: somebody has looked at it. */
const isIntended = (
  corpus: CorpusTable | undefined,
  { currency, language, printed }: PrintedLine,
): boolean => corpus?.get(language, currency, printed)?.mapped === false

const findingOf = ({ currency, file, language, line, printed }: PrintedLine): Finding => ({
  _tag: "UnmappedLine",
  printed,
  language,
  currency,
  file,
  line,
  character: 1,
  hitPolicy: null,
})

const isWhole = <Some extends Partial<PrintedTables>>(
  tables: Some,
): tables is Some & PrintedTables =>
  tables.currencies !== undefined &&
  tables.printedCurrencySigns !== undefined &&
  tables.printedMagnitudes !== undefined &&
  tables.printedNumberFormats !== undefined &&
  tables.printedPhrases !== undefined &&
  tables.printedStates !== undefined

/**
 * Reads every printed line of the tables: those of the corpus must read as it says, and those of
 * the catalogue should be mapped, or be listed in the corpus as unmapped. Undefined where a mistake
 * hides a table that reading needs.
 */
export const checkPrinted = (
  tables: Partial<LiveTables & SampleTables>,
): PrintedReport | undefined => {
  if (!isWhole(tables)) return undefined
  const read = prepareReadPrinted(tables)
  const { corpusPrintedGuarantees: corpus } = tables
  const misread = corpus === undefined ? [] : corpusFindings(corpus, read)
  const rows = corpus?.rows ?? []
  const lines = catalogueLines(tables)
  const unmapped = lines.filter((line) => !read(line.printed, line).mapped)
  const unexpected = unmapped.filter((line) => !isIntended(corpus, line))
  return {
    mistakes: phraseMistakes(tables),
    findings: [...misread, ...unexpected.map(findingOf)],
    corpus: {
      lines: rows.length,
      misread: misread.length,
      unmapped: rows.filter(({ mapped }) => !mapped).length,
    },
    catalogue: {
      lines: lines.length,
      unmapped: unmapped.length,
      intended: unmapped.length - unexpected.length,
    },
  }
}
