import * as Result from "effect/Result"

/** What a key may call: pricing, links, the Coach, and changes of event endpoints. */
export const scopes = ["quotes", "quotes.link", "coach", "events"] as const

/** One scope of a key. */
export type Scope = (typeof scopes)[number]

/**
 * The scopes of a key that asks for none: a thief of it cannot have the account's events
 * sent to themselves.
 */
export const usualScopes = [
  "quotes",
  "quotes.link",
  "coach",
] as const satisfies ReadonlyArray<Scope>

/** A scope that does not exist, or none at all (`given` is then empty). */
export interface BadScopes {
  readonly _tag: "BadScopes"
  readonly given: string
}

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/**
 * Reads a comma-separated list of scopes; the answer is without duplicates, in the order of
 * {@link scopes}.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readScopes } from "../rules/accounts/scopes.ts"
 *
 * Result.getOrUndefined(readScopes("coach, quotes")) // => ["quotes", "coach"]
 * Result.isFailure(readScopes("quotes,links")) // => true
 * ```
 */
export const readScopes = (text: string): Result.Result<ReadonlyArray<Scope>, BadScopes> => {
  const given = text.split(",").map((part) => part.trim())
  return given.every(isScope)
    ? Result.succeed(scopes.filter((scope) => given.includes(scope)))
    : Result.fail({ _tag: "BadScopes", given: text })
}
