import { assert, describe, it } from "@effect/vitest"
import { mutated, mutantsOf, staleEquivalents } from "../mutate/mutants.ts"
import { sourceOf } from "../support/near-tests.ts"

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
