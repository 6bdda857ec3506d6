import type { TextBytes } from "./text-bytes.ts"

/** JSON as bytes in UTF-8, open at the places of some keys, whose texts are still to come. */
export type OpenJson<Key extends string> = ReadonlyArray<Uint8Array | Key>

const encoder = new TextEncoder()

/** A key with an empty text. Nothing else looks so: within texts and keys quotes are escaped. */
const emptyText = /(?<=[{,]"([A-Za-z]+)":")(?=")/g

/** Data as JSON in UTF-8. */
export const jsonBytes = (data: unknown): Uint8Array => encoder.encode(JSON.stringify(data))

/** A text in UTF-8 as it stands between the quotes of JSON. */
export const quotedText = (text: string): Uint8Array =>
  encoder.encode(JSON.stringify(text).slice(1, -1))

/** Opens JSON, written without spaces, wherever one of the keys has an empty text. */
export const openJson = <Key extends string>(
  json: string,
  keys: ReadonlyArray<Key>,
): OpenJson<Key> => {
  const open: Array<Uint8Array | Key> = []
  let from = 0
  for (const { 1: name, index } of json.matchAll(emptyText)) {
    const place = keys.find((key) => key === name)
    if (place === undefined) continue
    open.push(encoder.encode(json.slice(from, index)), place)
    from = index
  }
  return [...open, encoder.encode(json.slice(from))]
}

/**
 * Writes open JSON with its places filled with quoted texts.
 *
 * ```ts
 * import { fillJson, openJson, quotedText } from "../core/json/open-json.ts"
 * import { makeTextBytes } from "../core/json/text-bytes.ts"
 *
 * const bytes = makeTextBytes()
 * fillJson(bytes, openJson('{"name":"","days":9}', ["name"]), { name: quotedText('"é"') })
 * new TextDecoder().decode(bytes.take()) // => '{"name":"\\"é\\"","days":9}'
 * ```
 */
export const fillJson = <Key extends string>(
  bytes: TextBytes,
  open: OpenJson<Key>,
  texts: Readonly<Record<Key, Uint8Array>>,
): void => {
  for (const part of open) bytes.copy(typeof part === "string" ? texts[part] : part)
}
