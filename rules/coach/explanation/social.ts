import { citeHit } from "../../explanation/cite.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Why the social proof is this one. */
export const socialFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { coachSocial } = bilan.pieces.tables
  const category = bilan.answer.bilan.focusCategories[0] ?? null
  const row = bilan.pieces.social.rowFor(bilan.market.market, category)
  const about = `${category ?? "no subject"} in market ${bilan.market.market}`
  const says = row === undefined ? `no row fits ${about}` : `the first row that fits ${about}`
  const from = ["bilan.focusCategories", "meta.market"]
  return [
    {
      figure: "bilan.social.pct",
      because: [citeHit(coachSocial, row, says, "pct")],
      from,
    },
    {
      figure: "bilan.social.subjectKey",
      because: [citeHit(coachSocial, row, says, "subject_key")],
      from,
    },
  ]
}
