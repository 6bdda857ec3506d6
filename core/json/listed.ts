import { asciiText, type ByteText, joined } from "./byte-text.ts"

const comma = asciiText(",")

/**
 * Items that are JSON already as they stand in a list, without its brackets.
 *
 * ```ts
 * import { asciiText } from "../core/json/byte-text.ts"
 * import { listed } from "../core/json/listed.ts"
 *
 * listed([asciiText("1"), asciiText("2")]) // => "1,2"
 * listed([]) // => ""
 * ```
 */
export const listed = (items: ReadonlyArray<ByteText>): ByteText => {
  let list = items[0] ?? asciiText("")
  for (let index = 1; index < items.length; index += 1) {
    const item = items[index]
    if (item !== undefined) list = joined(joined(list, comma), item)
  }
  return list
}
