import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareFocus } from "../../../../rules/coach/arguments/arguments.ts"
import {
  categories,
  type Category,
  type Strength,
  strengths,
} from "../../../../rules/coach/coach-vocabulary.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import { withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"

const focusOf = prepareFocus(shippedTables)

const one = (category: Category, strength: Strength) => ({ category, strength })
const many = (count: number, category: Category, strength: Strength) =>
  Array.from({ length: count }, () => one(category, strength))

describe("the subjects to focus on", () => {
  it("are none without arguments", () => {
    expect(focusOf([])).toEqual([])
  })

  it("are the heaviest first", () => {
    expect(
      focusOf([one("biens", "useful"), one("voyage", "strong"), one("global", "decisive")]),
    ).toEqual(["global", "voyage", "biens"])
  })

  it.each([
    [8, ["global", "biens"]],
    [9, ["biens", "global"]],
    [10, ["biens", "global"]],
  ])("weigh %d useful arguments against a decisive one", (count, expected) => {
    expect(focusOf([...many(count, "biens", "useful"), one("global", "decisive")])).toEqual(
      expected,
    )
  })

  it.each([
    [8, ["global", "responsabilite"]],
    [9, ["responsabilite", "global"]],
    [10, ["responsabilite", "global"]],
  ])("put equals in the order of the categories, %d against nine", (count, expected) => {
    expect(
      focusOf([one("global", "decisive"), ...many(count, "responsabilite", "useful")]),
    ).toEqual(expected)
  })

  it("are three at most, or as many as the table of limits says", () => {
    const each = categories.map((category) => one(category, "useful"))
    expect(focusOf(each)).toEqual(["sante", "voyage", "biens"])
    for (const max of [1, 2, 5]) {
      const tables = withEditedFile(
        offlineDefinitions,
        shippedTables,
        "reference/limits.csv",
        ({ cells }) =>
          cells["name"] === "coach_focus_categories_max" ? { ...cells, value: String(max) } : cells,
      )
      expect(prepareFocus(tables)(each)).toEqual(categories.slice(0, max))
    }
  })

  it("do not depend on the order of the arguments, and never leave out a heavier subject", () => {
    const args = fc.array(
      fc.record({
        category: fc.constantFrom(...categories),
        strength: fc.constantFrom(...strengths),
      }),
      { maxLength: 30 },
    )
    const countMax = limitOf(shippedTables, "coach_focus_categories_max")
    const weights = new Map(
      shippedTables.coachStrengths.rows.map(({ strength, weight }) => [strength, weight]),
    )
    fc.assert(
      fc.property(args, (some) => {
        const focus = focusOf(some)
        const weightOf = (category: Category) =>
          some.reduce(
            (sum, each) =>
              each.category === category ? sum + (weights.get(each.strength) ?? 0) : sum,
            0,
          )
        expect(focusOf([...some].reverse())).toEqual(focus)
        const spoken = new Set(some.map(({ category }) => category))
        expect(focus).toHaveLength(Math.min(spoken.size, countMax))
        const lightest = Math.min(...focus.map(weightOf))
        for (const category of spoken) {
          if (!focus.includes(category)) expect(weightOf(category)).toBeLessThanOrEqual(lightest)
        }
      }),
    )
  })
})
