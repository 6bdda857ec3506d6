import { linkButton } from "../kit/controls.ts"
import type { PageContent } from "../kit/html.ts"
import { type ConsoleView, consoleAddress } from "./view.ts"

/** Rows that a list of the console shows at a time. */
export const rowsPerPage = 50

/** Where a page of a list leads on to. */
export interface PageSteps {
  /** What the list is narrowed by, which every step keeps. */
  readonly kept: Readonly<Record<string, string>>
  /** Whether rows stand before this page. */
  readonly isLater: boolean
  /** What the address of the next page adds; null where no more rows follow. */
  readonly next: Readonly<Record<string, string>> | null
  readonly words: { readonly first: string; readonly next: string }
  /** The page of the list, where it is another than the one that is shown. */
  readonly path?: string
}

/** The ways from a page of a list: back to its beginning, and on to the next page. */
export const pageSteps = (
  view: ConsoleView,
  { isLater, kept, next, path = view.path, words }: PageSteps,
): PageContent => {
  const to = (label: string, more: Readonly<Record<string, string>>) =>
    linkButton({ href: consoleAddress(view, path, { ...kept, ...more }), label, isSmall: true })
  return [isLater ? to(words.first, {}) : null, next === null ? null : to(words.next, next)]
}
