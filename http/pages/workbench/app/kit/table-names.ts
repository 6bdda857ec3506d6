import { tableWords } from "./table-words.ts"
import { inWords } from "./language.ts"

/** What a table is called on the page. */
export const tableTitle = (file: string): string => {
  const words = tableWords[file]
  return words === undefined ? file : inWords(words).title
}

/** What a table says, in a sentence. */
export const tableAbout = (file: string): string => {
  const words = tableWords[file]
  return words === undefined ? "" : inWords(words).about
}
