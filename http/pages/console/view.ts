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

const rules: ReadonlyArray<readonly [RegExp, string]> = [
  [/ ([;!?])/g, "\u202F$1"],
  [/ (:|%|€|»)/g, "\u00A0$1"],
  [/« /g, "«\u00A0"],
  [/'/g, "’"],
]

/**
 * A French text with the spaces and apostrophes that print asks for, typed with plain ones.
 *
 * ```ts
 * import { typesetFrench } from "../http/pages/console/view.ts"
 *
 * typesetFrench("L'offre : 15 % !") // => "L’offre\u00A0: 15\u00A0%\u202F!"
 * ```
 */
export const typesetFrench = (text: string): string =>
  rules.reduce((typed, [pattern, put]) => typed.replace(pattern, put), text)

/** All texts of a page in French, typeset: those that are given, and those that functions make. */
export const inFrench = <Words>(words: Words): Words => {
  if (typeof words === "string") return typesetFrench(words) as Words
  if (typeof words === "function") {
    return ((...values: ReadonlyArray<unknown>) =>
      inFrench((words as (...given: ReadonlyArray<unknown>) => unknown)(...values))) as Words
  }
  if (typeof words !== "object" || words === null) return words
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, inFrench(value)]),
  ) as Words
}
