import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ReadPrinted } from "../../rules/guarantees/printed/read-printed.ts"
import type { CatalogueInsurer } from "../../rules/pricing/catalogue.ts"
import type { AnsweredRequest, RatedOffer, RatingRequest } from "../../rules/pricing/rating.ts"

/** An insurer of the tables, and how its premiums are had. */
export type ListedInsurer = Pick<CatalogueInsurer, "adapter" | "insurer">

/** Asks insurers, each once and all at the same time; it never fails and ends by its deadline. */
export type AskInsurers = (
  requests: ReadonlyArray<RatingRequest>,
) => Effect.Effect<ReadonlyArray<AnsweredRequest>>

/** What insurers' adapters need of the tables in force. */
export interface InsurerRules {
  /** Rates offers from the tariff tables; an offer that they have no rate for is left out. */
  readonly rateByTariff: (request: RatingRequest) => ReadonlyArray<RatedOffer>
  /** Reads a printed guarantee. */
  readonly readPrinted: ReadPrinted
  /** Whether a slug is one of the guarantees that offers are compared by. */
  readonly isGuarantee: (slug: string) => boolean
}

/** The insurers behind live prices. */
export class Insurers extends Context.Service<
  Insurers,
  {
    /** Prepares asking over the tables that a call began with. */
    readonly over: (rules: InsurerRules) => AskInsurers
    /** Warns of insurers of tables that have no address, and of addresses without such an insurer, where it is new. */
    readonly sayUnmatched: (insurers: ReadonlyArray<ListedInsurer>) => Effect.Effect<void>
  }
>()("viatica/Insurers") {}
