import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import * as Result from "effect/Result"
import type { Bilans } from "../bilan.ts"
import type { CoachRefusal } from "../coach-refusal.ts"
import { argumentFindings, headlineFindings } from "./arguments.ts"
import { type BilanCase, warningReasons } from "./bilan-case.ts"
import { cardFindings } from "./card.ts"
import { guaranteeFindings } from "./guarantees.ts"
import { medicalFindings } from "./medical.ts"
import type { CoachPieces } from "../coach-pieces.ts"
import type { BilanResponse } from "../response.ts"
import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Explained } from "../../explanation/explanation.ts"
import { explanationOf, type FigureFinding } from "../../explanation/figure-finding.ts"
import type { CoachContext } from "../context.ts"

/** Makes bilans with their explanations: the answer of {@link Bilans}, and the rows behind it. */
export type ExplainBilan = (
  request: unknown,
  context: CoachContext,
) => Result.Result<Explained<BilanResponse>, CoachRefusal>

const findingsOf = (bilan: BilanCase): ReadonlyArray<FigureFinding> => [
  ...cardFindings(bilan),
  ...guaranteeFindings(bilan),
  ...headlineFindings(bilan),
  ...medicalFindings(bilan),
  ...socialFindings(bilan),
  ...argumentFindings(bilan),
  ...metaFindings(bilan),
]

/** Prepares explanations over the very pieces and steps that bilans are made with. */
export const prepareBilanExplanation =
  (pieces: CoachPieces, bilans: Bilans): ExplainBilan =>
  (request, context) =>
    Result.map(pieces.readRequest(request, context.allowedCardModes), (read) => {
      const answer = bilans.answerOf(read, context)
      const findings = findingsOf({
        pieces,
        request: read,
        market: pieces.markets.marketOf(read.residence, read.market),
        place: bilans.placeOf(read),
        situation: bilans.situationOf(read, context),
        warning: bilans.warningFor(read, context),
        answer,
      })
      return { answer, explanation: explanationOf(answer, findings) }
    })

/** Why the bilan speaks for this market and in this language, and what it warns about. */
const metaFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
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
    // Of the day of the call; what is told beside it is the same for all.
    { figure: "bilan.reading", because: [], from: ["meta.lang"] },
    { figure: "bilan.disclosures", because: [], from: ["meta.lang"] },
    // The residence's passport is assumed; the tables' facts can always be had.
    { figure: "meta.passport", because: [], from: ["request.residence"] },
    {
      figure: "meta.warnings",
      because: warningReasons(bilan),
      from: ["card.origin", "request.ref", "request.destinations"],
    },
  ]
}

/**
 * Why the share of cards is this one. It is counted over all cards of the market and their covers: the
 * tables stand for their rows.
 */
const socialFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
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
    { figure: "bilan.social.vars.pct", because: [], from: ["bilan.social.pct"] },
    { figure: "bilan.social.vars.counted", because: counted, from },
    {
      figure: "bilan.social.vars.market",
      because: [
        citeRow(
          coachMarkets,
          market,
          `what ${market.market} is called`,
          `name_${writtenLanguage(market.language)}`,
        ),
      ],
      from: ["meta.market"],
    },
    { figure: "bilan.social.values", because: [], from: ["meta.market"] },
  ]
}
