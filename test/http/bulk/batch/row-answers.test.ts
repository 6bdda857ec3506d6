import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { answerBatch } from "../../../../http/bulk/batch/answer-batch.ts"
import { prepareAnswers } from "../../../../http/bulk/batch/answering.ts"
import { answerRows } from "../../../../http/bulk/rows/answer-rows.ts"
import {
  answerColumns,
  type AnswerForm,
  plainForm,
  writtenColumns,
} from "../../../../http/bulk/rows/answer-columns.ts"
import { bilanShape, quoteShape } from "../../../../http/bulk/rows/bilan-shape.ts"
import { situations } from "../../../../rules/corpus/generate.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { shippedTables } from "../../../support/tables.ts"
import type { Answering } from "../../../../http/bulk/batch/prepared-answers.ts"

const limits = (name: Parameters<typeof limitOf>[1]) => limitOf(shippedTables, name)
const requests = situations(shippedTables, 11, 120)

const quotes: Answering = {
  _tag: "Quote",
  mode: "sandbox",
  explain: false,
  today: "2027-01-01",
  engineVersion: "any",
  baseUrl: "http://localhost",
  icons: new Map([["a.svg", "<svg/>"]]),
}

const bilans: Answering = {
  _tag: "Bilan",
  engineVersion: "any",
  explain: false,
  today: "2027-01-01",
}

const cases = [
  ["bilans", bilans, bilanShape(limits), ["row", "id", "headline", "arguments", "unread"]],
  ["arguments", bilans, bilanShape(limits), ["id", "argument.id", "request.residence"]],
  ["cheapest offers", quotes, quoteShape(limits), ["id", "offers.0.price.amount", "row"]],
  ["offers", quotes, quoteShape(limits), ["row", "offer.id", "trip.travellers"]],
] as const

/** Requests as they may be written: an id before all else, behind it, with escapes, twice, or none. */
const writings: ReadonlyArray<(request: object, index: number) => string> = [
  (request, index) => JSON.stringify({ id: index, ...request }),
  (request, index) => JSON.stringify({ id: `a ${index}`, ...request }),
  (request) => JSON.stringify(request),
  (request, index) => JSON.stringify({ ...request, id: index }),
  (request, index) => JSON.stringify({ id: `é"${index}`, ...request }),
  (request, index) => JSON.stringify({ id: { index }, ...request }),
  (request, index) => `{"id":1,"\\u0069d":${index},${JSON.stringify(request).slice(1)}`,
  (request, index) => `{"id":-0.5e${index % 9},${JSON.stringify(request).slice(1)}`,
  (request, index) =>
    `{"id":${index}`.concat(index % 2 === 0 ? "}" : ` , ${JSON.stringify(request).slice(1)}`),
]

describe("answers in columns", () => {
  it.each(cases)(
    "of requests asked again are those of each alone: %s",
    async (_, answering, shape, names) => {
      const columns = Result.getOrThrow(answerColumns(names, shape))
      const form: AnswerForm = {
        place: "line ",
        isTable: false,
        refusalsInline: true,
        forPeople: false,
        format: "parquet",
        items: shape.items,
        columns,
      }
      const { answer, telling, write } = await prepareAnswers(answering, shippedTables, form)
      const all = [...requests, ...requests].flatMap(({ bilan, quote }, index) => {
        const sound = answering._tag === "Bilan" ? bilan : quote
        const odd = index % 5 === 0 ? { crad: 1 } : {}
        const request = index % 7 === 0 ? {} : { ...sound, ...odd }
        return writings.map((written, way) => ({
          request,
          line: written(request, index * writings.length + way),
        }))
      })
      const bytes = new Uint8Array(Buffer.from(all.map(({ line }) => `${line}\n`).join("")))
      const found = answerBatch({ bytes, firstLine: 1 }, write, telling)
      const expected = all.flatMap(({ line }, index): ReadonlyArray<ReadonlyArray<unknown>> => {
        const alone = answer(Buffer.from(line))
        const row = index + 1
        return Result.isSuccess(alone)
          ? answerRows(writtenColumns(form), shape.items, {
              answer: alone.success.answer,
              request: JSON.parse(line),
              row,
            })
          : [
              writtenColumns(form).map(({ from, name }) => {
                if (from === "row") return row
                const refused: Readonly<Record<string, unknown>> = { ...alone.failure }
                if (name === "unread") {
                  return alone.failure.warnings?.map(({ detail }) => detail).join(";") ?? null
                }
                const value = ["id", "error", "detail"].includes(name) ? refused[name] : undefined
                return typeof value === "object" && value !== null
                  ? JSON.stringify(value)
                  : (value ?? null)
              }),
            ]
      })
      const lines = Buffer.from(found.answers).toString().trimEnd().split("\n")
      assert.deepStrictEqual(
        lines.map((line): unknown => JSON.parse(line)),
        JSON.parse(JSON.stringify(expected)),
      )
      assert.strictEqual(found.answered + found.refused, all.length)
      assert.isAbove(found.answered, 500)
      assert.isAbove(found.refused, 50)
      assert.isAbove(found.warned, 50)
    },
  )

  it("keep ids and refusals whatever else a line holds", async () => {
    const columns = Result.getOrThrow(answerColumns(["id"], bilanShape(limits)))
    const form: AnswerForm = { ...plainForm, format: "ndjson", columns, refusalsInline: true }
    const { telling, write } = await prepareAnswers(bilans, shippedTables, form)
    const lines = [
      '{"id":-7,"residence":"FR","destinations":["US"]}',
      '{"id":-7,"residence":"FR","destinations":["US"],"card":{"bank":"a\\nb"}}',
      '{"id":1.50,"residence":"FR","destinations":["US"]}',
      '{"id":7,}',
      '{"id":7}',
    ]
    const bytes = new Uint8Array(Buffer.from(`${lines.join("\n")}\n`))
    const { answers } = answerBatch({ bytes, firstLine: 1 }, write, telling)
    const found = Buffer.from(answers).toString().trimEnd().split("\n")
    assert.deepStrictEqual(
      found.map((line) => {
        const { error, id } = JSON.parse(line) as Readonly<Record<string, unknown>>
        return [id, error]
      }),
      [
        [-7, null],
        [-7, null],
        ["1.50", null],
        [null, "INVALID_JSON"],
        [7, "BAD_RESIDENCE"],
      ],
    )
  })
})
