import { typesetFrench } from "../../../core/vocabulary/french-typography.ts"
import type { WrittenLanguage } from "../../../core/vocabulary/written-language.ts"
import { areaOf, isOperatorPath } from "./areas.ts"
import type { PersonRole, TableRole } from "../../../rules/accounts/person.ts"
import { type ConsoleArea, mayAlter, maySee } from "../../../rules/accounts/role-rights.ts"
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
  readonly role: PersonRole
  readonly isOperator: boolean
  /** What somebody may do to tables at a workbench for a team. */
  readonly tableRoles: ReadonlyArray<TableRole>
  /** Where a workbench for a team lists its desks, which then stands in for the rest of the console; undefined elsewhere. */
  readonly desksPath: string | undefined
  /** Whether nothing else is shown before a second factor is set up. */
  readonly isSettingUp: boolean
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

/** Whether the role of who looks may change what the page shows; no page of operators is changed by it. */
export const mayChange = ({ partner, path, role }: ConsoleView): boolean => {
  if (partner === undefined || isOperatorPath(path)) return false
  const area = areaOf(path)
  return area === undefined ? role === "owner" : mayAlter(role, area)
}

/** Whether the role of who looks may see a part of the account. */
export const showsArea = ({ role }: Pick<ConsoleView, "role">, area: ConsoleArea): boolean =>
  maySee(role, area)

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
