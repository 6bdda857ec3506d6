/** What stands for a letter with an accent, one letter for one, so that places stay the same. */
const accented = /[À-ɏ]/g

const bare = new Map<string, string>()

const withoutAccent = (letter: string): string => {
  const known = bare.get(letter)
  if (known !== undefined) return known
  const [first = letter] = letter.normalize("NFD")
  bare.set(letter, first)
  return first
}

/**
 * A text in small letters without accents, of the same length; quotes of print are straight, and all
 * spaces are alike.
 *
 * ```ts
 * import { plainText } from "../http/cli/workbench/search/plain-text.ts"
 *
 * plainText("Où l’Été") // => "ou l'ete"
 * plainText("1\u202f000\u00a0€") // => "1 000 €"
 * ```
 */
export const plainText = (text: string): string => {
  const small = text.toLowerCase()
  // A letter whose small form is longer would move what follows.
  const same = small.length === text.length ? small : text
  return /^[\x20-\x7e]*$/.test(same)
    ? same
    : same
        .replaceAll(accented, withoutAccent)
        .replaceAll(/[’‘]/g, "'")
        .replaceAll(/[\u00a0\u202f\n\r\t]/g, " ")
}
