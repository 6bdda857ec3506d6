import type { DomainFindings } from "../../../core/check/check-decision.ts"
import { meantDirective } from "../../../core/check/meaning/meant.ts"
import { writtenRows, type MeantRow } from "../../../core/check/meaning/table-cells.ts"
import { memo } from "../../../core/memory.ts"
import { csvText } from "../../../core/table/csv.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type BenefitRow, coachBenefits } from "../tables/cards.ts"
import { coverTerms } from "../tables/terms.ts"
import type { StatedTerm } from "./clause-patterns.ts"
import { type ConditionClauses, readClauses } from "./read-condition.ts"
import type { LocatedFinding } from "../../../core/check/finding.ts"

const column = "condition"

/** The source of covers that follow from other rows; so do their terms, and their words say how. */
const derived = "derived"

type Held = BenefitRow & { readonly condition: string }

/** Whether a cover is held, of its own, and says on what it depends. */
const hasCondition = (row: BenefitRow): row is Held =>
  row.condition !== null &&
  row.source !== derived &&
  row.state !== "unknown" &&
  row.state !== "not_available"

const termText = ({ amount, term }: StatedTerm): string =>
  amount === null ? term : `${term} ${amount}`

const termRow = ({ country, product, slug, source }: Held, { amount, term }: StatedTerm): string =>
  [country, product, slug, term, amount === null ? "" : String(amount), source]
    .map(csvText)
    .join(",")

type WrittenAt = (line: number) => MeantRow | undefined

/** The rows of the table as they are written, read when the first finding asks for one. */
const writtenAt = (source: string): WrittenAt => {
  let known: ReadonlyMap<number, MeantRow> | undefined
  return (line) => {
    known ??= new Map(writtenRows(coachBenefits, source).map((row) => [row.line, row]))
    return known.get(line)
  }
}

const placed = (written: WrittenAt, line: number) =>
  written(line)?.placeOf(column) ?? { line, character: 1 }

const untold = (
  cover: Held,
  missing: ReadonlyArray<StatedTerm>,
  place: Pick<LocatedFinding, "line" | "character">,
): LocatedFinding => {
  const { condition, country, product, slug } = cover
  return {
    _tag: "UntoldTerms",
    column,
    cell: condition,
    terms: missing.map(termText),
    table: coverTerms.file,
    rows: missing.map((term) => termRow(cover, term)),
    directive: meantDirective(column, { country, product, slug }),
    ...place,
  }
}

/** Reads conditions; many covers have the same. */
const makeReader = (): ((cover: Held) => ConditionClauses) => {
  const ofSlug = memo((slug: string) => memo((condition: string) => readClauses(condition, slug)))
  return ({ condition, slug }) => ofSlug(slug)(condition)
}

/**
 * Finds covers whose condition states terms that cover_terms.csv does not have with that amount, so
 * that no bilan tells them, and conditions that are not understood to the end.
 */
export const checkTerms = (
  { coachBenefits: benefits, coverTerms: terms }: Partial<CoachTables>,
  source: string,
): DomainFindings => {
  const found: Array<LocatedFinding> = []
  const read = makeReader()
  const written = writtenAt(source)
  for (const [index, cover] of (benefits?.rows ?? []).entries()) {
    if (terms === undefined || !hasCondition(cover)) continue
    const { country, product, slug } = cover
    const line = benefits?.lines[index] ?? 1
    const { terms: stated, unread } = read(cover)
    const missing = stated.filter(
      ({ amount, term }) => terms.get(country, product, slug, term)?.amount !== amount,
    )
    if (missing.length > 0) found.push(untold(cover, missing, placed(written, line)))
    if (unread.length > 0) {
      const cell = cover.condition
      found.push({
        _tag: "UnreadCondition",
        column,
        cell,
        clauses: unread,
        ...placed(written, line),
      })
    }
  }
  return { file: coachBenefits.file, columns: [column], findings: found }
}
