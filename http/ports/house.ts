import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { KeyStoreUnavailable } from "./account-errors.ts"
import type { KeyRecord } from "./key-record.ts"

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
