import { bases, unmatchedParts } from "../coach/coach-vocabulary.ts"

/** What a value of a text can be: printed already, a number, or one of a list of words. */
export type ValueKind = "text" | "number" | ReadonlyArray<string>

/** The values that a text may show, by name. */
export type ValueKinds = ReadonlyMap<string, ValueKind>

const yesOrNo = ["true", "false"] as const

/** What each value that arguments and headlines carry is; one that is not named here is a text. */
const kinds: Readonly<Record<string, ValueKind>> = {
  basis: bases,
  converted: yesOrNo,
  costs: ["known", "unknown"],
  zone: yesOrNo,
  found: ["none", "weak"],
  scheme: ["ehic", "ghic", "other"],
  extent: ["full", "partial", "all", "part"],
  limitKnown: yesOrNo,
  demandKnown: yesOrNo,
  stale: yesOrNo,
  what: unmatchedParts,
  condition: ["friends", "long_trip", "risky_activity", "visa", "other"],
  coverCount: "number",
}

/** The values that a renderer makes from others by itself, and those that a choice may show. */
const made: Readonly<Record<string, ReadonlyArray<string>>> = {
  covers: ["coverCount"],
  terms: ["cover", "lead"],
  limit: ["limitKnown"],
  demand: ["demandKnown"],
  cardValue: ["converted"],
  limitKnown: ["limit"],
  demandKnown: ["demand"],
}

const kindOf = (name: string): ValueKind => kinds[name] ?? "text"

/** The values of a list of kinds by name. */
const valuesOf = (known: Readonly<Record<string, ValueKind>>): ValueKinds =>
  new Map(Object.entries(known))

/** The values that a sentence on a share of cards carries. */
export const socialValues = valuesOf({ pct: "number", counted: "number", market: "text" })

/** The values that the sentence on the medical ceiling carries. */
export const medicalValues = valuesOf({
  basis: bases,
  converted: yesOrNo,
  inPlace: "text",
  destinationName: "text",
  cardValue: "text",
  target: "text",
})

/** The values that a sentence on a gap carries; each amount where its text is chosen with one. */
export const gapValueKinds = valuesOf({
  basis: bases,
  converted: yesOrNo,
  cardValue: "text",
  recommended: "text",
  period: ["stay", "day"],
  condition: ["friends", "long_trip", "risky_activity", "distance"],
  lookFor: "text",
})

/** The values that the name of a term shows. */
export const termValues = valuesOf({ limit: "text", limitKnown: yesOrNo, age: "number" })

/** The values that a line on a source shows. */
export const sourceValues = valuesOf({
  page: "text",
  asOf: "text",
  network: "text",
  market: "text",
  issuer: "text",
  stale: yesOrNo,
  agree: "number",
  outOf: "number",
})

/** The values that a word shows: how many are left out of a list, or a term and its cover. */
export const wordValues = valuesOf({ count: "number", cover: "text", term: "text" })

/**
 * The values that texts may show when their row of a rule table carries some: those, and what is made
 * from them.
 *
 * ```ts
 * import { carriedValues } from "../rules/messages/vars.ts"
 *
 * [...carriedValues(["basis", "covers"]).keys()] // => ["basis", "covers", "coverCount"]
 * carriedValues(["basis"]).get("basis") // => ["card", "range", "country", "none"]
 * ```
 */
export const carriedValues = (vars: ReadonlyArray<string>): ValueKinds =>
  new Map(vars.flatMap((name) => [name, ...(made[name] ?? [])]).map((name) => [name, kindOf(name)]))
