import type { Unread } from "./unread.ts"

/** A header names so many places, and each with so many characters. */
export const placesMax = 10
const placeLengthMax = 60

/** Anything else would end the header, or the place in it. */
const unsafe = /[^\w.[\]$-]/g

/**
 * The places of what is not read, as a header tells them: separated by commas, what a header cannot
 * hold as `_`, the last of them `+3` where three more were left out.
 *
 * ```ts
 * import { unreadHeader } from "../core/fields/unread-header.ts"
 *
 * unreadHeader([{ path: "crad" }, { path: "travellers[0].agee" }]) // => "crad,travellers[0].agee"
 * unreadHeader([{ path: 'card["a, b"]' }]) // => "card[_a__b_]"
 * ```
 */
export const unreadHeader = (unread: ReadonlyArray<Pick<Unread, "path">>): string => {
  const rest = unread.length - placesMax
  const places = unread
    .slice(0, placesMax)
    .map(({ path }) => path.slice(0, placeLengthMax).replace(unsafe, "_"))
  return [...places, ...(rest > 0 ? [`+${rest}`] : [])].join(",")
}
