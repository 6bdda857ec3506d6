import { assert, describe, it } from "@effect/vitest"
import { hookWords } from "../../../http/workbench/app/screens/tables/hook-words.ts"
import { hooks } from "../../../rules/tables/own-tables.ts"

describe("facts and results of hooks", () => {
  it("are told in French, all of them, and nothing else is", () => {
    const names = Object.values(hooks).flatMap(({ facts, outputs }) => [
      ...Object.keys(facts),
      ...Object.keys(outputs),
    ])
    assert.deepStrictEqual(Object.keys(hookWords.fr).sort(), [...new Set(names)].sort())
  })
})
