import * as Schema from "effect/Schema"
import { coverTermWords } from "./coach-vocabulary.ts"

/** An amount of money behind a printed one. */
export const RawMoney = Schema.Struct({ value: Schema.Finite, currency: Schema.String })

/** An amount of money behind a printed one. */
export type RawMoney = (typeof RawMoney)["Type"]

/** A measure behind a printed one: days, hours, years, or percent. */
export const RawMeasure = Schema.Struct({
  value: Schema.Finite,
  unit: Schema.Literals(["day", "year", "hour", "percent"]),
})

/** A measure behind a printed one. */
export type RawMeasure = (typeof RawMeasure)["Type"]

/** What a printed value was printed from: money, a measure, or a code of a place or a day. */
export const RawValue = Schema.Union([Schema.String, RawMoney, RawMeasure])

/** What a printed value was printed from. */
export type RawValue = (typeof RawValue)["Type"]

/** A term of a cover, as lists of terms tell it; `cover` where it is not the cover spoken of. */
export const TermVariable = Schema.Struct({
  term: Schema.Literals(coverTermWords),
  cover: Schema.optionalKey(Schema.String),
  limit: Schema.optionalKey(Schema.Union([RawMoney, RawMeasure])),
  age: Schema.optionalKey(Schema.Int),
})

/** A term of a cover, as lists of terms tell it. */
export type TermVariable = (typeof TermVariable)["Type"]

/**
 * A value for a text: printed in the market's language, a code to choose by, a number, the slugs of
 * covers, or terms.
 */
export const VarValue = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Array(Schema.String),
  Schema.Array(TermVariable),
])

/** A value for a text. */
export type VarValue = (typeof VarValue)["Type"]

/** The values for texts, by name. */
export const Vars = Schema.Record(Schema.String, VarValue)

/** The values for texts, by name. */
export type Vars = (typeof Vars)["Type"]

/** What printed values were printed from, by name; `destination` is the code of the place spoken of. */
export const RawValues = Schema.Record(Schema.String, RawValue)

/** What printed values were printed from, by name. */
export type RawValues = (typeof RawValues)["Type"]
