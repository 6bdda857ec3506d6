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
export const areaRights: Readonly<Record<ConsoleArea, Readonly<Record<PersonRole, Right>>>> = {
  overview: { owner: "read", developer: "read", finance: "read", reader: "read" },
  keys: { owner: "change", developer: "change", finance: "none", reader: "read" },
  usage: { owner: "read", developer: "read", finance: "none", reader: "read" },
  calls: { owner: "read", developer: "read", finance: "none", reader: "read" },
  events: { owner: "change", developer: "change", finance: "none", reader: "read" },
  links: { owner: "change", developer: "change", finance: "none", reader: "read" },
  widget: { owner: "change", developer: "change", finance: "none", reader: "read" },
  sales: { owner: "read", developer: "read", finance: "read", reader: "read" },
  amounts: { owner: "read", developer: "none", finance: "read", reader: "read" },
  statements: { owner: "read", developer: "none", finance: "read", reader: "read" },
  "bank account": { owner: "change", developer: "none", finance: "change", reader: "none" },
  commission: { owner: "change", developer: "none", finance: "read", reader: "read" },
  people: { owner: "change", developer: "read", finance: "read", reader: "read" },
  security: { owner: "change", developer: "change", finance: "change", reader: "change" },
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
  areaRights[area][role] !== "none"

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
  areaRights[area][role] === "change"

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
