import * as Result from "effect/Result"
import { baseCode, makeDocument, type RatesDocument } from "./document.ts"
import { malformed, type RatesRefusal } from "./rates-refusal.ts"

type Refusable<Value> = Result.Result<Value, RatesRefusal>

/** The members of an object by name, each with the place of its value among the tokens. */
type Members = ReadonlyMap<string, number>

/** The tokens of a text that is JSON: strings with their quotes, brackets, commas, colons, literals. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

const tokensOf = (text: string): Refusable<ReadonlyArray<string>> =>
  Result.map(
    Result.try({
      try: () => void JSON.parse(text),
      catch: () => malformed("it is no JSON"),
    }),
    () => text.match(tokenPattern) ?? [],
  )

/** The place behind a value. */
const skip = (tokens: ReadonlyArray<string>, from: number): number => {
  let at = from
  let depth = 0
  do {
    const token = tokens[at]
    if (token === "{" || token === "[") depth += 1
    if (token === "}" || token === "]") depth -= 1
    at += 1
  } while (depth > 0)
  return at
}

const unquoted = (token: string): string => String(JSON.parse(token))

const membersOf = (
  tokens: ReadonlyArray<string>,
  from: number,
  what: string,
): Refusable<Members> => {
  if (tokens[from] !== "{") return Result.fail(malformed(`${what} is no object`))
  const members = new Map<string, number>()
  let at = from + 1
  while (tokens[at] !== "}") {
    const name = unquoted(tokens[at] ?? "")
    if (members.has(name)) return Result.fail(malformed(`${what} names a member several times`))
    members.set(name, at + 2)
    at = skip(tokens, at + 2)
    if (tokens[at] === ",") at += 1
  }
  return Result.succeed(members)
}

/** The text of a string or a number, the number as it was written; undefined for anything else. */
const writtenAt = (tokens: ReadonlyArray<string>, at: number): string | undefined => {
  const token = tokens[at] ?? ""
  if (token.startsWith('"')) return unquoted(token)
  return /^[-\d]/.test(token) ? token : undefined
}

const stringAt = (
  tokens: ReadonlyArray<string>,
  members: Members,
  name: string,
): Refusable<string> => {
  const token = tokens[members.get(name) ?? -1] ?? ""
  return token.startsWith('"')
    ? Result.succeed(unquoted(token))
    : Result.fail(malformed(`${name} is no text`))
}

const ratesAt = (
  tokens: ReadonlyArray<string>,
  members: Members,
): Refusable<ReadonlyArray<readonly [string, string]>> =>
  Result.flatMap(membersOf(tokens, members.get("rates") ?? -1, "rates"), (rates) => {
    const entries: Array<readonly [string, string]> = []
    for (const [code, at] of rates) {
      const written = writtenAt(tokens, at)
      if (written === undefined) {
        return Result.fail(malformed("a rate is neither a text nor a number"))
      }
      entries.push([code, written])
    }
    return Result.succeed(entries)
  })

/**
 * Reads `{"base":"EUR","date":"2026-11-20","rates":{"USD":"1.0850","JPY":168.2}}`. Numbers keep
 * their digits as they were written and never become floats; other members are ignored, and an
 * object that names one twice is refused.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readJsonRates } from "../rules/currency/rates/read-json.ts"
 * const read = readJsonRates('{"base":"EUR","date":"2026-11-20","rates":{"USD":1.0850}}')
 * Result.getOrThrow(read).rateTexts.get("USD") // => "1.0850"
 * ```
 */
export const readJsonRates = (text: string): Refusable<RatesDocument> =>
  Result.flatMap(tokensOf(text), (tokens) =>
    Result.flatMap(membersOf(tokens, 0, "the document"), (members) =>
      Result.flatMap(stringAt(tokens, members, "base"), (base) =>
        Result.flatMap(stringAt(tokens, members, "date"), (day) =>
          Result.flatMap(ratesAt(tokens, members), (entries) =>
            base === baseCode
              ? makeDocument(day, entries)
              : Result.fail<RatesRefusal>({ _tag: "WrongBase", base }),
          ),
        ),
      ),
    ),
  )
