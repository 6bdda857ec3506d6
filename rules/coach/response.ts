import * as Schema from "effect/Schema"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
import {
  badges,
  cardModes,
  cardTiers,
  profileTiers,
  categories,
  coverTermWords,
  networks,
  origins,
  strengths,
  warnings,
} from "./coach-vocabulary.ts"

/** An amount of money behind a printed one. */
export const RawMoney = Schema.Struct({
  value: Schema.Finite,
  currency: Schema.String,
  highest: Schema.optionalKey(
    Schema.Finite.annotate({
      description: "The highest of several, of which `value` is the lowest.",
    }),
  ),
  cards: Schema.optionalKey(Schema.Int.annotate({ description: "Over how many cards." })),
})

/** A measure behind a printed one: days, hours, years, or percent. */
export const RawMeasure = Schema.Struct({
  value: Schema.Finite,
  unit: Schema.Literals(["day", "year", "hour", "percent"]),
})

/** A term of a cover, as lists of terms tell it; `cover` where it is not the cover spoken of. */
export const TermVariable = Schema.Struct({
  term: Schema.Literals(coverTermWords),
  cover: Schema.optionalKey(Schema.String),
  limit: Schema.optionalKey(Schema.Union([RawMoney, RawMeasure])),
  age: Schema.optionalKey(Schema.Int),
})

/**
 * What a printed value was printed from: money, a measure, a code of a place, a day or a cover, the
 * slugs of covers, or terms.
 */
export const RawValue = Schema.Union([
  Schema.String,
  RawMoney,
  RawMeasure,
  Schema.Array(Schema.String),
  Schema.Array(TermVariable),
]).annotate({
  identifier: "RawValue",
  description: "A text, money, a measure, a list of texts or a list of terms.",
})

/** A value for a text, ready to print in the answer's language; a code to choose by, or a number. */
export const VarValue = Schema.Union([Schema.String, Schema.Finite]).annotate({
  identifier: "VarValue",
})

/** The values for texts, by name. */
export const Vars = Schema.Record(Schema.String, VarValue)

/** What printed values were printed from, by name; `destination` is the code of the place spoken of. */
export const RawValues = Schema.Record(Schema.String, RawValue)

/** A sentence as a message key and the values for it. */
export const Message = Schema.Struct({
  key: Schema.String,
  vars: Vars,
  values: RawValues,
}).annotate({ identifier: "Message" })

/** A sentence as a message key and the values for it. */
export type Message = (typeof Message)["Type"]

/** A headline as a message key and the values for it. */
export const Headline = Schema.Struct({
  key: Schema.String,
  vars: Vars,
  values: RawValues,
}).annotate({ identifier: "Headline" })

/** A headline. */
export type Headline = (typeof Headline)["Type"]

/** The market of a country or an answer; tables may add others. */
const Market = Schema.String.annotate({
  description:
    "Whose amounts and language: fr, us, ca, sg, my or universal, and what comes to them.",
  examples: ["fr"],
})

const gapFigures = {
  state: Schema.Literals(guaranteeStates),
  covered: Schema.Boolean,
  value: Schema.NullOr(Schema.Finite),
  recommendedValue: Schema.NullOr(Schema.Finite),
  badge: Schema.Literals(badges),
}

/** What a card holds of a cover, and what the trip asks for, in the card's currency. */
export const GapFigures = Schema.Struct(gapFigures)

/** What a card holds of a cover, and what the trip asks for. */
export type GapFigures = (typeof GapFigures)["Type"]

/** A shortcoming of a card, and the key and the values of the sentence on it. */
export const Gap = Schema.Struct({
  ...gapFigures,
  key: Schema.String,
  vars: Vars,
  values: RawValues,
}).annotate({ identifier: "Gap" })

/** A shortcoming of a card. */
export type Gap = (typeof Gap)["Type"]

/** A sales argument: message keys and the values for them, not a finished sentence. */
export const Argument = Schema.Struct({
  id: Schema.String,
  category: Schema.Literals(categories),
  strength: Schema.Literals(strengths),
  figure: Schema.String.annotate({
    description: "The printed amount that the argument is about; a dash where there is none.",
  }),
  messageKeys: Schema.Struct({ hook: Schema.String, fact: Schema.String, pitch: Schema.String }),
  vars: Vars,
  values: RawValues,
}).annotate({ identifier: "Argument" })

/** A sales argument. */
export type Argument = (typeof Argument)["Type"]

/**
 * A share of the market's cards, counted over those whose cover is known: which share, and in `vars`
 * over how many cards of which market.
 */
export const Social = Schema.Struct({
  pct: Schema.Finite,
  subjectKey: Schema.String,
  vars: Vars,
  values: RawValues,
}).annotate({ identifier: "Social" })

/** A share of the market's cards. */
export type Social = (typeof Social)["Type"]

/**
 * The medical ceiling to aim at: printed, as a number in the market's currency, and whether it is met;
 * then the key of the sentence on it, and its values.
 */
export const MedicalReading = Schema.Struct({
  target: Schema.String,
  targetValue: Schema.Finite,
  ceilingOk: Schema.Boolean,
  key: Schema.String,
  vars: Vars,
  values: RawValues,
}).annotate({ identifier: "MedicalReading" })

/** The medical ceiling to aim at. */
export type MedicalReading = (typeof MedicalReading)["Type"]

/**
 * What a card's first digits tell: the issuer, the network and the range word of the set that holds
 * them, as that set names them, and the catalogue's card if one is certain. `brand` is one of the
 * networks, so that it can be sent back as `network`.
 */
export const DetectedCard = Schema.Struct({
  bank: Schema.NullOr(Schema.String),
  brand: Schema.NullOr(Schema.Literals(networks)),
  level: Schema.NullOr(Schema.String),
  matched: Schema.NullOr(
    Schema.Struct({ cardId: Schema.Int, cardName: Schema.String, bank: Schema.String }).annotate({
      identifier: "MatchedCard",
    }),
  ),
}).annotate({ identifier: "DetectedCard" })

/** What a card's first digits tell. */
export type DetectedCard = (typeof DetectedCard)["Type"]

/** The answer to a bilan request. */
export const BilanResponse = Schema.Struct({
  ok: Schema.Literal(true),
  card: Schema.Struct({
    origin: Schema.Literals(origins),
    currency: Schema.String,
    detected: Schema.optionalKey(DetectedCard),
    guarantees: Schema.Record(Schema.String, Gap),
  }),
  bilan: Schema.Struct({
    shouldSell: Schema.NullOr(Schema.Boolean).annotate({
      description: "Whether to offer a cover; null where the account shows facts alone.",
    }),
    headline: Headline,
    medical: MedicalReading,
    argumentCount: Schema.Int,
    social: Social,
    focusCategories: Schema.Array(Schema.Literals(categories)),
    arguments: Schema.Array(Argument),
    reading: Message.annotate({
      description: "How far the reading may be relied on, and of which day it is; to be shown.",
    }),
    disclosures: Schema.Array(Message).annotate({
      description: "What a traveller has to be told beside a bilan, in this order.",
    }),
  }),
  destinations: Schema.Array(Schema.String),
  offer: Schema.Struct({ quoteUrl: Schema.NullOr(Schema.String) }),
  meta: Schema.Struct({
    engineVersion: Schema.String,
    market: Market,
    lang: Schema.Literals(["fr", "en"]),
    passport: Schema.NullOr(Schema.String),
    warnings: Schema.Array(Schema.Literals(warnings)),
  }),
}).annotate({ identifier: "BilanResponse" })

/** The answer to a bilan request. */
export type BilanResponse = (typeof BilanResponse)["Type"]

/** A card in the catalogue's answer. */
export const ListedCard = Schema.Struct({
  catalogueId: Schema.Int,
  name: Schema.String,
  network: Schema.NullOr(Schema.String),
  tier: Schema.NullOr(Schema.Literals(cardTiers)),
  level: Schema.NullOr(Schema.Literals(profileTiers)),
  byBankTier: Schema.Boolean,
  imageUrl: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ListedCard" })

/** A card in the catalogue's answer. */
export type ListedCard = (typeof ListedCard)["Type"]

/** A bank in the catalogue's answer. */
export const ListedBank = Schema.Struct({
  name: Schema.String,
  country: Schema.String,
  logoUrl: Schema.NullOr(Schema.String),
  cards: Schema.Array(ListedCard),
}).annotate({ identifier: "ListedBank" })

/** A bank in the catalogue's answer. */
export type ListedBank = (typeof ListedBank)["Type"]

/** The answer of the card catalogue. */
export const CardsResponse = Schema.Struct({
  ok: Schema.Literal(true),
  country: Schema.NullOr(Schema.String),
  key: Schema.Struct({
    keyId: Schema.String,
    mode: Schema.Literals(["sandbox", "live"]),
    cardModes: Schema.Array(Schema.Literals(cardModes)),
  }),
  countries: Schema.Array(
    Schema.Struct({
      code: Schema.String,
      market: Market,
      banks: Schema.Int,
      cards: Schema.Int,
    }),
  ),
  banks: Schema.Array(ListedBank),
  generic: Schema.Array(
    Schema.Struct({ network: Schema.String, tiers: Schema.Array(Schema.String) }),
  ),
  tiers: Schema.Array(
    Schema.Struct({ tier: Schema.String, examples: Schema.Array(Schema.String) }),
  ),
}).annotate({ identifier: "CardsResponse" })

/** The answer of the card catalogue. */
export type CardsResponse = (typeof CardsResponse)["Type"]

/** An amount of money behind a printed one. */
export type RawMoney = (typeof RawMoney)["Type"]

/** A measure behind a printed one. */
export type RawMeasure = (typeof RawMeasure)["Type"]

/** What a printed value was printed from. */
export type RawValue = (typeof RawValue)["Type"]

/** A term of a cover, as lists of terms tell it. */
export type TermVariable = (typeof TermVariable)["Type"]

/** A value for a text. */
export type VarValue = (typeof VarValue)["Type"]

/** The values for texts, by name. */
export type Vars = (typeof Vars)["Type"]

/** What printed values were printed from, by name. */
export type RawValues = (typeof RawValues)["Type"]
