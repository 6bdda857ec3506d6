import { limitOf } from "../../reference/limits.ts"
import type { Argument } from "../response.ts"
import type { CoachTables } from "../coach-tables.ts"
import { categories, type Category, type Strength } from "../coach-vocabulary.ts"

/** Chooses the subjects that the arguments weigh most on. */
export type FocusOf = (
  args: ReadonlyArray<Pick<Argument, "category" | "strength">>,
) => ReadonlyArray<Category>

/**
 * Prepares that choice: heaviest subject first, ties in the order of categories, as many as the
 * limit allows, none without arguments.
 */
export const prepareFocus = (tables: Pick<CoachTables, "coachStrengths" | "limits">): FocusOf => {
  const weights = new Map<Strength, number>(
    tables.coachStrengths.rows.map(({ strength, weight }) => [strength, weight]),
  )
  const countMax = limitOf(tables, "coach_focus_categories_max")
  return (args) => {
    const totals = new Map<Category, number>()
    for (const { category, strength } of args) {
      totals.set(category, (totals.get(category) ?? 0) + (weights.get(strength) ?? 0))
    }
    return categories
      .filter((category) => totals.has(category))
      .sort((left, right) => (totals.get(right) ?? 0) - (totals.get(left) ?? 0))
      .slice(0, countMax)
  }
}
