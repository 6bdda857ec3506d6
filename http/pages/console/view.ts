import { typesetFrench } from "../../../core/vocabulary/french-typography.ts"
import type { WrittenLanguage } from "../../../core/vocabulary/written-language.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"

/** What every page of the console knows about who looks at it. */
export interface ConsoleView {
  readonly language: WrittenLanguage
  /** The mode whose figures are shown. */
  readonly mode: KeyMode
  /** The path of the page. */
  readonly path: string
  /** Whose account it is; undefined for an operator who belongs to none. */
  readonly partner: { readonly code: string; readonly name: string } | undefined
  readonly email: string
  readonly role: "owner" | "reader"
  readonly isOperator: boolean
  readonly csrfToken: string
  /** A number of the page, so that its forms make something once, however often they are sent. */
  readonly form: string
  /** What has just been done, by its name in the address. */
  readonly done: string
}

/** Where a page of the console leads to: the path, in the mode and language of the view. */
export const consoleAddress = (
  view: Pick<ConsoleView, "language" | "mode">,
  path: string,
  more: Readonly<Record<string, string>> = {},
): string => {
  const query = new URLSearchParams({ mode: view.mode, lang: view.language, ...more })
  return `${path}?${query.toString()}`
}

/** Whether who looks may change something of the account. */
export const mayChange = ({ partner, role }: ConsoleView): boolean =>
  role === "owner" && partner !== undefined

/** All texts of a page in French, typeset: those that are given, and those that functions make. */
export const inFrench = <Words>(words: Words): Words => {
  if (typeof words === "string") return typesetFrench(words) as Words
  if (typeof words === "function") {
    return ((...values: ReadonlyArray<unknown>) =>
      inFrench((words as (...given: ReadonlyArray<unknown>) => unknown)(...values))) as Words
  }
  if (Array.isArray(words)) return words.map(inFrench) as Words
  if (typeof words !== "object" || words === null) return words
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, inFrench(value)]),
  ) as Words
}
