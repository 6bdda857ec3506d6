import { byteSlice, type ByteText, byteText } from "./byte-text.ts"

/** A place in JSON whose text is still to come. */
export interface Opening<Key extends string> {
  readonly key: Key
}

/** JSON in UTF-8, open at some places. */
export type OpenJson<Key extends string> = ReadonlyArray<ByteText | Opening<Key>>

/** A key with an empty text. Nothing else looks so: within texts and keys quotes are escaped. */
const emptyText = /(?<=[{,]"([A-Za-z]+)":")(?=")/g

/** A text in UTF-8 as it stands between the quotes of JSON. */
export const quotedText = (text: string): ByteText => byteText(JSON.stringify(text).slice(1, -1))

/** Opens JSON, given without spaces, wherever the key of an opening has an empty text. */
export const openJson = <Key extends string>(
  json: ByteText,
  openings: ReadonlyArray<Opening<Key>>,
): OpenJson<Key> => {
  const open: Array<ByteText | Opening<Key>> = []
  let from = 0
  for (const { 1: name, index } of json.matchAll(emptyText)) {
    const opening = openings.find(({ key }) => key === name)
    if (opening === undefined) continue
    open.push(byteSlice(json, from, index), opening)
    from = index
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
