import { type Flat, type FlatValue, flatten } from "./situation-answers.ts"

/** A field of an outcome before and after; undefined where the answer did not hold it. */
export interface FieldChange {
  readonly field: string
  readonly before: FlatValue | undefined
  readonly after: FlatValue | undefined
}

/** The fields in which two records differ, in the order of the fields, those that are new last. */
export const changesBetween = (before: Flat, after: Flat): ReadonlyArray<FieldChange> => {
  const changes: Array<FieldChange> = []
  for (const field of Object.keys(before)) {
    if (before[field] !== after[field]) {
      changes.push({ field, before: before[field], after: after[field] })
    }
  }
  for (const field of Object.keys(after)) {
    if (!(field in before)) changes.push({ field, before: undefined, after: after[field] })
  }
  return changes
}

type Structure = Readonly<Record<string, unknown>>

const isStructure = (value: unknown): value is Structure =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const sameMembers = (before: Structure, after: Structure): boolean => {
  const names = Object.keys(before)
  return (
    names.length === Object.keys(after).length &&
    names.every((name) => name in after && isSame(before[name], after[name]))
  )
}

/** Whether two structures of JSON are the same, whatever the order of their members. */
const isSame = (before: unknown, after: unknown): boolean => {
  if (before === after) return true
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || before.length !== after.length) return false
    return before.every((item, index) => isSame(item, after[index]))
  }
  return isStructure(before) && isStructure(after) && sameMembers(before, after)
}

/** The items of a list by their ids; undefined where some have none, or share one. */
const itemsById = (items: ReadonlyArray<unknown>): ReadonlyMap<string, unknown> | undefined => {
  const byId = new Map<string, unknown>()
  for (const item of items) {
    if (!isStructure(item)) return undefined
    const { id } = item
    if (typeof id !== "string" && typeof id !== "number") return undefined
    byId.set(String(id), item)
  }
  return byId.size === items.length && byId.size > 0 ? byId : undefined
}

/** What is found: changes of fields that were there, and fields that are new. */
interface Found {
  readonly changes: Array<FieldChange>
  readonly added: Array<FieldChange>
}

const compareFlat = (found: Found, path: string, before: unknown, after: unknown): void => {
  for (const change of changesBetween(flatten(path, before), flatten(path, after))) {
    ;(change.before === undefined ? found.added : found.changes).push(change)
  }
}

const compareNamed = (
  found: Found,
  path: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): void => {
  for (const [name, value] of before) {
    compareAt(found, `${path}.${name}`, value, after.get(name))
  }
  for (const [name, value] of after) {
    if (!before.has(name)) compareAt(found, `${path}.${name}`, undefined, value)
  }
}

const compareAt = (found: Found, path: string, before: unknown, after: unknown): void => {
  if (isSame(before, after)) return
  if (isStructure(before) && isStructure(after)) {
    const [older, newer] = [Object.entries(before), Object.entries(after)]
    compareNamed(found, path, new Map(older), new Map(newer))
    return
  }
  const older = Array.isArray(before) ? itemsById(before) : undefined
  const newer = Array.isArray(after) ? itemsById(after) : undefined
  if (older === undefined || newer === undefined) return compareFlat(found, path, before, after)
  compareFlat(found, path, [...older.keys()].join(" "), [...newer.keys()].join(" "))
  compareNamed(found, path, older, newer)
}

/**
 * The fields in which two structures of JSON differ, as if both had been made flat. Parts that are the
 * same are never written out, so that it takes little where little differs.
 *
 * ```ts
 * import { differencesAt } from "../rules/impact/differences.ts"
 *
 * const found = differencesAt("offers", [{ id: 7, price: 2 }], [{ id: 7, price: 3 }])
 * found // => [{ field: "offers.7.price", before: 2, after: 3 }]
 * ```
 */
export const differencesAt = (
  path: string,
  before: unknown,
  after: unknown,
): ReadonlyArray<FieldChange> => {
  const found: Found = { changes: [], added: [] }
  compareAt(found, path, before, after)
  return [...found.changes, ...found.added]
}
