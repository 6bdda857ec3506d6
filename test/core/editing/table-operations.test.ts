import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { operated, type TableOperation } from "../../../core/editing/table-operations.ts"
import { changed, reversed, textChange } from "../../../http/workbench/server/desk/steps.ts"

const table = [
  "# before the header",
  "age,fare",
  "# adults",
  "18,5",
  "",
  '30,"a, ""b""\nc"',
  "65,9",
  "# the end",
  "",
].join("\n")

const done = (text: string, ...operations: ReadonlyArray<TableOperation>): string =>
  operations.reduce((now, operation) => Result.getOrThrow(operated(now, 2, operation)), text)

const refused = (operation: TableOperation) =>
  Result.getOrUndefined(Result.flip(operated(table, 2, operation)))

describe("operations on the rows of a table", () => {
  it("set cells and nothing else, quotes where they must be", () => {
    const set = { _tag: "Set", cells: [{ line: 4, column: "fare", text: "6, about" }] } as const
    assert.strictEqual(done(table, set), table.replace("18,5", '18,"6, about"'))
    const last = { line: 8, column: "fare", text: "7" }
    const twice = { _tag: "Set", cells: [{ ...last, text: "1" }, last] } as const
    assert.strictEqual(done(table, twice), table.replace("65,9", "65,7"))
  })

  it("take a row away and leave the comments around it", () => {
    const gone = done(table, { _tag: "Delete", lines: [4] })
    assert.strictEqual(gone, table.replace("18,5\n", ""))
    const quoted = done(table, { _tag: "Delete", lines: [6] })
    assert.strictEqual(quoted, table.replace('30,"a, ""b""\nc"\n', ""))
    assert.include(
      done(table, { _tag: "Delete", lines: [4, 6, 8] }),
      "# before the header\nage,fare",
    )
  })

  it("add rows behind the header, between rows, and behind the last one", () => {
    const rows = [{ age: "1", fare: "2" }, { fare: "3" }]
    const at = (afterLine: number) => done(table, { _tag: "Insert", afterLine, rows })
    assert.strictEqual(at(2), table.replace("age,fare\n", "age,fare\n1,2\n,3\n"))
    assert.strictEqual(at(6), table.replace('c"\n', 'c"\n1,2\n,3\n'))
    assert.strictEqual(at(8), table.replace("65,9\n", "65,9\n1,2\n,3\n"))
  })

  it("keep a text without a last line end as it ends", () => {
    const bare = "age,fare\n18,5"
    assert.strictEqual(
      done(bare, { _tag: "Insert", afterLine: 2, rows: [{ age: "65", fare: "9" }] }),
      "age,fare\n18,5\n65,9",
    )
    assert.strictEqual(done(bare, { _tag: "Duplicate", lines: [2] }), "age,fare\n18,5\n18,5")
    assert.strictEqual(done(bare, { _tag: "Delete", lines: [2] }), "age,fare")
  })

  it("copy rows below their own, and move them in their order", () => {
    assert.strictEqual(
      done(table, { _tag: "Duplicate", lines: [6] }),
      table.replace('30,"a, ""b""\nc"\n', '30,"a, ""b""\nc"\n30,"a, ""b""\nc"\n'),
    )
    const moved = done(table, { _tag: "Move", lines: [6, 8], afterLine: 2 })
    assert.strictEqual(
      moved,
      '# before the header\nage,fare\n30,"a, ""b""\nc"\n65,9\n# adults\n18,5\n\n# the end\n',
    )
    assert.strictEqual(done(table, { _tag: "Move", lines: [4], afterLine: 4 }), table)
  })

  it("keep the only cell of a row that says nothing a row", () => {
    const words = "word\na\nb\n"
    const set = { _tag: "Set", cells: [{ line: 2, column: "word", text: "" }] } as const
    assert.strictEqual(Result.getOrThrow(operated(words, 1, set)), 'word\n""\nb\n')
    const insert = { _tag: "Insert", afterLine: 3, rows: [{}] } as const
    assert.strictEqual(Result.getOrThrow(operated(words, 1, insert)), 'word\na\nb\n""\n')
  })

  it("refuse rows and columns that there are not", () => {
    assert.deepStrictEqual(refused({ _tag: "Delete", lines: [3] }), { _tag: "NoRow", line: 3 })
    assert.deepStrictEqual(refused({ _tag: "Delete", lines: [2] }), { _tag: "NoRow", line: 2 })
    assert.deepStrictEqual(refused({ _tag: "Duplicate", lines: [4, 7] }), {
      _tag: "NoRow",
      line: 7,
    })
    assert.deepStrictEqual(refused({ _tag: "Move", lines: [4], afterLine: 9 }), {
      _tag: "NoRow",
      line: 9,
    })
    assert.deepStrictEqual(refused({ _tag: "Insert", afterLine: 4, rows: [{ price: "1" }] }), {
      _tag: "NoColumn",
      column: "price",
    })
    assert.deepStrictEqual(
      refused({ _tag: "Set", cells: [{ line: 4, column: "price", text: "1" }] }),
      { _tag: "NoColumn", column: "price" },
    )
    const broken = operated('a,b\n"c,d\n', 2, { _tag: "Delete", lines: [2] })
    assert.isTrue(Result.isFailure(broken))
  })

  it("can each be taken back, to the same bytes", () => {
    const cell = fc.constantFrom("", "1", "a,b", 'q"', "x\ny", "# z")
    const line = fc.constantFrom(4, 6, 8)
    const lines = fc.uniqueArray(line, { minLength: 1 })
    const operation: fc.Arbitrary<TableOperation> = fc.oneof(
      fc.record({
        _tag: fc.constant("Set" as const),
        cells: fc.array(fc.record({ line, column: fc.constantFrom("age", "fare"), text: cell })),
      }),
      fc.record({
        _tag: fc.constant("Insert" as const),
        afterLine: fc.constantFrom(2, 4, 6, 8),
        rows: fc.array(fc.record({ age: cell, fare: cell })),
      }),
      fc.record({ _tag: fc.constant("Duplicate" as const), lines }),
      fc.record({ _tag: fc.constant("Delete" as const), lines }),
      fc.record({ _tag: fc.constant("Move" as const), lines, afterLine: line }),
    )
    fc.assert(
      fc.property(operation, fc.boolean(), (each, isEnded) => {
        const text = isEnded ? table : table.slice(0, -1)
        const after = done(text, each)
        const change = textChange(text, after)
        assert.strictEqual(changed(text, change), after)
        assert.strictEqual(changed(after, reversed(change)), text)
      }),
    )
  })
})
