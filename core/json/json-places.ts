/** A place in a text, from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** Where the values of a JSON text begin: a member begins at its name. */
export interface JsonPlaces {
  readonly at: number
  readonly members: ReadonlyMap<string, JsonPlaces>
  readonly items: ReadonlyArray<JsonPlaces>
}

/**
 * Finds where all values of a JSON text begin, in one go over it; the text has been parsed.
 *
 * ```ts
 * import { jsonPlaces } from "../core/json/json-places.ts"
 *
 * const places = jsonPlaces('{"a": [1, {"b": 2}]}')
 * places.members.get("a")?.items[1]?.members.get("b")?.at // => 11
 * ```
 */
export const jsonPlaces = (source: string): JsonPlaces => {
  const root = opened(0)
  const open: Array<OpenValue> = [root]
  let name: { readonly text: string; readonly at: number } | undefined
  for (const { 0: token, index } of source.matchAll(tokens)) {
    const around = open.at(-1) ?? root
    if (token === "}" || token === "]") {
      open.pop()
      continue
    }
    if (around.isObject && name === undefined) {
      name = { text: String(JSON.parse(token)), at: index }
      continue
    }
    const value = opened(name?.at ?? index, token === "{")
    if (name === undefined) around.items.push(value)
    else around.members.set(name.text, value)
    name = undefined
    if (token === "{" || token === "[") open.push(value)
  }
  return root.items[0] ?? root
}

/** Tells line and column, from 1, of any place in a text. */
export const placesIn = (source: string): ((at: number) => TextPlace) => {
  const starts = [0]
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) {
    starts.push(at + 1)
  }
  return (at) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 }
  }
}

/** A value while its text is read. */
interface OpenValue extends JsonPlaces {
  readonly isObject: boolean
  readonly members: Map<string, JsonPlaces>
  readonly items: Array<JsonPlaces>
}

const opened = (at: number, isObject = false): OpenValue => ({
  at,
  isObject,
  members: new Map(),
  items: [],
})

/** What JSON is made of, but for what only parts it. */
const tokens = /"(?:[^"\\]+|\\.)*"|[{}[\]]|[^\s"{}[\]:,]+/gs

/**
 * The numbers of a JSON object as they are written, by the names of its own members: what stands
 * deeper is not looked at, and of a name that comes twice the last counts, as for `JSON.parse`. A
 * number that has been parsed is a double, which tells neither 100.000000000000000001 from 100 nor
 * cents beyond 2^46 apart.
 *
 * The text has been parsed before: only JSON is read.
 *
 * ```ts
 * import { numberLiterals } from "../core/json/json-places.ts"
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
  for (const [token] of json.matchAll(numberTokens)) {
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

/** Texts, numbers and the signs between them; words and spaces lie in between. */
const numberTokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],:]/g
