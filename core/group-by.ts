/**
 * Groups items by a key, in the order in which the first items came. `Map.groupBy` does the same,
 * but Node 20 lacks it.
 *
 * ```ts
 * import { groupBy } from "../core/group-by.ts"
 *
 * const groups = groupBy([3, 4, 5], (count) => (count % 2 === 0 ? "even" : "odd"))
 * groups.get("odd") // => [3, 5]
 * ```
 */
export const groupBy = <Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Array<Item>> => {
  const groups = new Map<Key, Array<Item>>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
