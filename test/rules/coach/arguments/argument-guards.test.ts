import { prepareArgumentGuards } from "../../../../rules/coach/arguments/argument-guards.ts"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { prepareBilan } from "../../../../rules/coach/bilan.ts"
import { prepareCoachPieces } from "../../../../rules/coach/coach-pieces.ts"
import { categories, strengths } from "../../../../rules/coach/coach-vocabulary.ts"
import { prepareBilanExplanation } from "../../../../rules/coach/explanation/bilan.ts"
import type { BilanResponse } from "../../../../rules/coach/response.ts"
import { prepareBilanWhyNot } from "../../../../rules/coach/why-not.ts"
import { corpusContext } from "../../../../rules/impact/situation-answers.ts"
import { times } from "../../../support/long.ts"
import { named, type OwnShape, withOwn } from "../../../support/own-guards.ts"
import { shippedTables } from "../../../support/tables.ts"

const outputs = {
  drop: ["reason"],
  weaken: ["strength_max", "reason"],
  prefer: ["reason"],
} as const

type Hook = keyof typeof outputs

const cellsOf: Readonly<Record<Hook, string>> = {
  drop: "ours",
  weaken: "useful,ours",
  prefer: "ours",
}

const tablesWith = (hook: Hook, inputs: ReadonlyArray<string>, row: ReadonlyArray<string>) => {
  const shape: OwnShape = { hook, inputs: named(...inputs), outputs: named(...outputs[hook]) }
  const header = [...inputs, ...outputs[hook]].join(",")
  const csv = `${header}\n${[...row, cellsOf[hook]].join(",")}\n`
  return withOwn(shippedTables, { "own/guard.csv": { shape, csv } })
}

const bilansOf = (tables: typeof shippedTables) => {
  const { make } = prepareBilan(prepareCoachPieces(tables, prepareArgumentGuards))
  return (request: unknown): BilanResponse => Result.getOrThrow(make(request, corpusContext))
}

const plain = bilansOf(shippedTables)

const cells: Readonly<Record<string, ReadonlyArray<string>>> = {
  argument: ["", "medical_shortfall_top", "friends_not_insured|no_card"],
  category: ["", "sante", "voyage|biens", "not(sante)"],
  strength: ["", "decisive", "strong|useful"],
  market: ["", "fr", "not(fr)"],
  origin: ["", "exact", "generic|none"],
  slug: ["", "cancelTrip", "not(cancelTrip)"],
  friends: ["", "true", "false"],
  risky_activity: ["", "true"],
  long_trip: ["", "true", "false"],
  reach: ["", "abroad"],
  step: ["", "top"],
}

const anyRow = fc
  .uniqueArray(fc.constantFrom(...Object.keys(cells)), { minLength: 1, maxLength: 3 })
  .chain((inputs) =>
    fc.record({
      inputs: fc.constant(inputs),
      row: fc.tuple(...inputs.map((input) => fc.constantFrom(...(cells[input] ?? [])))),
    }),
  )

const anyRequest = fc.record({
  residence: fc.constantFrom("FR", "US", "CA", "BE"),
  destinations: fc.subarray(["US", "ES", "TH", "FR", "RU"], { minLength: 1 }),
  card: fc.constantFrom({ none: true }, { catalogueId: 3 }, { network: "visa", tier: "mid" }),
  trip: fc.record({
    friends: fc.boolean(),
    longTrip: fc.boolean(),
    riskyActivity: fc.boolean(),
  }),
})

const orderOf = ({ category, strength }: BilanResponse["bilan"]["arguments"][number]): number =>
  strengths.indexOf(strength) * categories.length + categories.indexOf(category)

const isOfPlaces = (id: string): boolean =>
  shippedTables.coachArguments.rows.some(
    (row, index) =>
      row.id === id &&
      shippedTables.coachArguments.fields[index]?.[0]?.text.match(/demand|warning/) !== null,
  )

const lawOf = (
  hook: Hook,
  holds: (before: BilanResponse["bilan"], after: BilanResponse["bilan"], applies: boolean) => void,
): void =>
  fc.assert(
    fc.property(anyRow, fc.array(anyRequest, { minLength: 1, maxLength: 3 }), (guard, requests) => {
      const tables = tablesWith(hook, guard.inputs, guard.row)
      const [pieces, guarded] = [
        prepareCoachPieces(tables, prepareArgumentGuards),
        bilansOf(tables),
      ]
      const { situationOf } = prepareBilan(pieces)
      for (const request of requests) {
        const read = Result.getOrThrow(pieces.readRequest(request, corpusContext.allowedCardModes))
        const found = pieces.arguments.toldFor(situationOf(read, corpusContext)).guarded
        const [before, after] = [plain(request), guarded(request)]
        if (found.length === 0) assert.deepStrictEqual(after, before)
        const orders = after.bilan.arguments.map(orderOf)
        assert.deepStrictEqual(
          orders,
          orders.toSorted((left, right) => left - right),
        )
        holds(before.bilan, after.bilan, found.length > 0)
      }
    }),
    { numRuns: times(12, 1_000) },
  )

const idsIn = ({ arguments: some }: BilanResponse["bilan"]): ReadonlyArray<string> =>
  some.map(({ id }) => id)

describe("guards of arguments", () => {
  it("drop arguments, and neither entry rules nor warnings", () => {
    lawOf("drop", (before, after) => {
      for (const id of idsIn(before)) {
        if (isOfPlaces(id)) assert.include(idsIn(after), id)
      }
      // Others that were cut may come in their places.
      assert.isAtMost(after.argumentCount, 7)
    })
    const all = tablesWith("drop", ["category"], ["not(global)"])
    const request = {
      residence: "FR",
      destinations: ["US"],
      card: { network: "visa", tier: "mid" },
    }
    const left = bilansOf(all)(request).bilan.arguments
    assert.isTrue(left.every(({ category, id }) => category === "global" || isOfPlaces(id)))
  })

  it("weaken arguments and strengthen none", () => {
    lawOf("weaken", (before, after) => {
      const was = new Map(before.arguments.map(({ id, strength }) => [id, strength]))
      for (const { id, strength } of after.arguments) {
        const old = was.get(id)
        if (old === undefined) continue
        assert.isAtLeast(strengths.indexOf(strength), strengths.indexOf(old))
      }
    })
  })

  it("prefer arguments without changing what any of them weighs", () => {
    lawOf("prefer", (before, after) => {
      const was = new Map(before.arguments.map(({ id, strength }) => [id, strength]))
      for (const { id, strength } of after.arguments) {
        assert.strictEqual(was.get(id) ?? strength, strength)
      }
      assert.strictEqual(after.argumentCount, before.argumentCount)
    })
  })

  it("bring a preferred argument among the told ones before others of its strength", () => {
    const request = {
      residence: "FR",
      destinations: ["US"],
      card: { none: true },
      trip: { friends: true, longTrip: true, riskyActivity: true },
    }
    const before = plain(request).bilan
    const [, second] = before.arguments.filter(({ category, strength }, index) => {
      const previous = before.arguments[index - 1]
      return previous?.category === category && previous.strength === strength
    })
    if (second === undefined) throw new Error("no two arguments share strength and category")
    const after = bilansOf(tablesWith("prefer", ["argument"], [second.id]))(request).bilan
    const first = after.arguments.find(
      ({ category, strength }) => category === second.category && strength === second.strength,
    )
    assert.strictEqual(first?.id, second.id)
  })

  it("are named in explanations, and where an argument is missing", () => {
    const request = { residence: "FR", destinations: ["US"], card: { catalogueId: 3 } }
    const [first] = plain(request).bilan.arguments
    const id = first?.id ?? ""
    const tables = tablesWith("drop", ["argument"], [id])
    const pieces = prepareCoachPieces(tables, prepareArgumentGuards)
    const explain = prepareBilanExplanation(pieces, prepareBilan(pieces))
    const { explanation } = Result.getOrThrow(explain(request, corpusContext))
    const count = explanation.find(({ figure }) => figure === "bilan.argumentCount")
    const cited = count?.because.find(({ file }) => file === "own/guard.csv")
    assert.deepStrictEqual([cited?.line, cited?.says], [2, `${id} is dropped: ours`])
    const { read, whyNot } = prepareBilanWhyNot(tables, () => undefined)
    const asked = Result.getOrThrow(read(request, corpusContext.allowedCardModes))
    const { reasons, told } = whyNot(asked, corpusContext, id)
    assert.isFalse(told)
    assert.deepStrictEqual(
      [reasons[0]?.file, reasons[0]?.says],
      ["own/guard.csv", "applies, and is dropped: ours"],
    )
  })
})
