import { nearest } from "../../core/table/nearest.ts"

const plain = (name: string): string => name.toLowerCase().replaceAll("_", "-")

const nearMax = 3

/**
 * The names that somebody may have meant who wrote another one: those that hold what was written, at
 * most three of them, else the nearest one.
 *
 * ```ts
 * import { nearNames } from "../http/emulator/near-names.ts"
 *
 * nearNames("bad-date", ["BAD_DATES", "BAD_TRIP", "revoke-key"]) // => ["BAD_DATES"]
 * nearNames("rvoke-key", ["BAD_DATES", "revoke-key"]) // => ["revoke-key"]
 * nearNames("", ["BAD_DATES"]) // => []
 * ```
 */
export const nearNames = (written: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = plain(written)
  if (wanted === "") return []
  const holding = names.filter((name) => plain(name).includes(wanted))
  if (holding.length > 0) return holding.slice(0, nearMax)
  const byPlain = new Map(names.map((name) => [plain(name), name]))
  const found = byPlain.get(nearest(wanted, byPlain.keys()) ?? "")
  return found === undefined ? [] : [found]
}
