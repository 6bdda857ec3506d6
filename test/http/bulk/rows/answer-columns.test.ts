import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { answerRows } from "../../../../http/bulk/rows/answer-rows.ts"
import { answerColumns, type AnswerShape } from "../../../../http/bulk/rows/answer-columns.ts"
import { bilanShape, quoteShape } from "../../../../http/bulk/rows/bilan-shape.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { shippedTables } from "../../../support/tables.ts"

const limits = (name: Parameters<typeof limitOf>[1]) => limitOf(shippedTables, name)
const bilans = bilanShape(limits)
const quotes = quoteShape(limits)

const kinds = (asked: ReadonlyArray<string>, shape: AnswerShape) =>
  Result.getOrThrow(answerColumns(asked, shape)).map(({ kind, name }) => `${name} ${kind}`)

const refusal = (column: string, shape: AnswerShape): string => {
  const found = answerColumns([column], shape)
  return Result.isFailure(found) ? found.failure : ""
}

describe("columns of answers", () => {
  it("have the kind of their values, for typed files", () => {
    assert.deepStrictEqual(kinds([], quotes), [
      "row whole",
      "id id",
      "rank whole",
      "offerId whole",
      "name text",
      "plan text",
      "insurer text",
      "price number",
      "currency text",
      "insurerPrice number",
      "insurerCurrency text",
      "unread text",
    ])
    const paths = [
      "offers.0.price.amountInCents",
      "offers.*.name",
      "offer.guarantees.medical.value",
      "trip.startDate",
      "trip.travellers",
      "request.trip.isAnnual",
      "offerCount",
    ]
    assert.deepStrictEqual(kinds(paths, quotes), [
      "offers.0.price.amountInCents whole",
      "offers.*.name text",
      "offer.guarantees.medical.value number",
      "trip.startDate day",
      "trip.travellers text",
      "request.trip.isAnnual flag",
      "offerCount whole",
    ])
    assert.lengthOf(kinds([], bilans), bilans.usual.length)
  })

  it("are told apart from what is none, with what was meant", () => {
    const cases = [
      ["shuldSell", bilans, '; did you mean "shouldSell"?'],
      ["bilan.headlne", bilans, '; did you mean "bilan.headline"?'],
      ["argument.figur", bilans, '; did you mean "argument.figure"?'],
      ["request.crad", bilans, '; did you mean "request.card"?'],
      ["offers.0.price.amont", quotes, '; did you mean "offers.0.price.amount"?'],
      ["offers.first", quotes, ""],
      ["sessionId", quotes, ""],
      ["trip.zzzzzzzzz", quotes, '; "zzzzzzzzz" should be one of intent, startDate, '],
    ] as const
    for (const [column, shape, hint] of cases) {
      assert.include(refusal(column, shape), `no column "${column}" in the answers${hint}`)
    }
  })
})

describe("rows of an answer", () => {
  const answer = {
    id: 7,
    trip: { travellers: [{ age: 3 }], arrivalCountries: ["FR", "US"] },
    offers: [
      { id: 1, name: "A", price: { amount: 1.5 } },
      { id: 2, name: null, price: { amount: 2 } },
    ],
  }
  const rowsOf = (asked: ReadonlyArray<string>, of: unknown = answer) =>
    answerRows(Result.getOrThrow(answerColumns(asked, quotes)), quotes.items, {
      answer: of,
      request: { trip: { currency: "USD" } },
      row: 4,
    })

  it("are one for each item where a column is of items, else one", () => {
    assert.deepStrictEqual(rowsOf(["row", "id", "offerId", "name", "price"]), [
      [4, 7, 1, "A", 1.5],
      [4, 7, 2, null, 2],
    ])
    assert.deepStrictEqual(
      rowsOf(["offers.1.id", "offers.2.id", "offers.*.id", "offerCount", "request.trip.currency"]),
      [[2, null, "1;2", 2, "USD"]],
    )
    assert.deepStrictEqual(rowsOf(["trip.arrivalCountries", "trip.travellers"]), [
      ["FR;US", '[{"age":3}]'],
    ])
  })

  it("leave no request out that has no item", () => {
    assert.deepStrictEqual(rowsOf(["id", "name"], { id: 7, offers: [] }), [[7, null]])
  })
})
