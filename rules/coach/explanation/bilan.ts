import * as Result from "effect/Result"
import type { Explained } from "../../explanation/explanation.ts"
import { explanationOf, type FigureFinding } from "../../explanation/figure-finding.ts"
import type { Bilans } from "../bilan.ts"
import type { CoachContext } from "../context.ts"
import type { PreparedCoach } from "../prepared.ts"
import type { CoachRefusal } from "../coach-refusal.ts"
import type { BilanResponse } from "../response.ts"
import { argumentFindings } from "./arguments.ts"
import type { BilanCase } from "./bilan-case.ts"
import { cardFindings } from "./card.ts"
import { guaranteeFindings } from "./guarantees.ts"
import { headlineFindings } from "./headline.ts"
import { medicalFindings } from "./medical.ts"
import { metaFindings } from "./meta.ts"
import { socialFindings } from "./social.ts"

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
  (pieces: PreparedCoach, bilans: Bilans): ExplainBilan =>
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
