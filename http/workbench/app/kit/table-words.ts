import type { KnownTable } from "./table-task.ts"
import { answeringWords } from "./table-words-answering.ts"
import { referenceWords } from "./table-words-reference.ts"
import { showingWords } from "./table-words-showing.ts"
import { tryingWords } from "./table-words-trying.ts"

/** The words of each table, by its file. */
export const tableWords: Readonly<Record<string, KnownTable>> = {
  ...answeringWords,
  ...referenceWords,
  ...showingWords,
  ...tryingWords,
}
