import * as Schema from "effect/Schema"
import {
  badges,
  bases,
  categories,
  networks,
  origins,
  profileTiers,
  strengths,
  warnings,
} from "../coach/coach-vocabulary.ts"

const Words = Schema.Array(Schema.String)

/** An argument that bilans may make. */
export const ArgumentWords = Schema.Struct({
  id: Schema.String,
  category: Schema.Literals(categories),
  strengths: Schema.Array(Schema.Literals(strengths)).annotate({
    description: "Every strength that it may have, heaviest first.",
  }),
  messageKeys: Schema.Array(
    Schema.Struct({ hook: Schema.String, fact: Schema.String, pitch: Schema.String }),
  ).annotate({ description: "The texts that it may be told with." }),
  vars: Words.annotate({ description: "Every value that it may carry." }),
})

/** An argument that bilans may make. */
export type ArgumentWords = (typeof ArgumentWords)["Type"]

/** A value that a text shows. */
export const TextVar = Schema.Struct({
  name: Schema.String,
  use: Schema.Literals(["text", "number", "choice", "date"]).annotate({ identifier: "TextVarUse" }),
  words: Words.annotate({ description: "The words that a choice tells apart, `other` left out." }),
})

/** A value that a text shows. */
export type TextVar = (typeof TextVar)["Type"]

/** A text in its languages. */
export const MessageTexts = Schema.Struct({
  texts: Schema.Record(Schema.String, Schema.String).annotate({
    description:
      "ICU MessageFormat by language: `fr`, `en`, and `us` where English differs in the markets whose `locales` have the trait `english: us`.",
  }),
  vars: Schema.Array(TextVar),
  traits: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.String).annotate({
      description: "What other texts agree with, such as the gender of a name.",
    }),
  ),
})

/** A text in its languages. */
export type MessageTexts = (typeof MessageTexts)["Type"]

/** All that a bilan may say: the answer of the vocabulary. */
export const VocabularyResponse = Schema.Struct({
  ok: Schema.Literal(true),
  version: Schema.String.annotate({
    description: "Version of the interface and the tables, as `meta.engineVersion` of a bilan.",
  }),
  languages: Words,
  arguments: Schema.Array(ArgumentWords),
  renamed: Schema.Array(Schema.Struct({ old: Schema.String, new: Schema.String })).annotate({
    description:
      "Ids of arguments, and keys of headlines and shares, that are no longer told, and the one that tells the fact now.",
  }),
  headlines: Schema.Array(Schema.Struct({ key: Schema.String, vars: Words })),
  words: Schema.Struct({
    badges: Schema.Array(Schema.Literals(badges)),
    bases: Schema.Array(Schema.Literals(bases)),
    categories: Schema.Array(Schema.Literals(categories)),
    markets: Schema.Array(Schema.String),
    networks: Schema.Array(Schema.Literals(networks)),
    origins: Schema.Array(Schema.Literals(origins)),
    strengths: Schema.Array(Schema.Literals(strengths)),
    tiers: Schema.Array(Schema.Literals(profileTiers)),
    warnings: Schema.Array(Schema.Literals(warnings)),
  }),
  messages: Schema.Record(Schema.String, Schema.Record(Schema.String, MessageTexts)).annotate({
    description:
      "Texts by what they are for (`arguments`, `headlines`, `social`, `guarantees`, `badges`, `medical` …), then by key.",
  }),
}).annotate({ identifier: "VocabularyResponse" })

/** All that a bilan may say. */
export type VocabularyResponse = (typeof VocabularyResponse)["Type"]
