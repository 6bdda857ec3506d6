import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const Line = Schema.Struct({ amountMinor: Schema.BigIntFromString, sales: Schema.Int })

const minor = Schema.BigIntFromString

const Statement = Schema.Struct({
  version: Schema.Literal(1),
  number: Schema.String,
  partnerCode: Schema.String,
  /** The name of the account on that day. */
  partnerName: Schema.String,
  month: Schema.String,
  currency: Schema.String,
  minorUnits: Schema.Int,
  closedAtMs: Schema.Int,
  /** Days for which sales were held back. */
  holdDays: Schema.Int,
  /** The day on which what is due is paid; null where nothing is. */
  payOn: Schema.NullOr(Schema.String),
  pending: Schema.Struct({
    openingMinor: minor,
    opened: Line,
    changed: Line,
    validated: Line,
    cancelled: Line,
    corrected: Line,
    closingMinor: minor,
  }),
  owed: Schema.Struct({
    openingMinor: minor,
    validated: Line,
    changed: Line,
    reversed: Line,
    corrected: Line,
    returned: Line,
    closingMinor: minor,
  }),
  heldMinor: minor,
  minimumMinor: minor,
  dueMinor: minor,
  carriedMinor: minor,
})

/** A statement as it is kept for good; amounts in minor units of its currency. */
export type Statement = typeof Statement.Type

const Text = Schema.fromJsonString(Statement)

/** The text of a statement, which is stored, chained and never changed. */
export const statementText: (statement: Statement) => string = Schema.encodeSync(Text)

const decode = Schema.decodeUnknownResult(Text)

/** Reads the text of a statement; undefined where it is none. */
export const readStatement = (text: string): Statement | undefined =>
  Result.getOrUndefined(decode(text))
