import { byteSlice, type ByteText, byteText } from "./byte-text.ts"

/** A place in JSON whose text is still to come. */
export interface Opening<Key extends string> {
  readonly key: Key
}

/** JSON in UTF-8, open at some places. */
export type OpenJson<Key extends string> = ReadonlyArray<ByteText | Opening<Key>>

/** What follows the name of a key that has an empty text. Within texts and keys quotes are escaped. */
const emptyText = '":""'

/** A text in UTF-8 as it stands between the quotes of JSON. */
export const quotedText = (text: string): ByteText => byteText(JSON.stringify(text).slice(1, -1))

/** Opens JSON, given without spaces, wherever the key of an opening has an empty text. */
export const openJson = <Key extends string>(
  json: ByteText,
  openings: ReadonlyArray<Opening<Key>>,
): OpenJson<Key> => {
  const open: Array<ByteText | Opening<Key>> = []
  let from = 0
  for (let at = json.indexOf(emptyText); at >= 0; at = json.indexOf(emptyText, at + 1)) {
    const start = json.lastIndexOf('"', at - 1)
    // A quote within a key has a backslash before it.
    if (json[start - 1] === "\\") continue
    const name = json.slice(start + 1, at)
    const opening = openings.find(({ key }) => key === name)
    if (opening === undefined) continue
    const end = at + emptyText.length - 1
    open.push(byteSlice(json, from, end), opening)
    from = end
  }
  open.push(byteSlice(json, from))
  return open
}

/**
 * Open JSON with its places filled.
 *
 * ```ts
 * import { jsonBytes } from "../core/json/byte-text.ts"
 * import { fillJson, openJson, quotedText } from "../core/json/open-json.ts"
 *
 * const open = openJson(jsonBytes({ name: "", days: 9 }), [{ key: "name" }])
 * fillJson(open, { name: quotedText('"e"') }) // => '{"name":"\\"e\\"","days":9}'
 * ```
 */
export const fillJson = <Key extends string>(
  open: OpenJson<Key>,
  texts: Readonly<Record<Key, ByteText>>,
): ByteText => {
  let filled = ""
  for (const part of open) filled += typeof part === "string" ? part : texts[part.key]
  return filled as ByteText
}
