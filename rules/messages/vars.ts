import {
  type ArgumentVar,
  argumentVars,
  type Badge,
  bases,
  type Ceiling,
  type HeadlineVar,
  headlineVars,
} from "../coach/coach-vocabulary.ts"

/** What a value of a text can be: printed already, a number, or one of a list of words. */
export type ValueKind = "text" | "number" | ReadonlyArray<string>

/** The values that a text may show, by name. */
export type ValueKinds = ReadonlyMap<string, ValueKind>

/** The values that sentences on what other travellers did carry. */
export const socialVars = { pct: "number" } as const satisfies Readonly<Record<string, ValueKind>>

/** The values that the sentence on the medical ceiling carries. */
export const medicalVars = { target: "text" } as const satisfies Readonly<Record<string, ValueKind>>

/** The texts on the medical ceiling: met, not met by a card, and no card at all. */
export const medicalKeys = ["met", "not_met", "no_card"] as const

/** A text on the medical ceiling. */
export type MedicalKey = (typeof medicalKeys)[number]

/** The values that a sentence on a gap carries; each amount where its text is chosen with one. */
export const gapVars = {
  cardValue: "text",
  recommended: "text",
  period: ["stay", "day"],
} as const satisfies Readonly<Record<string, ValueKind>>

/** The texts on a gap: its badge, then how its ceiling stands or what is advised. */
export const gapKeys = [
  "missing",
  "missing_recommended",
  "unverified",
  "unverified_recommended",
  "insufficient_printed",
  "insufficient_unprinted",
  "conditional_printed",
  "conditional_unprinted",
  "conditional_unlimited",
] as const satisfies ReadonlyArray<Badge | `${Badge}_${Ceiling | "recommended"}`>

/** A text on a gap. */
export type GapKey = (typeof gapKeys)[number]

/** The values that are no texts; all others are. */
const kinds: Readonly<Partial<Record<ArgumentVar | HeadlineVar, ValueKind>>> = {
  basis: bases,
  coverCount: "number",
}

/**
 * The values that the texts of an argument may show when it carries some: those, and `quote`, which
 * every argument has. A guarantee, which arguments carry as a slug, shows as its name.
 *
 * ```ts
 * import { argumentValues } from "../rules/messages/vars.ts"
 *
 * [...argumentValues(["limit", "basis"]).keys()] // => ["limit", "basis", "quote"]
 * argumentValues(["basis"]).get("basis") // => ["card", "range", "country", "none"]
 * ```
 */
export const argumentValues = (vars: ReadonlyArray<ArgumentVar>): ValueKinds =>
  new Map<string, ValueKind>([
    ...vars.map((name) => [name, kinds[name] ?? "text"] as const),
    ["quote", "text"],
  ])

/** The values that the text of a headline may show when it carries some. */
export const headlineValues = (vars: ReadonlyArray<HeadlineVar>): ValueKinds =>
  new Map(vars.map((name) => [name, kinds[name] ?? "text"]))

/** The values of a list of kinds by name. */
export const valuesOf = (kinds: Readonly<Record<string, ValueKind>>): ValueKinds =>
  new Map(Object.entries(kinds))

/** Every value that some argument may carry. */
export const anyArgumentValues: ValueKinds = argumentValues(argumentVars)

/** Every value that some headline may carry. */
export const anyHeadlineValues: ValueKinds = headlineValues(headlineVars)
