import type { ConsoleArea } from "../../../rules/accounts/role-rights.ts"

/** Pages below which everything belongs to one part of an account. */
const places: ReadonlyArray<readonly [path: string, area: ConsoleArea]> = [
  ["/console/keys", "keys"],
  ["/console/usage", "usage"],
  ["/console/calls", "calls"],
  ["/console/events", "events"],
  ["/console/links", "links"],
  ["/console/widget", "widget"],
  ["/console/sales", "sales"],
  ["/console/sales.csv", "amounts"],
  ["/console/ledger.csv", "amounts"],
  ["/console/statements", "statements"],
  ["/console/statements/account", "bank account"],
  ["/console/commission", "commission"],
  ["/console/people", "people"],
  ["/console/security", "security"],
  ["/console/security/rule", "people"],
]

const isBelow = (path: string, page: string): boolean =>
  path === page || path.startsWith(`${page}/`)

/** Whether a page is one of operators, which belong to no account. */
export const isOperatorPath = (path: string): boolean => isBelow(path, "/console/operator")

/**
 * The part of an account that an address of the console belongs to; undefined where none does. What is
 * listed nowhere is for owners alone.
 *
 * ```ts
 * import { areaOf } from "../http/pages/console/areas.ts"
 *
 * areaOf("/console/keys/create") // => "keys"
 * areaOf("/console/statements/account") // => "bank account"
 * areaOf("/console") // => "overview"
 * areaOf("/console/nowhere") // => undefined
 * ```
 */
export const areaOf = (path: string): ConsoleArea | undefined =>
  path === "/console"
    ? "overview"
    : places
        .filter(([page]) => isBelow(path, page))
        .toSorted(([left], [right]) => right.length - left.length)[0]?.[1]
