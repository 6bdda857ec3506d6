import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { magicRow } from "../magic.ts"
import type { QuoteCase } from "./quote-case.ts"

/** Cites the destination that makes the sandbox rehearse an answer, if there is one. */
export const rehearsalReasons = ({ pieces, trip }: QuoteCase): ReadonlyArray<Reason> => {
  const { magic } = pieces.tables
  const row = magic && magicRow(magic.rows, trip)
  if (magic === undefined || row === undefined) return []
  return [citeRow(magic, row, `${row.country} rehearses ${row.outcome}`, "outcome")]
}

/** Why there are these offers and no others; each offer's own explanation says why it matches. */
export const choiceFindings = (quote: QuoteCase): ReadonlyArray<FigureFinding> => {
  const { answer, pieces, selection } = quote
  const { eligibility } = pieces.tables
  const nothing =
    selection.matched.length === 0
      ? [citeHit(eligibility, undefined, "no row matches the trip")]
      : []
  return [
    {
      figure: "offers",
      value: answer.offers.map(({ id }) => String(id)),
      because: [...rehearsalReasons(quote), ...nothing],
      from: ["request.trip", ...answer.offers.map((_, index) => `offers[${index}].id`)],
    },
  ]
}
