import type { PersonRole } from "./person.ts"

/**
 * What an account consists of, as its console shows it. `amounts` is money wherever it stands: what sales
 * come to, exports and the ledger. `security` is a person's own: sessions and second factors.
 */
export const consoleAreas = [
  "overview",
  "keys",
  "usage",
  "calls",
  "events",
  "links",
  "widget",
  "sales",
  "amounts",
  "statements",
  "bank account",
  "commission",
  "people",
  "security",
] as const

/** One part of an account. */
export type ConsoleArea = (typeof consoleAreas)[number]

/**
 * What a role may do with a part of an account: nothing, look at it, or change it too. Parts that nobody
 * changes here, such as sales, are looked at by owners, too.
 */
export type Right = "none" | "read" | "change"

/**
 * What each role may: the one table of it. Menus, links, pages and forms ask it, and so do tests, for
 * every address of the console.
 */
export const roleRights: Readonly<Record<PersonRole, Readonly<Record<ConsoleArea, Right>>>> = {
  owner: {
    overview: "read",
    keys: "change",
    usage: "read",
    calls: "read",
    events: "change",
    links: "change",
    widget: "change",
    sales: "read",
    amounts: "read",
    statements: "read",
    "bank account": "change",
    commission: "change",
    people: "change",
    security: "change",
  },
  developer: {
    overview: "read",
    keys: "change",
    usage: "read",
    calls: "read",
    events: "change",
    links: "change",
    widget: "change",
    sales: "read",
    amounts: "none",
    statements: "none",
    "bank account": "none",
    commission: "none",
    people: "read",
    security: "change",
  },
  finance: {
    overview: "read",
    keys: "none",
    usage: "none",
    calls: "none",
    events: "none",
    links: "none",
    widget: "none",
    sales: "read",
    amounts: "read",
    statements: "read",
    "bank account": "change",
    commission: "read",
    people: "read",
    security: "change",
  },
  reader: {
    overview: "read",
    keys: "read",
    usage: "read",
    calls: "read",
    events: "read",
    links: "read",
    widget: "read",
    sales: "read",
    amounts: "read",
    statements: "read",
    "bank account": "none",
    commission: "read",
    people: "read",
    security: "change",
  },
}

/**
 * Whether a role may look at a part of an account.
 *
 * ```ts
 * import { maySee } from "../rules/accounts/role-rights.ts"
 *
 * maySee("finance", "statements") // => true
 * maySee("finance", "keys") // => false
 * ```
 */
export const maySee = (role: PersonRole, area: ConsoleArea): boolean =>
  roleRights[role][area] !== "none"

/**
 * Whether a role may change a part of an account.
 *
 * ```ts
 * import { mayAlter } from "../rules/accounts/role-rights.ts"
 *
 * mayAlter("developer", "keys") // => true
 * mayAlter("reader", "keys") // => false
 * ```
 */
export const mayAlter = (role: PersonRole, area: ConsoleArea): boolean =>
  roleRights[role][area] === "change"

/** Changes that somebody else's open browser must not make: they need a sign-in of late. */
const grave: ReadonlyArray<ConsoleArea> = ["keys", "bank account", "people", "security"]

/**
 * Whether a change needs that its person has proved of late who it is.
 *
 * ```ts
 * import { needsFreshSignIn } from "../rules/accounts/role-rights.ts"
 *
 * needsFreshSignIn("bank account") // => true
 * needsFreshSignIn("links") // => false
 * ```
 */
export const needsFreshSignIn = (area: ConsoleArea): boolean => grave.includes(area)
