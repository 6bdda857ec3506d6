import type { InLanguages } from "../../kit/language.ts"
import { inWords } from "../../kit/language.ts"
import { tableWords } from "../../kit/table-words.ts"

/** Folders whose tables belong to no task yet, by what people do with them. */
const folders: Readonly<Record<string, InLanguages<string>>> = {
  catalogue: { en: "Offers", fr: "Offres" },
  coach: { en: "Cards and arguments", fr: "Cartes et arguments" },
  corpus: { en: "Situations and cases", fr: "Situations et cas" },
  documents: { en: "Documents", fr: "Documents" },
  messages: { en: "Texts", fr: "Textes" },
  printed: { en: "Printed amounts", fr: "Montants imprimés" },
  reference: { en: "Reference", fr: "Références" },
  sandbox: { en: "Sandbox", fr: "Bac à sable" },
  "": { en: "General", fr: "Général" },
}

/** The task that a table belongs to, in the language of the page: its own, or that of its folder. */
export const taskOf = (file: string): string => {
  const words: unknown = tableWords[file] === undefined ? undefined : inWords(tableWords[file])
  if (typeof words === "object" && words !== null && "task" in words) {
    if (typeof words.task === "string") return words.task
  }
  const folder = file.includes("/") ? file.slice(0, file.indexOf("/")) : ""
  const known = folders[folder]
  return known === undefined ? folder : inWords(known)
}
