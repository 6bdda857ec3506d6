/** Texts, numbers and the signs between them; words and spaces lie in between. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],:]/g

/**
 * The numbers of a JSON object as they are written, by the names of its own members: what stands
 * deeper is not looked at, and of a name that comes twice the last counts, as for `JSON.parse`. A
 * number that has been parsed is a double, which tells neither 100.000000000000000001 from 100 nor
 * cents beyond 2^46 apart.
 *
 * The text has been parsed before: only JSON is read.
 *
 * ```ts
 * import { numberLiterals } from "../core/json/number-literals.ts"
 *
 * const literals = numberLiterals('{"amount": 100.000000000000000001, "lines": [7], "ref": "1"}')
 * literals.get("amount") // => "100.000000000000000001"
 * literals.size // => 1
 * ```
 */
export const numberLiterals = (json: string): ReadonlyMap<string, string> => {
  const literals = new Map<string, string>()
  let depth = 0
  let isObject = false
  let name: string | undefined
  for (const [token] of json.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      if (depth === 0) isObject = token === "{"
      depth += 1
    } else if (token === "}" || token === "]") depth -= 1
    else if (depth === 1 && isObject) {
      if (token === ",") name = undefined
      else if (name === undefined) {
        name = JSON.parse(token) as string
        literals.delete(name)
      } else if (token !== ":" && !token.startsWith('"')) literals.set(name, token)
    }
  }
  return literals
}
