import { citeRow } from "../../explanation/cite.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { BilanCase } from "./bilan-case.ts"
import { cardReason } from "./named-card.ts"

/** Why a card's first digits tell what they tell. */
export const detectedFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { card: request } = bilan.request
  const { card, detected } = bilan.situation.card
  if (request._tag !== "Bin" || detected === undefined) return []
  const { coachBins } = bilan.pieces.tables
  const row = bilan.pieces.resolver.binCard(request.bin)?.row
  const from = ["request.card.bin"]
  const told = (name: string, column: string, value: string | null): FigureFinding => ({
    figure: `card.detected.${name}`,
    because: [citeRow(coachBins, row, `the range names ${value ?? `no ${column}`}`, column)],
    from,
  })
  const findings = [
    told("bank", "issuer", detected.bank),
    told("brand", "network", detected.brand),
    told("level", "level", detected.level),
  ]
  if (card === undefined) {
    return [...findings, { figure: "card.detected.matched", because: [], from: ["card.origin"] }]
  }
  const says = `${card.bank} ${card.name}`
  const matched = (name: string, column: string): FigureFinding => ({
    figure: `card.detected.matched.${name}`,
    because: [cardReason(bilan, card, says, column)],
    from: ["card.origin"],
  })
  return [
    ...findings,
    matched("cardId", "catalogue_id"),
    matched("cardName", "card_name"),
    matched("bank", "bank"),
  ]
}
