import { citeRow } from "../../explanation/cite.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { BilanCase } from "./bilan-case.ts"
import { cardReason } from "./named-card.ts"

/** Why a card's first digits tell what they tell. */
export const detectedFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { card: request } = bilan.request
  const { card, detected } = bilan.situation.card
  if (request._tag !== "Bin" || detected === undefined) return []
  const { coachBinKinds, coachBinLists, coachBinNetworks, coachBins } = bilan.pieces.tables
  const range = bilan.pieces.resolver.binCard(request.bin)?.range
  const from = ["request.card.bin"]
  const named = (column: string, value: string | null): string =>
    `the range names ${value ?? `no ${column}`}`
  const list =
    range?.list === undefined
      ? []
      : [citeRow(coachBinLists, range.list, `${range.list.list} says so`)]
  const { bank, brand, level } = detected
  const findings: ReadonlyArray<FigureFinding> = [
    {
      figure: "card.detected.bank",
      because: [citeRow(coachBins, range?.row, named("issuer", bank), "issuer"), ...list],
      from,
    },
    {
      figure: "card.detected.brand",
      because: [
        citeRow(
          coachBinNetworks,
          range?.networkRow,
          `the first digits tell ${brand ?? "no network with profiles"}`,
          "network",
        ),
      ],
      from,
    },
    {
      figure: "card.detected.level",
      because: [citeRow(coachBinKinds, range?.kind, named("level", level), "level"), ...list],
      from,
    },
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
