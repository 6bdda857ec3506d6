import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { jsonBytes } from "../../../core/json/json-bytes.ts"

const textOf = (value: unknown): string => new TextDecoder().decode(jsonBytes(value))

const freezeToLeaves = (value: unknown): unknown => {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(freezeToLeaves)
    Object.freeze(value)
  }
  return value
}

/** Data with texts of every kind, halves of surrogate pairs and control characters among them. */
const data = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom("a", "é", "€", '"', "\\", "\n", "\u2028", "\ud800", "\udc00"),
    }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0, 1e21, 5e-324),
  ),
  list: fc.array(tie("any"), { maxLength: 5 }),
  record: fc.dictionary(fc.string({ unit: "binary" }), tie("any"), { maxKeys: 5 }),
  frozen: tie("any").map(freezeToLeaves),
  any: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("list"), tie("record"), tie("frozen")),
})).any

describe("jsonBytes()", () => {
  it("writes what JSON.stringify writes, however often and whatever is frozen", () => {
    fc.assert(
      fc.property(data, (value) => {
        const expected = JSON.stringify({ value })
        expect(textOf({ value })).toBe(expected)
        expect(textOf({ value: freezeToLeaves(value) })).toBe(expected)
        expect(textOf({ value })).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  it("keeps to what a record says now, where it or a part of it can change", () => {
    const inner = { days: 1 }
    const shallow = Object.freeze({ inner })
    const list = [shallow]
    expect(textOf(list)).toBe('[{"inner":{"days":1}}]')
    inner.days = 2
    expect(textOf(list)).toBe('[{"inner":{"days":2}}]')
    Object.freeze(inner)
    list.push(shallow)
    expect(textOf(list)).toBe('[{"inner":{"days":2}},{"inner":{"days":2}}]')
    const closed = Object.preventExtensions({ days: 1 })
    expect(textOf(closed)).toBe('{"days":1}')
    closed.days = 2
    expect(textOf(closed)).toBe('{"days":2}')
  })

  it("leaves what is no plain data to JSON.stringify", () => {
    const date = new Date(0)
    const odd = [
      date,
      new Map([[1, 2]]),
      () => 1,
      Symbol("s"),
      { toJSON: () => "own" },
      new Number(1),
    ]
    for (const value of [odd, { ...odd }, Object.freeze([...odd]), Object.create(null)]) {
      expect(textOf(value)).toBe(JSON.stringify(value))
    }
    expect(() => jsonBytes({ amount: 1n })).toThrow(TypeError)
    expect(textOf("after a failure")).toBe('"after a failure"')
  })

  it("gives bytes of their own, of any length", () => {
    const first = jsonBytes("first")
    const long = "é".repeat(100_000)
    const frozen = Object.freeze({ long })
    expect(textOf([long, frozen, long, frozen])).toBe(JSON.stringify([long, frozen, long, frozen]))
    expect(new TextDecoder().decode(first)).toBe('"first"')
  })
})
