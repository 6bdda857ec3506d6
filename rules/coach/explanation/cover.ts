import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import { coverOf } from "../card/products.ts"
import type { BilanCase } from "./bilan-case.ts"

/** What a card holds for a guarantee, in words: `value 155000`, `not_available`. */
export const coverText = (bilan: BilanCase, slug: string): string => {
  const { state, value } = coverOf(bilan.situation.card.product, slug)
  return value === null ? state : `${state} ${value}`
}

/** Cites what the card holds for a guarantee; nothing where there is no card to hold it. */
export const coverReason = (
  bilan: BilanCase,
  slug: string,
  says?: string,
  column?: string,
): ReadonlyArray<Reason> => {
  const { coachBenefits } = bilan.pieces.tables
  const { country, name } = bilan.situation.card.product
  if (country === null) return []
  const row = coachBenefits.get(country, name, slug)
  const held = row === undefined ? "not listed, so not known" : (says ?? coverText(bilan, slug))
  return [citeRow(coachBenefits, row, `${name} ${slug}: ${held}`, column)]
}
