import { byteSlice, type ByteText, byteText, joined, jsonBytes } from "./byte-text.ts"

const comma = byteText(",")

/**
 * An object as JSON, with items that are JSON already in its empty list under a key. No other empty
 * list of that name may come before it.
 *
 * ```ts
 * import { byteText } from "../core/json/byte-text.ts"
 * import { fillList } from "../core/json/fill-list.ts"
 *
 * const quote = { ok: true, offers: [], days: 9 } as const
 * fillList(quote, "offers", [byteText("1"), byteText("2")]) // => '{"ok":true,"offers":[1,2],"days":9}'
 * ```
 */
export const fillList = <Key extends string>(
  object: Readonly<Record<Key, readonly []>>,
  key: Key,
  items: ReadonlyArray<ByteText>,
): ByteText => {
  const json = jsonBytes(object)
  // Nothing else looks so: within texts quotes are escaped.
  const opened = `"${key}":[`
  const at = json.indexOf(`${opened}]`) + opened.length
  let filled = byteSlice(json, 0, at)
  for (const [index, item] of items.entries()) {
    filled = joined(index === 0 ? filled : joined(filled, comma), item)
  }
  return joined(filled, byteSlice(json, at))
}
