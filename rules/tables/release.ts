import * as Column from "../../core/table/column.ts"
import { defineTable, type RowOf } from "../../core/table/definition.ts"
import { loadTable } from "../../core/table/load-table.ts"
import { fileError, type TableError } from "../../core/table/error.ts"
import { settingsBounds } from "../../core/table/bounds.ts"
import { caseFileOf } from "../../core/table/case-table.ts"
import { definitionEnd, definitionFileOf, rowsFileOf } from "../../core/table/own-table.ts"

/** The folder of releases, beside the tables that they change. */
export const releasesFolder = "releases"

/** The file that says when a release is in force, and who made it and why. */
export const releaseFile = "release.csv"

/** What the name of a release may be: letters, digits and hyphens, as the name of its folder. */
export const releaseNameForm = /^[a-z0-9][a-z0-9-]{0,63}$/

/** When a release is in force, and who made it and why, in one row. */
export const releaseDefinition = defineTable({
  file: releaseFile,
  bounds: settingsBounds,
  about: "When a release is in force, and who made it and why, in one row.",
  key: ["effective_from"],
  columns: {
    effective_from: Column.day({ about: "First day (UTC) on which its tables are in force." }),
    author: Column.text({ about: "Who made it." }),
    reason: Column.text({ about: "Why it was made." }),
    withdrawn_on: Column.optional(
      Column.day({ about: "Day from which it is withdrawn; empty while it stands." }),
    ),
  },
})

/** What a release says of itself. */
export type ReleaseFacts = RowOf<typeof releaseDefinition>

/** The file in a release that says who stands for it, beside those who made it. */
export const approvalsFile = "approvals.csv"

/** Who stands for a release or for its withdrawal: each person's word in a row of its own. */
export const approvalsDefinition = defineTable({
  file: approvalsFile,
  bounds: settingsBounds,
  about: "Who stands for a release or for its withdrawal: each person's word in a row of its own.",
  key: ["approves", "person", "day", "tables"],
  columns: {
    approves: Column.enumeration(["release", "withdrawal"], {
      about: "What the person stands for.",
    }),
    person: Column.text({
      about: "Who it is, as git writes people: a name, then the email in brackets.",
    }),
    day: Column.day({ about: "First day (UTC) on which that may be so." }),
    tables: Column.text({
      about: "The hash of the tables that the person has seen in the release.",
    }),
  },
})

/** One person's word for a release, or for its withdrawal. */
export type ReleaseApproval = RowOf<typeof approvalsDefinition>

/** A release as it lies beside the tables: whole files that take the place of those of their names. */
export interface Release {
  readonly name: string
  /** Undefined where they cannot be read. */
  readonly facts: ReleaseFacts | undefined
  readonly sources: ReadonlyMap<string, string>
  /** The hash of its tables. */
  readonly tablesHash: string
  readonly approvals: ReadonlyArray<ReleaseApproval>
  /** Equal for two readings exactly when nothing of the release has changed between them. */
  readonly digest: string
  /** What is wrong with its folder and files as such. */
  readonly errors: ReadonlyArray<TableError>
}

/** How a release stands: its tables are in force, or wait for their day, or are refused, or withdrawn. */
export type ReleaseState = "inForce" | "waiting" | "refused" | "withdrawn"

/** How a release stands, and the first mistake of one that is refused. */
export interface ReleaseStanding {
  readonly name: string
  readonly effectiveFrom: string | null
  readonly state: ReleaseState
  readonly digest: string
  readonly mistakes: ReadonlyArray<TableError>
}

/** Whether a file lies in a release, and is none of the tables beside it whatever its name ends in. */
export const isInRelease = (file: string): boolean => file.startsWith(`${releasesFolder}/`)

/** Where a file of a release lies, below the tables. */
export const releasePath = (name: string, file: string): string =>
  `${releasesFolder}/${name}/${file}`

/** Reads what a release says of itself: its facts, or everything that is wrong with them. */
export const readReleaseFacts = (name: string, text: string): Pick<Release, "errors" | "facts"> => {
  const file = releasePath(name, releaseFile)
  const { content, errors } = loadTable({ ...releaseDefinition, file }, text)
  if (errors.length > 0) return { facts: undefined, errors }
  const [facts, ...more] = content.rows
  return facts === undefined || more.length > 0
    ? { facts: undefined, errors: [fileError(file, { _tag: "OneRow" })] }
    : { facts, errors: [] }
}

/** Reads who stands for a release, or everything that is wrong with that. */
export const readApprovals = (
  name: string,
  text: string,
): Pick<Release, "approvals" | "errors"> => {
  const file = releasePath(name, approvalsFile)
  const { content, errors } = loadTable({ ...approvalsDefinition, file }, text)
  return { approvals: errors.length > 0 ? [] : content.rows, errors }
}

const isWithdrawnOn = (facts: ReleaseFacts | undefined, day: string): boolean =>
  facts !== undefined && facts.withdrawnOn !== null && facts.withdrawnOn <= day

/** How a release stands on a day by what it says of itself; its tables may still forbid it. */
export const releaseStateOn = ({ errors, facts }: Release, day: string): ReleaseState => {
  if (isWithdrawnOn(facts, day)) return "withdrawn"
  if (facts === undefined || errors.length > 0) return "refused"
  return day < facts.effectiveFrom ? "waiting" : "inForce"
}

/**
 * Releases in the order in which they come into force: by their day, then by name. Those without a
 * day come last.
 */
export const inReleaseOrder = (releases: ReadonlyArray<Release>): ReadonlyArray<Release> => {
  const orderOf = ({ facts, name }: Release): string => `${facts?.effectiveFrom ?? "~"} ${name}`
  return releases.toSorted((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1))
}

/**
 * Tables with the files of releases in the place of those of their names, the last one's at the end, and
 * without the tables of one's own that a release takes away.
 */
export const released = (
  sources: ReadonlyMap<string, string>,
  releases: ReadonlyArray<Pick<Release, "sources">>,
): ReadonlyMap<string, string> => {
  const all = new Map(sources)
  for (const release of releases) {
    const removed = removedTables(release)
    for (const file of removed.flatMap(filesOfOwn)) all.delete(file)
    for (const [file, text] of release.sources) {
      if (!removed.some((rows) => definitionFileOf(rows) === file)) all.set(file, text)
    }
  }
  return all
}

/** Texts with others in their places; null takes one away. */
export const withTexts = (
  sources: ReadonlyMap<string, string>,
  texts: Iterable<readonly [file: string, text: string | null]>,
): ReadonlyMap<string, string> => {
  const all = new Map(sources)
  for (const [file, text] of texts) {
    if (text === null) all.delete(file)
    else all.set(file, text)
  }
  return all
}

/**
 * The definition by which a release takes a table of one's own away, its rows and its cases with it. It is
 * said in words, as a file that came empty would else end a guard; servers that do not know the word find a
 * mistake in it, and refuse that release alone.
 *
 * ```ts
 * import { removalText } from "../rules/tables/release.ts"
 *
 * removalText("Cruises") // => '{ "format": "viatica table 1", "name": "Cruises", "removed": true }\n'
 * ```
 */
export const removalText = (name: string): string =>
  `{ "format": "viatica table 1", "name": ${JSON.stringify(name)}, "removed": true }\n`

/** The files of the rows of the tables of one's own that a release takes away. */
export const removedTables = ({ sources }: Pick<Release, "sources">): ReadonlyArray<string> =>
  [...sources].flatMap(([file, text]) =>
    file.endsWith(definitionEnd) && saysRemoved(text) ? [rowsFileOf(file)] : [],
  )

const saysRemoved = (text: string): boolean => {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === "object" && json !== null && "removed" in json && json.removed === true
  } catch {
    return false
  }
}

/** The files of a table of one's own, by that of its rows. */
const filesOfOwn = (rows: string): ReadonlyArray<string> => [
  rows,
  definitionFileOf(rows),
  caseFileOf(rows),
]

/** The tables that a release takes away and that are not there before it, so that it does nothing to them. */
export const removedInVain = (
  release: Pick<Release, "sources">,
  before: ReadonlyMap<string, string>,
): ReadonlyArray<string> =>
  removedTables(release).filter((rows) => !filesOfOwn(rows).some((file) => before.has(file)))

/** A file that two releases change: the later one's takes the place of the earlier one's, whole, or takes it away. */
export interface UndoneFile {
  readonly file: string
  readonly undone: string
  readonly by: string
}

/** What releases that stand undo of each other, as each holds whole files; in their order. */
export const undoneFiles = (releases: ReadonlyArray<Release>): ReadonlyArray<UndoneFile> => {
  const standing = inReleaseOrder(releases)
    .filter(({ facts }) => facts?.withdrawnOn === null)
    .map((release) => ({
      ...release,
      touches: new Set([...release.sources.keys(), ...removedTables(release).flatMap(filesOfOwn)]),
    }))
  return standing.flatMap((earlier, place) =>
    [...earlier.sources.keys()].flatMap((file) => {
      const later = standing.slice(place + 1).find(({ touches }) => touches.has(file))
      return later === undefined ? [] : { file, undone: earlier.name, by: later.name }
    }),
  )
}
