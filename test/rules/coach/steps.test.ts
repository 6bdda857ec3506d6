import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { medicalSlug } from "../../../rules/coach/card/products.ts"
import { cardModes } from "../../../rules/coach/coach-vocabulary.ts"
import { prepareCoachSteps } from "../../../rules/coach/steps.ts"
import { corpusOf } from "../../../rules/corpus/corpus.ts"
import { shippedTables } from "../../support/tables.ts"
import { coach } from "./support.ts"
import { offlineContext } from "../../../rules/coach/offline.ts"

const context = offlineContext("2.3.2+test", "2027-01-31")
const steps = prepareCoachSteps(coach, context, (asked) => coach.read(asked, cardModes))
const requests = corpusOf(shippedTables, undefined, 1_200).map(({ bilan }) => bilan)
const answered = requests.map((request) => ({
  request,
  answer: Result.getOrThrow(coach.bilan(request, context)),
}))

describe("steps of a bilan", () => {
  it("read the card that the whole answer is about", () => {
    assert.isAbove(answered.length, 1_200)
    for (const { answer, request } of answered) {
      const { card, market, residence } = { card: undefined, market: undefined, ...request }
      const read = Result.getOrThrow(steps.readCard({ residence, card, market }))
      assert.strictEqual(read.origin, answer.card.origin)
      assert.strictEqual(read.currency, answer.card.currency)
      assert.deepStrictEqual(read.detected ?? undefined, answer.card.detected)
      if (read.warning !== null) assert.include(answer.meta.warnings, read.warning)
      for (const [slug, gap] of Object.entries(answer.card.guarantees)) {
        const held = read.covers[slug]
        if (held !== undefined && held.state !== "unknown") {
          assert.deepInclude(gap, { state: held.state, value: held.value })
        } else assert.strictEqual(gap.state, "not_available")
      }
    }
  })

  it("find the medical target of the whole answer", () => {
    for (const { answer, request } of answered) {
      const { target, targetValue } = Result.getOrThrow(steps.findMedicalTarget(request))
      const { medical } = answer.bilan
      assert.deepStrictEqual(
        { target, targetValue },
        { target: medical.target, targetValue: medical.targetValue },
      )
    }
  })

  it("aim at a destination of the trip, at the same step as for it alone", () => {
    for (const { request } of answered.slice(0, 400)) {
      const need = Result.getOrThrow(steps.findMedicalTarget(request))
      assert.include(request.destinations, need.destination)
      const alone = { ...request, destinations: [need.destination] }
      assert.deepStrictEqual(Result.getOrThrow(steps.findMedicalTarget(alone)), need)
    }
  })

  it("rank the arguments of the whole answer", () => {
    let told = 0
    for (const { answer, request } of answered) {
      const ranked = Result.getOrThrow(steps.rankArguments(request))
      assert.deepStrictEqual(ranked, answer.bilan.arguments)
      told += ranked.length
    }
    assert.isAbove(told, answered.length)
  })

  it("tell all that a card covers, not its gaps alone", () => {
    const card = { network: "visa", tier: "elite" }
    const { covers } = Result.getOrThrow(steps.readCard({ residence: "FR", card }))
    assert.isAbove(Object.keys(covers).length, 10)
    assert.property(covers, medicalSlug)
    const { covers: none } = Result.getOrThrow(steps.readCard({ residence: "FR" }))
    assert.deepStrictEqual(none, {})
  })

  it("refuse whatever the whole refuses, and throw at nothing", () => {
    const json = fc.oneof(
      fc.jsonValue(),
      fc.record({ residence: fc.jsonValue(), destinations: fc.jsonValue(), card: fc.jsonValue() }),
    )
    fc.assert(
      fc.property(json, (asked) => {
        const whole = Result.map(coach.bilan(asked, context), (answer) => answer.bilan.arguments)
        assert.deepStrictEqual(steps.rankArguments(asked), whole)
        const target = steps.findMedicalTarget(asked)
        assert.strictEqual(Result.isFailure(target), Result.isFailure(whole))
        const read = steps.readCard(asked)
        if (Result.isFailure(read)) assert.strictEqual(read.failure.code, "BAD_RESIDENCE")
        else assert.isTrue(typeof asked === "object" && asked !== null && "residence" in asked)
      }),
    )
  })
})
