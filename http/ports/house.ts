import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { KeyStoreUnavailable } from "./account-errors.ts"
import type { KeyRecord } from "./keys.ts"

/** The account under which the service's own pages sell where no partner is credited. */
export const housePartnerCode = "house"

/**
 * The house's own key, which our pages for travellers work with in this process. Nobody learns its
 * secret, and it has no scope, so no signed call can use it.
 */
export class House extends Context.Service<
  House,
  {
    /** Makes the house's account and key where there are none, once, however many processes start. */
    readonly ensured: Effect.Effect<void, KeyStoreUnavailable>
    /**
     * The house's key in the account that a ref credits: a live partner's terms and the link that the
     * ref names, or the partner's first where that is archived; the house's own for any other text.
     */
    readonly crediting: (ref: string) => Effect.Effect<KeyRecord, KeyStoreUnavailable>
    /** Forgets what is known of the house's key, when a charge says that it has changed. */
    readonly forget: Effect.Effect<void>
  }
>()("viatica/House") {}

/** What a service that shows itself to newcomers knows of its own account. */
export interface Demonstration {
  /** The code of the partner whose pages are shown. */
  readonly partnerCode: PartnerCode
}

/**
 * Whether the service shows itself to newcomers: then it has pages that would be out of place in
 * production, such as a payment that charges nothing. Null in production.
 */
export const Demo = Context.Reference<Demonstration | null>("viatica/Demo", {
  defaultValue: () => null,
})
