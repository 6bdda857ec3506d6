import { citeRow } from "../../explanation/cite.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { BilanCase } from "./bilan-case.ts"
import { warningReasons } from "./warning.ts"

/** Why the bilan speaks for this market and in this language, and what it warns about. */
export const metaFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { market, pieces, request } = bilan
  const { coachMarkets } = pieces.tables
  const asked = request.market !== null
  const serves = market.residences.includes(request.residence)
  const reason = asked
    ? "the request names it"
    : serves
      ? `it serves ${request.residence}`
      : `no market serves ${request.residence}`
  return [
    {
      figure: "meta.market",
      because: [citeRow(coachMarkets, market, `${market.market}: ${reason}`, "residences")],
      from: [asked ? "request.market" : "request.residence"],
    },
    {
      figure: "meta.lang",
      because: [
        citeRow(
          coachMarkets,
          market,
          `market ${market.market} speaks ${market.language}`,
          "language",
        ),
      ],
      from: ["meta.market"],
    },
    // The residence's passport is assumed; the tables' facts can always be had.
    { figure: "meta.passport", because: [], from: ["request.residence"] },
    {
      figure: "meta.warnings",
      because: warningReasons(bilan),
      from: ["card.origin", "request.ref", "request.destinations"],
    },
  ]
}
