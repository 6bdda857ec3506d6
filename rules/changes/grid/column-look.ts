import * as Result from "effect/Result"
import type { GridColumn } from "./grid-view.ts"

/** Columns under one head; of a folded group the first one alone is shown. */
export interface ColumnGroup {
  readonly title: string
  readonly columns: ReadonlyArray<string>
  readonly isFolded: boolean
}

/** Which columns of a table are shown, and how they stand: for looking only, the file keeps its own. */
export interface ColumnLook {
  readonly hidden: ReadonlyArray<string>
  /** Those that stay while one scrolls sideways; null where the table decides. */
  readonly pinned: ReadonlyArray<string> | null
  readonly groups: ReadonlyArray<ColumnGroup>
}

/** All columns, as a table shows them that nobody has arranged. */
export const allColumns: ColumnLook = { hidden: [], pinned: null, groups: [] }

/** A column that is shown. */
export interface ShownColumn {
  readonly column: GridColumn
  /** Its place among the columns of the file. */
  readonly at: number
  readonly isPinned: boolean
  readonly group: ColumnGroup | null
}

/** In a table of more columns its keys stay, unless somebody says otherwise. */
const manyColumns = 10

/**
 * The columns that a table pins by itself: those of its key that lead it, where it has many columns.
 *
 * ```ts
 * import { pinnedByItself } from "../rules/changes/grid/column-look.ts"
 *
 * pinnedByItself([]) // => []
 * ```
 */
export const pinnedByItself = (
  columns: ReadonlyArray<Pick<GridColumn, "isKey" | "name">>,
): ReadonlyArray<string> => {
  if (columns.length <= manyColumns) return []
  const end = columns.findIndex(({ isKey }) => !isKey)
  return columns.slice(0, end < 0 ? 1 : end).map(({ name }) => name)
}

/**
 * The columns that are shown, from the left: those that are pinned first, each part in the order of the file.
 * One is shown in any case.
 */
export const shownColumns = (
  columns: ReadonlyArray<GridColumn>,
  { groups, hidden, pinned }: ColumnLook,
): ReadonlyArray<ShownColumn> => {
  const stays = new Set(pinned ?? pinnedByItself(columns))
  const leaders = new Set<ColumnGroup>()
  const all = columns.map((column, at): ShownColumn => ({
    column,
    at,
    isPinned: stays.has(column.name),
    group: groups.find((group) => group.columns.includes(column.name)) ?? null,
  }))
  const kept = all.filter(({ column, group }) => {
    if (hidden.includes(column.name)) return false
    if (group === null || !group.isFolded) return true
    const isFirst = !leaders.has(group)
    leaders.add(group)
    return isFirst
  })
  const shown = kept.length === 0 ? all.slice(0, 1) : kept
  return [...shown.filter((each) => each.isPinned), ...shown.filter((each) => !each.isPinned)]
}

/** Shows columns again that are hidden, or folded away in a group. */
export const withShown = (look: ColumnLook, names: ReadonlyArray<string>): ColumnLook => ({
  ...look,
  hidden: look.hidden.filter((name) => !names.includes(name)),
  groups: look.groups.map((group) =>
    group.columns.some((name) => names.includes(name)) ? { ...group, isFolded: false } : group,
  ),
})

/** Hides columns. */
export const withHidden = (look: ColumnLook, names: ReadonlyArray<string>): ColumnLook => ({
  ...look,
  hidden: [...new Set([...look.hidden, ...names])],
})

/** Puts columns under one head, out of the groups in which they were; a group of one is none. */
export const withGroup = (
  look: ColumnLook,
  title: string,
  names: ReadonlyArray<string>,
): ColumnLook => {
  const others = look.groups
    .filter((group) => group.title !== title)
    .map((group) => ({
      ...group,
      columns: group.columns.filter((name) => !names.includes(name)),
    }))
  const groups = [...others, { title, columns: names, isFolded: false }]
  return { ...look, groups: groups.filter(({ columns }) => columns.length > 1) }
}

/** Takes the head away from over its columns. */
export const withoutGroup = (look: ColumnLook, title: string): ColumnLook => ({
  ...look,
  groups: look.groups.filter((group) => group.title !== title),
})

/** Folds a group to its first column, or unfolds it. */
export const withFold = (look: ColumnLook, title: string): ColumnLook => ({
  ...look,
  groups: look.groups.map((group) =>
    group.title === title ? { ...group, isFolded: !group.isFolded } : group,
  ),
})

/** What an address says of columns, under the names of its parts; undefined where there is nothing to say. */
export type LookParts = Readonly<Record<"groups" | "hide" | "pin", string | undefined>>

const listText = (names: ReadonlyArray<string>): string => names.map(encodeURIComponent).join(",")

/**
 * Which columns are shown as addresses tell it; {@link readLook} reads it back to the same.
 *
 * ```ts
 * import { allColumns, withHidden, writeLook } from "../rules/changes/grid/column-look.ts"
 *
 * writeLook(withHidden(allColumns, ["note"])) // => { hide: "note", pin: undefined, groups: undefined }
 * ```
 */
export const writeLook = ({ groups, hidden, pinned }: ColumnLook): LookParts => ({
  hide: hidden.length === 0 ? undefined : listText(hidden),
  pin: pinned === null ? undefined : pinned.length === 0 ? "-" : listText(pinned),
  groups:
    groups.length === 0
      ? undefined
      : groups
          .map(
            ({ columns, isFolded, title }) =>
              `${isFolded ? "-" : "+"}${encodeURIComponent(title)}:${listText(columns)}`,
          )
          .join(";"),
})

const decoded = (text: string): ReadonlyArray<string> =>
  text === ""
    ? []
    : Result.getOrElse(
        Result.try(() => [decodeURIComponent(text)]),
        () => [],
      )

const readList = (text: string): ReadonlyArray<string> => [
  ...new Set(text.split(",").flatMap(decoded)),
]

const readGroup = (text: string): ReadonlyArray<ColumnGroup> => {
  const [, sign, title = "", names = ""] = /^([+-])([^:]*):(.*)$/s.exec(text) ?? []
  const columns = readList(names)
  const [read] = decoded(title)
  if (sign === undefined || read === undefined || columns.length < 2) return []
  return [{ title: read, columns, isFolded: sign === "-" }]
}

/** Reads which columns are shown from the parts of an address; undefined where it says nothing of them. */
export const readLook = (
  part: (name: keyof LookParts) => string | null | undefined,
): ColumnLook | undefined => {
  const [hide, pin, groups] = [part("hide") ?? "", part("pin") ?? "", part("groups") ?? ""]
  const look: ColumnLook = {
    hidden: readList(hide),
    pinned: pin === "" ? null : pin === "-" ? [] : readList(pin),
    groups: groups.split(";").flatMap(readGroup),
  }
  const isPlain = look.hidden.length + look.groups.length === 0 && look.pinned === null
  return isPlain ? undefined : look
}
