import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  contains,
  readBooleanTest,
  readNumberTest,
  readWordTest,
} from "../../../core/table/cell.ts"
import type { CellRefusal } from "../../../core/table/error.ts"
import { describeExpectation } from "../../../core/table/expectation.ts"

const expectedOf = (read: Result.Result<unknown, CellRefusal>) =>
  Result.isFailure(read) ? describeExpectation(read.failure.expected) : "read"

const accepts = (cell: string, value: number): boolean => {
  const test = Result.getOrThrow(readNumberTest(cell))
  if (test._tag === "Any") return true
  return test.intervals.some((one) => contains(one, value)) === (test._tag === "Within")
}

describe("readNumberTest()", () => {
  it.each([
    ["", [-1, 0, 1], []],
    ["7", [7], [6, 7.5, 8]],
    ["-7", [-7], [7, -6.999]],
    ["0.5", [0.5], [0, 1]],
    ["<10", [9, 9.999, -100], [10, 11]],
    ["<=10", [10, 9], [10.001]],
    [">10", [10.001, 11], [10, 9]],
    [">=10", [10, 11], [9.999]],
    ["[10..20)", [10, 19.999], [9.999, 20]],
    ["(10..20]", [10.001, 20], [10, 20.001]],
    ["(10..20)", [15], [10, 20]],
    ["[10..10]", [10], [9, 11]],
    ["[-5..-1]", [-5, -1], [-6, 0]],
    ["1|3|>=10", [1, 3, 10], [2, 9]],
    ["not(5)", [4, 6], [5]],
    ["not(<5|>10)", [5, 10], [4, 11]],
    ["not([1..3])", [0, 4], [1, 3]],
  ])("reads %j", (cell, inside, outside) => {
    for (const value of inside) assert.isTrue(accepts(cell, value), `${cell} takes ${value}`)
    for (const value of outside) assert.isFalse(accepts(cell, value), `${cell} leaves ${value}`)
  })

  it.each([
    [" "],
    [" 7"],
    ["7 "],
    ["+7"],
    ["1e3"],
    [".5"],
    ["5."],
    ["1,000"],
    ["seven"],
    ["< 10"],
    ["=10"],
    ["==10"],
    ["<>10"],
    ["10..20"],
    ["[10..20"],
    ["[20..10]"],
    ["(10..10)"],
    ["[10..10)"],
    ["1||2"],
    ["|"],
    ["not()"],
    ["not(5"],
    ["not(not(5))"],
    ["NaN"],
    ["Infinity"],
    ["٧"],
    ["9".repeat(400)],
    [`<${"9".repeat(400)}`],
    [`[1..${"9".repeat(400)})`],
  ])("refuses %j", (cell) => {
    assert.strictEqual(
      expectedOf(readNumberTest(cell)),
      "a number, <n, <=n, >n, >=n or a range such as [10..20)",
    )
  })
})

describe("readWordTest()", () => {
  it("reads any, one, several and none of several words", () => {
    const read = (cell: string) => Result.getOrThrow(readWordTest(cell, ["a", "b"]))
    assert.deepStrictEqual(read(""), { _tag: "Any" })
    assert.deepStrictEqual(read("a"), { _tag: "AnyOf", words: ["a"] })
    assert.deepStrictEqual(read("a|b"), { _tag: "AnyOf", words: ["a", "b"] })
    assert.deepStrictEqual(read("not(a|b)"), { _tag: "NoneOf", words: ["a", "b"] })
  })

  it.each([["a b"], ["a|"], ["|a"], ["a||b"], ["not()"], ["not(a"], ["not(a)|b"], ["<5"], [" "]])(
    "refuses the form of %j",
    (cell) => {
      assert.strictEqual(
        expectedOf(readWordTest(cell, undefined)),
        "words joined by |, or not(a|b), without spaces",
      )
    },
  )

  it("refuses a word that is not allowed, and says which part of the cell it is", () => {
    const read = readWordTest("red|gren", ["red", "green"])
    assert.strictEqual(expectedOf(read), "one of red, green")
    assert.deepStrictEqual(
      read,
      Result.fail({
        expected: { _tag: "OneOf", words: ["red", "green"] },
        allowed: ["red", "green"],
        part: "gren",
      }),
    )
    assert.isTrue(Result.isFailure(readWordTest("Red", ["red"])))
    assert.isTrue(Result.isFailure(readWordTest("not(x)", ["red"])))
  })
})

describe("readBooleanTest()", () => {
  it("reads true, false and nothing, and no other word", () => {
    assert.deepStrictEqual(readBooleanTest("true"), Result.succeed(true))
    assert.deepStrictEqual(readBooleanTest("false"), Result.succeed(false))
    assert.deepStrictEqual(readBooleanTest(""), Result.succeed(undefined))
    for (const cell of ["TRUE", "True", "VRAI"]) {
      assert.deepStrictEqual(readBooleanTest(cell), Result.succeed(true))
    }
    for (const cell of ["FALSE", "False", "FAUX"]) {
      assert.deepStrictEqual(readBooleanTest(cell), Result.succeed(false))
    }
    for (const cell of ["1", "0", "yes", "not(true)", "true|false", " true"]) {
      assert.strictEqual(expectedOf(readBooleanTest(cell)), "true, false or nothing")
    }
  })
})
