import { signal } from "@preact/signals"
import { RefusedCall } from "./call.ts"
import { inWords, type InLanguages } from "./language.ts"

/** What the page says once, politely, at its foot. */
export interface Notice {
  readonly text: string
  readonly isError: boolean
}

/** What the page says now. */
export const notice = signal<Notice | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Says something; errors stay until the next one. */
export const tell = (text: string, isError = false): void => {
  clearTimeout(timer)
  notice.value = { text, isError }
  if (!isError) timer = setTimeout(() => (notice.value = null), 6_000)
}

type RefusalWords = (facts: RefusedCall["refusal"]["facts"]) => string

/** What refusals say, by their codes; each area adds its own. */
const refusalWords = new Map<string, InLanguages<RefusalWords>>()

/** Adds what refusals of an area say. */
export const sayRefusals = (words: Readonly<Record<string, InLanguages<RefusalWords>>>): void => {
  for (const [code, each] of Object.entries(words)) refusalWords.set(code, each)
}

/** What a refusal says, in the language of the page where it has words for it. */
export const refusalText = ({ refusal }: RefusedCall): string => {
  const words = refusalWords.get(refusal.code)
  return words === undefined ? refusal.message : inWords(words)(refusal.facts)
}

/** Tells why a call was refused; anything else is a mistake of ours, and is thrown on. */
export const tellRefusal = (cause: unknown): void => {
  if (!(cause instanceof RefusedCall)) throw cause
  tell(refusalText(cause), true)
}
