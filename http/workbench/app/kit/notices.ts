import { signal } from "@preact/signals"
import { refusalText } from "../../protocol/refusals.ts"
import { RefusedCall } from "./call.ts"
import { language } from "./language.ts"

/** What the page says once, politely, at its foot. */
export interface Notice {
  readonly text: string
  readonly isError: boolean
}

/** What the page says now. */
export const notice = signal<Notice | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** How long what went well is said, and what did not, which takes longer to read. */
const shownMs = { done: 6_000, error: 15_000 }

/** Says something, for as long as it takes to read. */
export const tell = (text: string, isError = false): void => {
  clearTimeout(timer)
  notice.value = { text, isError }
  timer = setTimeout(endNotice, isError ? shownMs.error : shownMs.done)
}

/** Says no more what is settled. */
export const endNotice = (): void => {
  clearTimeout(timer)
  notice.value = null
}

/** What a refusal says, in the language of the page where it has words for it. */
export const refusedText = ({ refusal }: RefusedCall): string =>
  refusalText(refusal, language.value)

/** Tells why a call was refused; anything else is a mistake of ours, and is thrown on. */
export const tellRefusal = (cause: unknown): void => {
  if (!(cause instanceof RefusedCall)) throw cause
  tell(refusedText(cause), true)
}
