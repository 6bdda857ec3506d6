import { citeHit } from "../../explanation/cite.ts"
import type { Finding } from "../../explanation/finding.ts"
import { medicalSlug } from "../products.ts"
import type { BilanCase } from "./bilan-case.ts"
import { coverReason } from "./cover.ts"
import { destinationNameReason } from "./destination-name.ts"

/** Why the headline is this one, and what its values are. */
export const headlineFindings = (bilan: BilanCase): ReadonlyArray<Finding> => {
  const { coachHeadlines } = bilan.pieces.tables
  const row = bilan.pieces.headline.rowFor(bilan.situation)
  const at = "bilan.headline"
  return [
    {
      figure: `${at}.key`,
      because: [
        citeHit(coachHeadlines, row, "the first row that fits", "key"),
        ...coverReason(bilan, medicalSlug),
      ],
      from: ["card.origin", "bilan.medical.ceilingOk", "card.guarantees"],
    },
    { figure: `${at}.vars.target`, because: [], from: ["bilan.medical.target"] },
    {
      figure: `${at}.vars.cardValue`,
      because: coverReason(bilan, medicalSlug),
      from: ["card.origin", "bilan.medical.target"],
    },
    {
      figure: `${at}.vars.destinationName`,
      because: [destinationNameReason(bilan)],
      from: ["bilan.medical.targetValue", "meta.lang"],
    },
    { figure: `${at}.vars.gaps`, because: [], from: ["card.guarantees"] },
  ]
}
