import * as Result from "effect/Result"
import type { CoachContext } from "./context.ts"
import type { Coach } from "./engine.ts"
import type { BilanRequest } from "./request.ts"
import type { CoachSteps } from "./step-types.ts"

/** The same request with a destination: which card it is does not depend on where it travels. */
const stayingAtHome = (asked: unknown): unknown =>
  typeof asked === "object" && asked !== null && "residence" in asked
    ? { ...asked, destinations: [asked.residence] }
    : asked

/** Prepares the steps over a prepared Coach, for requests as `read` reads and refuses them. */
export const prepareCoachSteps = <Refusal>(
  { bilans, pieces }: Coach,
  context: CoachContext,
  read: (asked: unknown) => Result.Result<BilanRequest, Refusal>,
): CoachSteps<Refusal> => ({
  readCard: (asked) =>
    Result.map(read(stayingAtHome(asked)), (request) => {
      const { card, detected, origin, product, warning } = bilans.questionOf(request).card
      return {
        origin,
        currency: product.currency,
        card:
          card === undefined
            ? null
            : {
                catalogueId: card.catalogueId,
                name: card.name,
                bank: card.bank,
                country: card.country,
              },
        detected: detected ?? null,
        warning: warning ?? null,
        covers: Object.fromEntries(
          [...product.covers].map(([slug, { state, value }]) => [slug, { state, value }]),
        ),
      }
    }),
  findMedicalTarget: (asked) =>
    Result.map(read(asked), (request) => {
      const { destination, marketRow, step } = bilans.questionOf(request)
      const { currency, locale } = marketRow
      const targetValue = pieces.markets.stepAmount(currency, step)
      const target = pieces.amountTextFor(locale, currency)(targetValue)
      return { step, destination, currency, targetValue, target }
    }),
  rankArguments: (asked) =>
    Result.map(read(asked), (request) => bilans.argumentsOf(request, context)),
})
