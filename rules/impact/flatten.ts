/** One value of a flat outcome. */
export type FlatValue = string | number | boolean | null

/** A structure as one record: the path of each value to the value. */
export type Flat = Readonly<Record<string, FlatValue>>

const isFlatValue = (value: unknown): value is FlatValue =>
  value === null ||
  typeof value === "string" ||
  typeof value === "number" ||
  typeof value === "boolean"

/** The id of an item of a list, by which it is named wherever it stands. */
const idOf = (item: unknown): string | undefined => {
  if (typeof item !== "object" || item === null || !("id" in item)) return undefined
  const { id } = item
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined
}

const put = (flat: Record<string, FlatValue>, path: string, value: unknown): void => {
  if (isFlatValue(value)) flat[path] = value
  else if (Array.isArray(value)) putItems(flat, path, value)
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) put(flat, `${path}.${name}`, inner)
  }
}

/** Items with ids go under their ids, and their order to the list itself; others are written out. */
const putItems = (
  flat: Record<string, FlatValue>,
  path: string,
  items: ReadonlyArray<unknown>,
): void => {
  const ids = items.map(idOf)
  if (ids.length > 0 && !ids.includes(undefined)) {
    flat[path] = ids.join(" ")
    for (const [index, item] of items.entries()) put(flat, `${path}.${ids[index]}`, item)
  } else flat[path] = items.every(isFlatValue) ? items.join(" | ") : JSON.stringify(items)
}

/**
 * Makes one record of a structure of JSON: paths with dots to values. An item of a list is named by
 * its `id`, so that another item before it does not rename it; what is absent has no path.
 *
 * ```ts
 * import { flatten } from "../rules/impact/flatten.ts"
 *
 * flatten("card", { origin: "none", words: ["a", "b"] }) // => { "card.origin": "none", "card.words": "a | b" }
 * flatten("offers", [{ id: 7, price: 2 }]) // => { offers: "7", "offers.7.id": 7, "offers.7.price": 2 }
 * ```
 */
export const flatten = (path: string, value: unknown): Flat => {
  const flat: Record<string, FlatValue> = {}
  put(flat, path, value)
  return flat
}
