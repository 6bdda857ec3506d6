import type { Argument } from "./response.ts"
import { categories, type Category } from "./vocabulary.ts"

const weights = { decisive: 9, strong: 3, useful: 1 } as const

/** An answer names at most this many subjects to focus on. */
export const focusCategoriesMax = 3

/**
 * The subjects that the arguments weigh most on: heaviest first, ties in the order of categories,
 * at most three, none without arguments.
 *
 * ```ts
 * import { focusCategories } from "../rules/coach/focus.ts"
 *
 * focusCategories([]) // => []
 * const weighed = [{ category: "biens", strength: "strong" }, { category: "sante", strength: "decisive" }]
 * focusCategories(weighed) // => ["sante", "biens"]
 * ```
 */
export const focusCategories = (
  args: ReadonlyArray<Pick<Argument, "category" | "strength">>,
): ReadonlyArray<Category> => {
  const totals = new Map<Category, number>()
  for (const { category, strength } of args) {
    totals.set(category, (totals.get(category) ?? 0) + weights[strength])
  }
  return categories
    .filter((category) => totals.has(category))
    .sort((left, right) => (totals.get(right) ?? 0) - (totals.get(left) ?? 0))
    .slice(0, focusCategoriesMax)
}
