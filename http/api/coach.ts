import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
import { ChargedAs, RequiredScope, StoreOutage } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./errors.ts"

const optional = Schema.optionalKey
const TwoLetters = Schema.String.check(Schema.isPattern(/^[A-Za-z]{2}$/u))

const Card = Schema.Union([
  Schema.Struct({ catalogueId: Schema.Int }),
  Schema.Struct({ bin: Schema.String }),
  Schema.Struct({ bank: Schema.String, network: Schema.String, tier: Schema.String }),
  Schema.Struct({ network: Schema.String, tier: Schema.String }),
  Schema.Struct({ none: Schema.Literal(true) }),
]).annotate({ description: "Exactly one card mode; omit the card for a no-card analysis." })

/** The body of a request for a bilan. */
export const BilanRequest = Schema.Struct({
  residence: TwoLetters,
  destinations: Schema.Array(TwoLetters).check(Schema.isMinLength(1), Schema.isMaxLength(50)),
  card: optional(Card),
  trip: optional(
    Schema.Struct({
      friends: optional(Schema.Boolean),
      longTrip: optional(Schema.Boolean),
      riskyActivity: optional(Schema.Boolean),
    }),
  ),
  market: optional(Schema.Literals(["fr", "us", "ca", "sg", "my", "universal"])),
  ref: optional(Schema.String),
}).annotate({ identifier: "BilanRequest" })

const Gap = Schema.Struct({
  state: Schema.Literals(guaranteeStates),
  covered: Schema.Boolean,
  value: Schema.NullOr(Schema.Finite),
  recommendedValue: Schema.NullOr(Schema.Finite),
  badge: Schema.Literals(["missing", "insufficient", "conditional"]),
})

const Argument = Schema.Struct({
  id: Schema.String,
  category: Schema.Literals(["sante", "voyage", "biens", "responsabilite", "global"]),
  strength: Schema.Literals(["decisive", "strong", "useful"]),
  figure: Schema.String,
  messageKeys: Schema.Struct({ hook: Schema.String, fact: Schema.String, pitch: Schema.String }),
  vars: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite])),
})

const Detected = Schema.Struct({
  bank: Schema.NullOr(Schema.String),
  brand: Schema.NullOr(Schema.String),
  level: Schema.NullOr(Schema.String),
  matched: Schema.NullOr(
    Schema.Struct({ cardId: Schema.Int, cardName: Schema.String, bank: Schema.String }),
  ),
})

/** The answer to a request for a bilan. */
export const BilanResponse = Schema.Struct({
  ok: Schema.Boolean,
  card: Schema.Struct({
    origin: Schema.Literals(["exact", "generic", "baseline", "none"]),
    currency: Schema.String,
    detected: optional(Detected),
    guarantees: Schema.Record(Schema.String, Gap),
  }),
  bilan: Schema.Struct({
    shouldSell: Schema.Boolean,
    headline: Schema.Struct({
      key: Schema.String,
      vars: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite])),
    }),
    medical: Schema.Struct({
      target: Schema.String,
      targetValue: Schema.Finite,
      ceilingOk: Schema.Boolean,
    }),
    argumentCount: Schema.Int,
    social: Schema.Struct({ pct: Schema.Finite, subjectKey: Schema.String }),
    focusCategories: Schema.Array(Schema.String),
    arguments: Schema.Array(Argument),
  }),
  destinations: Schema.Array(Schema.String),
  offer: Schema.Struct({ quoteUrl: Schema.NullOr(Schema.String) }),
  meta: Schema.Struct({
    engineVersion: Schema.String,
    market: Schema.String,
    lang: Schema.String,
    passport: Schema.NullOr(Schema.String),
    warnings: Schema.Array(Schema.String),
  }),
}).annotate({ identifier: "BilanResponse" })

/** Reads what a bank card's cover lacks for a trip. */
export const bilan = HttpApiEndpoint.post("bilan", "/api/v1/coach/bilan", {
  payload: BilanRequest,
  success: BilanResponse,
  error: errorSchemas([
    "INVALID_JSON",
    "BAD_RESIDENCE",
    "NO_DESTINATIONS",
    "TOO_MANY_DESTINATIONS",
    "CARD_MODE_FORBIDDEN",
    ...signedRefusals,
    "QUOTA_EXCEEDED",
    "AUTH_LOOKUP_FAILED",
    "CARD_RESOLVE_FAILED",
  ]),
})
  .annotate(RequiredScope, "coach")
  .annotate(ChargedAs, "bilan")
  .annotate(StoreOutage, "AUTH_LOOKUP_FAILED")
  .annotate(OpenApi.Summary, "Read what a card lacks for a trip")
  .annotate(
    OpenApi.Description,
    "The card's gaps, ranked arguments and the medical target. Consumes one read; scope `coach`.",
  )

const cardMode = Schema.Literals(["bin", "bank", "catalogueId", "network", "none"])

const CatalogueCard = Schema.Struct({
  catalogueId: Schema.Int,
  name: Schema.String,
  network: Schema.NullOr(Schema.String),
  tier: Schema.NullOr(Schema.String),
  byBankTier: Schema.Boolean,
  imageUrl: Schema.NullOr(Schema.String),
})

/** The answer of the card catalogue. */
export const CardsResponse = Schema.Struct({
  ok: Schema.Boolean,
  country: Schema.NullOr(Schema.String),
  key: Schema.Struct({
    keyId: Schema.String,
    mode: Schema.Literals(["sandbox", "live"]),
    cardModes: Schema.Array(cardMode),
  }),
  countries: Schema.Array(
    Schema.Struct({
      code: Schema.String,
      market: Schema.String,
      banks: Schema.Int,
      cards: Schema.Int,
    }),
  ),
  banks: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      country: Schema.String,
      logoUrl: Schema.NullOr(Schema.String),
      cards: Schema.Array(CatalogueCard),
    }),
  ),
  generic: Schema.Array(
    Schema.Struct({ network: Schema.String, tiers: Schema.Array(Schema.String) }),
  ),
  tiers: Schema.Array(
    Schema.Struct({ tier: Schema.String, examples: Schema.Array(Schema.String) }),
  ),
}).annotate({ identifier: "CardsResponse" })

/** Lists the banks and cards that the Coach knows; consumes no daily quota. */
export const cards = HttpApiEndpoint.get("cards", "/api/v1/coach/cards", {
  query: {
    country: optional(TwoLetters.annotate({ description: "Omit for every country." })),
    lang: optional(Schema.String.annotate({ description: "`fr` or `en`." })),
  },
  success: CardsResponse,
  error: errorSchemas(["BAD_COUNTRY", ...signedRefusals, "AUTH_LOOKUP_FAILED"]),
})
  .annotate(RequiredScope, "coach")
  .annotate(StoreOutage, "AUTH_LOOKUP_FAILED")
  .annotate(OpenApi.Summary, "The card catalogue")
  .annotate(OpenApi.Description, "Banks and cards for a card picker. Scope `coach`.")
