import * as Result from "effect/Result"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { CoverState, MedicalStep, Origin, Warning } from "./coach-vocabulary.ts"
import type { Coach } from "./engine.ts"
import type { BilanRequest } from "./request.ts"
import type { Argument, DetectedCard } from "./response.ts"
import type { CoachContext } from "./context.ts"

/** Prepares the steps over a prepared Coach, for requests as `read` reads and refuses them. */
export const prepareCoachSteps = <Refusal>(
  { bilans, pieces }: Coach,
  context: CoachContext,
  read: (asked: unknown) => Result.Result<BilanRequest, Refusal>,
): CoachSteps<Refusal> => ({
  readCard: (asked) =>
    Result.map(read(stayingAtHome(asked)), (request) => {
      const { card, detected, origin, product, warning } = bilans.questionOf(request, context).card
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
      const { destination, marketRow, step } = bilans.questionOf(request, context)
      const { currency, locale } = marketRow
      const targetValue = pieces.markets.stepAmount(currency, step)
      const target = pieces.amountTextFor(locale, currency)(targetValue)
      return { step, destination, currency, targetValue, target }
    }),
  rankArguments: (asked) =>
    Result.map(read(asked), (request) => bilans.argumentsOf(request, context)),
})

/** A card of the catalogue that a request led to. */
export interface NamedCard {
  readonly catalogueId: number
  readonly name: string
  readonly bank: string
  readonly country: CountryCode
}

/** A bank card as the Coach reads it, with all that it covers. */
export interface CardRead {
  /** Whether it is known exactly, by a generic profile, by a baseline, or is none. */
  readonly origin: Origin
  /** The currency of its ceilings. */
  readonly currency: CurrencyCode
  /** The card of the catalogue, where one was found. */
  readonly card: NamedCard | null
  /** What its first digits tell, where it was named by them. */
  readonly detected: DetectedCard | null
  /** Why another card is read in its place, if so. */
  readonly warning: Warning | null
  /** What it holds by guarantee, ceilings in `currency`; a guarantee that is left out is unknown. */
  readonly covers: Readonly<
    Record<string, { readonly state: CoverState; readonly value: number | null }>
  >
}

/** The medical ceiling that a trip needs. */
export interface MedicalNeed {
  readonly step: MedicalStep
  /** The first destination, by code, of that step. */
  readonly destination: string
  /** The currency of the market. */
  readonly currency: CurrencyCode
  /** In units of that currency. */
  readonly targetValue: number
  /** The same, printed for the market. */
  readonly target: string
}

/** The steps of a bilan, each by itself: same rules, tables, figures and refusals as the whole. */
export interface CoachSteps<Refusal> {
  /** Which card a request names, whatever its destinations. */
  readonly readCard: (asked: unknown) => Result.Result<CardRead, Refusal>
  /** The medical ceiling to aim at. */
  readonly findMedicalTarget: (asked: unknown) => Result.Result<MedicalNeed, Refusal>
  /** The arguments of a request, the strongest first. */
  readonly rankArguments: (asked: unknown) => Result.Result<ReadonlyArray<Argument>, Refusal>
}

/** The same request with a destination: which card it is does not depend on where it travels. */
const stayingAtHome = (asked: unknown): unknown =>
  typeof asked === "object" && asked !== null && "residence" in asked
    ? { ...asked, destinations: [asked.residence] }
    : asked
