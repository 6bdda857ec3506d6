import type { Days, Plan } from "./plan.ts"

/** What a plan is made of: steps of days, or meetings. */
const partsOf = (plan: Plan): ReadonlyArray<unknown> =>
  "meetings" in plan ? plan.meetings : plan.steps

const withParts = (plan: Plan, parts: ReadonlyArray<unknown>): Plan =>
  ("meetings" in plan ? { ...plan, meetings: parts } : { ...plan, steps: parts }) as Plan

/** Days with less around their steps, the simplest first. */
const plainer = (plan: Days): ReadonlyArray<Days> => [
  { ...plan, faultsPerMille: 0, startsAmidFaults: false, processes: 1 },
  { ...plan, faultsPerMille: 0, startsAmidFaults: false },
  { ...plan, processes: 1 },
  { ...plan, startsAmidFaults: false },
]

const isSame = (left: Plan, right: Plan): boolean => JSON.stringify(left) === JSON.stringify(right)

/**
 * Looks for a smaller plan that fails too, in so many tries at most: without faults from outside or further processes,
 * then without half of its steps, a quarter, and so on until none of them can be left out.
 */
export const shrink = async (
  plan: Plan,
  fails: (plan: Plan) => Promise<boolean>,
  triesMax: number,
): Promise<Plan> => {
  let smallest = plan
  let tries = 0
  const isOver = (): boolean => tries >= triesMax
  const take = async (next: Plan): Promise<boolean> => {
    if (isOver() || isSame(next, smallest)) return false
    tries += 1
    if (!(await fails(next))) return false
    smallest = next
    return true
  }
  for (const next of "meetings" in plan ? [] : plainer(plan)) if (await take(next)) break
  for (let size = Math.ceil(partsOf(smallest).length / 2); size >= 1 && !isOver();) {
    let isLess = false
    for (let at = 0; at < partsOf(smallest).length && !isOver();) {
      const parts = partsOf(smallest)
      const left = [...parts.slice(0, at), ...parts.slice(at + size)]
      // What stays in its place is looked at once more in the next round.
      if (left.length > 0 && (await take(withParts(smallest, left)))) isLess = true
      else at += size
    }
    if (size === 1 && !isLess) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return smallest
}
