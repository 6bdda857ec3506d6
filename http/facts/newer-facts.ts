import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { pageOf } from "../../rules/coach/sources/row-source.ts"
import { readCondition } from "../../rules/coach/conditions/read-condition.ts"
import { cell, cellIfAny, type FactRecord, readFactFile } from "./fact-file.ts"

/** The records of all newer files whose names are or end so, oldest folder first, then by name. */
export const newerFacts = (from: string, name: string): ReadonlyArray<FactRecord> =>
  newerFolders(from).flatMap((folder) =>
    readdirSync(join(from, folder))
      .filter((each) => each === name || each.endsWith(`-${name}`))
      .sort()
      .flatMap((each) => readFactFile(join(from, folder), each)),
  )

/**
 * Older records with newer ones laid over them: a newer record takes the place of the one with its
 * key, or comes behind all. `join` says what becomes of a newer record with the one it replaces.
 *
 * ```ts
 * import { overlay } from "../http/facts/newer-facts.ts"
 *
 * const older = [{ id: "1", state: "old" }, { id: "2", state: "old" }]
 * const both = overlay(older, [{ id: "1", state: "new" }], (fact) => fact["id"] ?? "")
 * both.map((fact) => fact["state"]) // => ["new", "old"]
 * ```
 */
export const overlay = (
  older: ReadonlyArray<FactRecord>,
  newer: ReadonlyArray<FactRecord>,
  keyOf: (fact: FactRecord) => string,
  join: (older: FactRecord | undefined, newer: FactRecord) => FactRecord = (_, fact) => fact,
): ReadonlyArray<FactRecord> => {
  const laid = new Map(older.map((fact) => [keyOf(fact), fact]))
  for (const fact of newer) laid.set(keyOf(fact), join(laid.get(keyOf(fact)), fact))
  return [...laid.values()]
}

/**
 * What becomes of a cover that newer facts tell. One that only confirms an older figure leaves it and
 * its condition as they are and adds its page; one that gives another figure takes its place.
 */
export const newerCover = (older: FactRecord | undefined, newer: FactRecord): FactRecord => {
  // Folders of before have whole rows, also where they confirm: only later ones say when they were seen.
  if (older === undefined || cellIfAny(newer, "seen") === "") return keepDayLimit(older, newer)
  switch (cell(newer, "change")) {
    case "confirmed":
      return confirmed(older, newer)
    case "confirmed_state":
      return confirmedState(older, newer)
    default:
      return keepDayLimit(older, newer)
  }
}

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

/** Folders of newer facts are named by their year and month, and may name a day. */
const folderForm = /^\d{4}-\d{2}(?:-\d{2})?$/

/** The folders of newer facts inside a folder of facts, oldest first. */
const newerFolders = (from: string): ReadonlyArray<string> =>
  existsSync(from)
    ? readdirSync(from)
        .filter((name) => folderForm.test(name))
        .sort()
    : []

/**
 * An older cover whose figure a newer page gives too: the newer page is its source, unless the older
 * one can be opened and is younger, or the newer one is weak.
 */
const confirmed = (older: FactRecord, newer: FactRecord): FactRecord => {
  const [source, page] = [cell(older, "source_url"), cell(newer, "source_url")]
  const opens = pageOf(source) !== undefined
  const isYounger = cell(older, "as_of") > cell(newer, "as_of")
  const isWeak = cell(newer, "confidence") === "low"
  if (opens && (isYounger || isWeak)) return older
  const condition = cell(older, "condition")
  const readAt = condition === "" || page === source ? "" : `; condition read at ${source}`
  return {
    ...older,
    condition: withCompanions(condition, cell(newer, "condition")),
    source_url: page + readAt,
    as_of: cell(newer, "as_of") || cell(older, "as_of"),
    confidence: cell(newer, "confidence"),
  }
}

/** A condition with what a newer one says of companions, whom nothing else in it would insure. */
const withCompanions = (older: string, newer: string): string =>
  /\bcompanions\b/.test(newer) && !/\bcompanions\b/.test(older)
    ? [older, "family and companions on same card"].filter((part) => part !== "").join("; ")
    : older

/** An older cover that a newer page proves to be held: its figure stays, on the page it was read on. */
const confirmedState = (older: FactRecord, newer: FactRecord): FactRecord => {
  const [source, page] = [cell(older, "source_url"), cell(newer, "source_url")]
  return page === source ? older : { ...older, source_url: `${source}; held also by ${page}` }
}

const yearOf = (fact: FactRecord): string => cell(fact, "as_of").slice(0, 4)

const dayLimits = (clause: string, slug: string): boolean =>
  readCondition(clause, slug).terms.some(({ term }) => term === "day_limit")

const isHeld = (fact: FactRecord): boolean =>
  !["unknown", "not_available"].includes(cell(fact, "state"))
