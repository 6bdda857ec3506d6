import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { changesBetween, differencesAt } from "../../../rules/impact/differences.ts"
import { flatten } from "../../../rules/impact/situation-answers.ts"

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(1, 2, "a", true, null),
    fc.array(tie("json"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.nat(3), { maxLength: 3 })
      .chain((ids) =>
        fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), v: tie("json") }))),
      ),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("json"), { maxKeys: 3 }),
  ),
}))

describe("differencesAt()", () => {
  it("finds what a comparison of flat records finds", () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const sorted = (changes: ReturnType<typeof differencesAt>) =>
          changes
            .map((change) => JSON.stringify([change.field, change.before, change.after]))
            .sort()
        const flat = changesBetween(flatten("it", before), flatten("it", after))
        assert.deepStrictEqual(sorted(differencesAt("it", before, after)), sorted(flat))
      }),
    )
  })

  it("lists what was there first, and what is new last", () => {
    assert.deepStrictEqual(
      differencesAt("a", { x: { n: 1 }, z: 1 }, { x: { m: 1 }, z: 2 }).map(({ field }) => field),
      ["a.x.n", "a.z", "a.x.m"],
    )
  })

  it("names an item by its id when its place changes", () => {
    assert.deepStrictEqual(
      differencesAt(
        "o",
        [
          { id: 1, p: 1 },
          { id: 2, p: 2 },
        ],
        [
          { id: 2, p: 2 },
          { id: 1, p: 3 },
        ],
      ),
      [
        { field: "o", before: "1 2", after: "2 1" },
        { field: "o.1.p", before: 1, after: 3 },
      ],
    )
  })
})
