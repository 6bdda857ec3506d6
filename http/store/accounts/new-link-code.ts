import { linkCodeDigits, linkCodeLength } from "../../../rules/links/link-code.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"

/** Bytes from here on would favour the first digits: 248 is the largest multiple of 62. */
const fairBytes = 248

/** Random letters and digits, each as likely as the others. */
export const randomDigits = (random: RandomBytes["Service"], length: number): string => {
  let text = ""
  while (text.length < length) {
    for (const byte of random.take(length)) {
      if (byte < fairBytes && text.length < length) {
        text += linkCodeDigits[byte % linkCodeDigits.length]
      }
    }
  }
  return text
}

/** A fresh code for a tracked link. */
export const newLinkCode = (random: RandomBytes["Service"]): string =>
  randomDigits(random, linkCodeLength)
