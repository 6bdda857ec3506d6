import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { prepareAnswers } from "../../../../http/bulk/batch/answering.ts"
import { makeTextBytes } from "../../../../http/bulk/batch/text-bytes.ts"
import { situations } from "../../../../rules/corpus/generate.ts"
import { shippedTables } from "../../../support/tables.ts"
import type { Answering } from "../../../../http/bulk/batch/prepared-answers.ts"

const requests = situations(shippedTables, 7, 300)
const ids = [undefined, 7, "é", null, "", { deep: [1] }] as const

const quotes = {
  _tag: "Quote",
  mode: "sandbox",
  today: "2027-01-01",
  engineVersion: "any",
  baseUrl: "http://localhost",
  icons: new Map([["a.svg", "<svg/>"]]),
} as const

const cases: ReadonlyArray<readonly [string, Answering]> = [
  ["bilan", { _tag: "Bilan", engineVersion: "any", explain: false, today: "2027-01-01" }],
  ["bilan --explain", { _tag: "Bilan", engineVersion: "any", explain: true, today: "2027-01-01" }],
  ["quote", { ...quotes, explain: false }],
  ["quote --explain", { ...quotes, explain: true }],
]

describe("answers to lines", () => {
  it.each(cases)("are written as the JSON of the lone answer: %s", async (_, answering) => {
    const { answer, write } = await prepareAnswers(answering, shippedTables)
    const written = makeTextBytes()
    const seen = { answered: 0, refused: 0 }
    for (const [index, { bilan, quote }] of requests.entries()) {
      const id = ids[index % ids.length]
      const sound = answering._tag === "Bilan" ? bilan : quote
      const typo = index % 4 === 0 ? { crad: index } : {}
      const request = { id, ...typo, ...(index % 9 === 0 ? {} : sound) }
      const bytes = new TextEncoder().encode(JSON.stringify(request))
      const found = write(bytes)
      const expected = answer(bytes)
      if (Result.isFailure(found)) {
        assert.deepStrictEqual(found, expected)
        seen.refused += 1
        continue
      }
      for (const time of ["first", "second"]) {
        found.success.answer(written, 1)
        const text = new TextDecoder().decode(written.take())
        assert.strictEqual(text, JSON.stringify(Result.getOrThrow(expected).answer), time)
      }
      seen.answered += 1
    }
    assert.isAbove(seen.answered, 150)
    assert.isAbove(seen.refused, 20)
  })
})
