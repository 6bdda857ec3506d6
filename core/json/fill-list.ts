import { byteSlice, type ByteText, byteText, joined } from "./byte-text.ts"

const comma = byteText(",")

/**
 * JSON of an object, written without spaces, with items that are JSON already in the list under a
 * key, which is empty and the first of that name.
 *
 * ```ts
 * import { byteText, jsonBytes } from "../core/json/byte-text.ts"
 * import { fillList } from "../core/json/fill-list.ts"
 *
 * const quote = jsonBytes({ ok: true, offers: [], days: 9 })
 * fillList(quote, "offers", [byteText("1"), byteText("2")]) // => '{"ok":true,"offers":[1,2],"days":9}'
 * ```
 */
export const fillList = (json: ByteText, key: string, items: ReadonlyArray<ByteText>): ByteText => {
  // Nothing else looks so: within texts quotes are escaped.
  const opened = `"${key}":[`
  const at = json.indexOf(`${opened}]`) + opened.length
  let filled = byteSlice(json, 0, at)
  for (const [index, item] of items.entries()) {
    filled = joined(index === 0 ? filled : joined(filled, comma), item)
  }
  return joined(filled, byteSlice(json, at))
}
