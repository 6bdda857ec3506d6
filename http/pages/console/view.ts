import type { KeyMode } from "../../../rules/accounts/partner.ts"

/** The languages of the console, both written by hand. */
export type ConsoleLanguage = "en" | "fr"

/** Texts in both languages of the console. */
export type InBoth<Words> = Readonly<Record<ConsoleLanguage, Words>>

/** What every page of the console knows about who looks at it. */
export interface ConsoleView {
  readonly language: ConsoleLanguage
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
