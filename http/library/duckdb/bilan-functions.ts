import { BOOLEAN, DOUBLE, INTEGER, LIST, VARCHAR } from "@duckdb/node-api"
import type * as Result from "effect/Result"
import type { Warned } from "../../../core/fields/request-warning.ts"
import { describeCoachRefusal } from "../../../rules/coach/coach-refusal.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import type { BilanRefusal } from "../../../rules/offline/coach-functions.ts"
import type { BilanInput } from "../../../rules/offline/requests.ts"
import { jsonFunction } from "./json-function.ts"
import { type SqlFields, structOf, structWith, unreadText } from "./sql-fields.ts"
import type { SqlArgument, SqlFunction } from "./sql-function.ts"

/** Makes a bilan, as `bilan` of the package does. */
export type MakeBilanOf = (
  request: BilanInput,
) => Result.Result<BilanResponse & Warned, BilanRefusal>

/** What a bilan is in SQL. */
const fields: SqlFields = {
  market: VARCHAR,
  origin: VARCHAR,
  should_sell: BOOLEAN,
  headline: VARCHAR,
  medical_target: DOUBLE,
  ceiling_ok: BOOLEAN,
  gap_count: INTEGER,
  covered_count: INTEGER,
  argument_count: INTEGER,
  arguments: VARCHAR,
  unread: VARCHAR,
  refusal: VARCHAR,
}

const detailOf = (refused: BilanRefusal): string =>
  refused._tag === "CoachRefusal"
    ? describeCoachRefusal(refused)
    : "the tables are those of another market"

const structOfBilan = (found: BilanResponse & Warned) => {
  const { bilan, card, meta } = found
  const gaps = Object.values(card.guarantees)
  return structWith(fields, {
    market: meta.market,
    origin: card.origin,
    should_sell: bilan.shouldSell,
    headline: bilan.headline.key,
    medical_target: bilan.medical.targetValue,
    ceiling_ok: bilan.medical.ceilingOk,
    gap_count: gaps.length,
    covered_count: gaps.filter(({ covered }) => covered).length,
    argument_count: bilan.argumentCount,
    arguments: bilan.arguments.map(({ id }) => id).join(";"),
    unread: unreadText(found),
  })
}

/** An argument that is a text, as a field of a request. */
const text = (argument: SqlArgument): string => (typeof argument === "string" ? argument : "")

const texts = (argument: SqlArgument): ReadonlyArray<string> =>
  Array.isArray(argument) ? argument.map((each) => text(each)) : []

/** The functions of SQL that make bilans: of a network and a tier, of the first digits of a card, of JSON. */
export const bilanFunctions = (makeBilan: MakeBilanOf): ReadonlyArray<SqlFunction> => {
  const answer = (request: BilanInput) => {
    const found = makeBilan(request)
    return found._tag === "Success"
      ? structOfBilan(found.success)
      : structWith(fields, { refusal: `${found.failure.code}: ${detailOf(found.failure)}` })
  }
  return [
    {
      name: "bilan",
      parameterTypes: [VARCHAR, LIST(VARCHAR), VARCHAR, VARCHAR],
      returnType: structOf(fields),
      answer: ([residence = null, destinations = null, network = null, tier = null]) =>
        answer({
          residence: text(residence),
          destinations: texts(destinations),
          card:
            network === null && tier === null
              ? { none: true }
              : { network: text(network), tier: text(tier) },
        }),
    },
    {
      name: "bilan_of_bin",
      parameterTypes: [VARCHAR, LIST(VARCHAR), VARCHAR],
      returnType: structOf(fields),
      answer: ([residence = null, destinations = null, bin = null]) =>
        answer({
          residence: text(residence),
          destinations: texts(destinations),
          card: bin === null ? { none: true } : { bin: text(bin) },
        }),
    },
    jsonFunction("bilan_json", (request: BilanInput) => {
      const found = makeBilan(request)
      return found._tag === "Success"
        ? found.success
        : { error: found.failure.code, detail: detailOf(found.failure) }
    }),
  ]
}
