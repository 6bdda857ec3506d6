import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { BilanCase } from "./bilan-case.ts"

/**
 * Why the share of cards is this one. It is counted over all cards of the market and their covers: the
 * tables stand for their rows.
 */
export const socialFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { market, pieces, situation } = bilan
  const { coachBenefits, coachCards, coachMarkets, coachSocial, limits } = pieces.tables
  const { reach, step } = situation
  const category = bilan.answer.bilan.focusCategories[0] ?? null
  const row = pieces.social.rowFor({ market: market.market, category, reach: reach.kind, step })
  const about = category ?? "no subject"
  const says = row === undefined ? `no row fits ${about}` : `the first row that fits ${about}`
  const counted = [
    citeRow(coachCards, undefined, `all cards on sale (${market.market})`),
    citeRow(coachBenefits, undefined, `what they hold of ${row?.slug ?? "nothing"}`),
  ]
  const least = limits.get("coach_counted_cards_min")
  const from = ["bilan.focusCategories", "meta.market"]
  return [
    {
      figure: "bilan.social.pct",
      because: [citeHit(coachSocial, row, says, "counts"), ...counted],
      from: [...from, "bilan.medical.targetValue"],
    },
    {
      figure: "bilan.social.subjectKey",
      because: [
        citeHit(coachSocial, row, says, "subject_key"),
        citeRow(limits, least, `fewer than ${least?.value ?? 0} cards are not enough`, "value"),
      ],
      from: [...from, "bilan.social.vars.counted"],
    },
    { figure: "bilan.social.vars.counted", because: counted, from },
    {
      figure: "bilan.social.vars.market",
      because: [
        citeRow(
          coachMarkets,
          market,
          `what ${market.market} is called`,
          market.language === "fr" ? "name_fr" : "name_en",
        ),
      ],
      from: ["meta.market"],
    },
    { figure: "bilan.social.values", because: [], from: ["meta.market"] },
  ]
}
