import { cell, type FactRecord } from "./fact-file.ts"
import { readCondition } from "../../../rules/coach/conditions/read-condition.ts"

const yearOf = (fact: FactRecord): string => cell(fact, "as_of").slice(0, 4)

const dayLimits = (clause: string, slug: string): boolean =>
  readCondition(clause, slug).terms.some(({ term }) => term === "day_limit")

const isHeld = (fact: FactRecord): boolean =>
  !["unknown", "not_available"].includes(cell(fact, "state"))

/**
 * A newer fact with the day limit that an older one of the same year and cover gives and that it
 * leaves out: two pages of one year contradict each other only where both speak, and a limit
 * forgotten would promise a traveller days that the card does not cover.
 */
export const keepDayLimit = (older: FactRecord | undefined, newer: FactRecord): FactRecord => {
  const year = yearOf(newer)
  if (older === undefined || year === "" || yearOf(older) !== year || !isHeld(newer)) return newer
  const slug = cell(newer, "slug")
  const condition = cell(newer, "condition")
  if (dayLimits(condition, slug)) return newer
  const kept = cell(older, "condition")
    .split("; ")
    .filter((clause) => clause !== "" && dayLimits(clause, slug))
  return { ...newer, condition: [condition, ...kept].filter((part) => part !== "").join("; ") }
}
