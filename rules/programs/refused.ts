import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describeMistake, type ReadingError, tableMistake } from "../../core/table/error.ts"
import { describeCoachRefusal } from "../coach/coach-refusal.ts"
import { cardModes } from "../coach/coach-vocabulary.ts"
import type { BilanRefusal } from "../offline/coach-functions.ts"
import type { QuoteRefusal } from "../offline/pricing-functions.ts"
import type { Unlisted } from "../pricing/steps.ts"
import { tripRefusalCodes } from "../trip/trip-refusal.ts"

const optional = Schema.optionalKey

const bilanCodes = [
  "BAD_RESIDENCE",
  "NO_DESTINATIONS",
  "TOO_MANY_DESTINATIONS",
  "CARD_MODE_FORBIDDEN",
  "BAD_COUNTRY",
  "OTHER_MARKET",
] as const satisfies ReadonlyArray<BilanRefusal["code"]>

/** A request to the Coach is refused: the code of the API, the sentence, and the facts of some codes. */
export class BilanRefused extends Schema.TaggedError<BilanRefused>()("BilanRefused", {
  code: Schema.Literals(bilanCodes),
  detail: Schema.String,
  /** Of TOO_MANY_DESTINATIONS. */
  count: optional(Schema.Int),
  countMax: optional(Schema.Int),
  /** Of CARD_MODE_FORBIDDEN. */
  mode: optional(Schema.Literals(cardModes)),
  cardModes: optional(Schema.Array(Schema.Literals(cardModes))),
  /** Of OTHER_MARKET. */
  market: optional(Schema.String),
  tablesOf: optional(Schema.String),
}) {
  override get message(): string {
    return `${this.code}: ${this.detail}`
  }
}

/** A request for prices is refused, or nobody prices the trip. */
export class QuoteRefused extends Schema.TaggedError<QuoteRefused>()("QuoteRefused", {
  code: Schema.Literals([...tripRefusalCodes, "PRICING_UNAVAILABLE"]),
  detail: Schema.String,
}) {
  override get message(): string {
    return `${this.code}: ${this.detail}`
  }
}

/** A mistake in a table, with its place. */
const Mistake = Schema.Struct({
  _tag: Schema.tag("TableError"),
  file: Schema.String,
  line: Schema.Int,
  character: Schema.Int,
  column: Schema.String,
  cell: Schema.String,
  expected: Schema.String,
  nearest: optional(Schema.String),
  write: optional(Schema.Array(Schema.String)),
  habit: optional(Schema.String),
  more: optional(Schema.Int),
})

/** Tables hold mistakes: all of them, each with file, line and column. */
export class TablesRefused extends Schema.TaggedError<TablesRefused>()("TablesRefused", {
  mistakes: Schema.Array(Mistake),
}) {
  override get message(): string {
    return this.mistakes.map(describeMistake).join("\n")
  }
}

/** A step was asked of an offer or a currency that the tables do not have. */
export class NotInTables extends Schema.TaggedError<NotInTables>()("NotInTables", {
  what: Schema.Literals(["offer", "currency"]),
  key: Schema.String,
}) {
  override get message(): string {
    return `The tables have no ${this.what} ${this.key}.`
  }
}

/** The error of a refused bilan. */
export const bilanRefused = (refusal: BilanRefusal): BilanRefused => {
  const { _tag, ...facts } = refusal
  const detail =
    refusal._tag === "CoachRefusal"
      ? describeCoachRefusal(refusal)
      : `residence: of the market ${refusal.market}, not ${refusal.tablesOf} as the tables`
  return new BilanRefused({ ...facts, detail })
}

/** The error of a refused quote. */
export const quoteRefused = ({ code, detail }: QuoteRefusal): QuoteRefused =>
  new QuoteRefused({ code, detail })

/** The error of wrong tables. */
export const tablesRefused = (mistakes: ReadonlyArray<ReadingError>): TablesRefused =>
  new TablesRefused({ mistakes: mistakes.map(tableMistake) })

/** The error of what no table has. */
export const notInTables = ({ key, what }: Unlisted): NotInTables => new NotInTables({ what, key })

/** A result as an Effect, its refusal as an error; a success costs as much as `Effect.succeed`. */
export const orRefuse = <Success, Refusal, Refused>(
  result: Result.Result<Success, Refusal>,
  refused: (refusal: Refusal) => Refused,
): Effect.Effect<Success, Refused> =>
  Result.isSuccess(result) ? Effect.succeed(result.success) : Effect.fail(refused(result.failure))
