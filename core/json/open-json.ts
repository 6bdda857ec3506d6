import type { TextBytes } from "./text-bytes.ts"

/** JSON in UTF-8 that is open at some places, each of them the text of a key. */
export interface OpenJson<Key extends string> {
  readonly pieces: ReadonlyArray<Uint8Array>
  /** The keys whose texts go between the pieces, one less than there are of them. */
  readonly places: ReadonlyArray<Key>
}

const encoder = new TextEncoder()

/** A key with an empty text. Nothing else looks so: within texts and keys quotes are escaped. */
const emptyText = /(?<=[{,])"([A-Za-z]+)":""/g

/** Opens JSON, written without spaces, wherever one of the keys has an empty text. */
export const openJson = <Key extends string>(
  json: string,
  keys: ReadonlyArray<Key>,
): OpenJson<Key> => {
  const pieces: Array<Uint8Array> = []
  const places: Array<Key> = []
  let from = 0
  for (const { 0: member, 1: name, index } of json.matchAll(emptyText)) {
    const place = keys.find((key) => key === name)
    if (place === undefined) continue
    const end = index + member.length - 1
    pieces.push(encoder.encode(json.slice(from, end)))
    places.push(place)
    from = end
  }
  return { pieces: [...pieces, encoder.encode(json.slice(from))], places }
}

/** A text in UTF-8 as it stands between the quotes of JSON. */
export const quotedText = (text: string): Uint8Array =>
  encoder.encode(JSON.stringify(text).slice(1, -1))

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
  { pieces, places }: OpenJson<Key>,
  texts: Readonly<Record<Key, Uint8Array>>,
): void =>
  pieces.forEach((piece, index) => {
    const place = places[index - 1]
    if (place !== undefined) bytes.copy(texts[place])
    bytes.copy(piece)
  })
