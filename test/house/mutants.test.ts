import { assert, describe, it } from "@effect/vitest"
import { mutated, mutantsOf, staleEquivalents } from "../mutate/mutants.ts"
import { makeNearTests, sourceOf } from "../support/near-tests.ts"

const changed = (source: string): ReadonlyArray<string> =>
  mutantsOf("core/any.ts", source).map((mutant) => mutated(source, mutant))

describe("mutants", () => {
  it("change an operator, a figure, a condition, a statement, in each place alone", () => {
    assert.deepStrictEqual(changed("const a = b < 2\n"), [
      "const a = b <= 2\n",
      "const a = b < 3\n",
    ])
    assert.deepStrictEqual(changed("if (a) b()\n"), [
      "if (true) b()\n",
      "if (false) b()\n",
      "if (a) ;\n",
    ])
    assert.deepStrictEqual(changed("const a = sql`select b order by c desc`\n"), [
      "const a = sql`select b order by c asc`\n",
    ])
  })

  it("leave out types, and how often a text is split at most", () => {
    assert.deepStrictEqual(changed("type A = 1 | 2\n"), [])
    assert.deepStrictEqual(changed('const a = b.split(" ", 1)[0]\n'), [
      'const a = b.split(" ", 1)[1]\n',
    ])
  })

  it("that no test can notice are told of sources as they are", () => {
    assert.deepStrictEqual(staleEquivalents(sourceOf), [])
  })
})

describe("the tests nearest to a file", () => {
  const near = makeNearTests()
  const first = (file: string, count: number): ReadonlyArray<string> =>
    near(file)
      .slice(0, count)
      .map(({ test }) => test)

  it("are those of its name and its folder, before what imports it from afar", () => {
    assert.deepStrictEqual(first("core/engine/ask-with-feel.ts", 1), [
      "test/core/engine/ask-with-feel.test.ts",
    ])
    assert.includeMembers(
      [...first("rules/changes/diff-text.ts", 2)],
      ["test/rules/changes/told-report.test.ts", "test/http/cli/tables/diff.test.ts"],
    )
  })

  it("come to what threads run, whose programs are named and not imported", () => {
    const program = "http/workbench/server/review-worker.ts"
    const test = "test/http/workbench/server/review/review.test.ts"
    assert.deepStrictEqual(first(program, 1), [test])
    assert.include(first("rules/changes/review-report.ts", 5), test)
  })
})
