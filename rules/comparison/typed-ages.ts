import { plainDigits } from "../../core/money/typed-amount.ts"

/**
 * The ages of travellers as one of their fields has them: several where signs part them, and as many as
 * a group has where one is typed, such as `12 × 30`. No more than `most` of a group are told; what is no
 * age stays as it was typed, to be refused.
 *
 * ```ts
 * import { typedAges } from "../rules/comparison/typed-ages.ts"
 *
 * typedAges("34, 31", 50) // => ["34", "31"]
 * typedAges("2 × 35, 8", 50) // => ["35", "35", "8"]
 * typedAges("3x7", 2) // => ["7", "7"]
 * typedAges("3,5", 50) // => ["3,5"]
 * ```
 */
export const typedAges = (field: string, most: number): ReadonlyArray<string> => {
  const typed = field.trim()
  const pieces = isTwofoldAge(typed) ? [typed] : typed.split(/[,，;；、]/u)
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")
    .flatMap((piece) => groupOf(piece, most) ?? [piece])
}

/**
 * Whether an age may be one with a half year behind it, or those of two travellers.
 *
 * ```ts
 * import { isTwofoldAge } from "../rules/comparison/typed-ages.ts"
 *
 * isTwofoldAge("3,5") // => true
 * isTwofoldAge("34,31") // => false
 * ```
 */
export const isTwofoldAge = (typed: string): boolean => /^\d{1,2}[,.]\d$/u.test(plainDigits(typed))

/**
 * Ages as they are shown: one by one, and those of more travellers than anybody reads singly as groups,
 * which read back as they are.
 *
 * ```ts
 * import { shownAges } from "../rules/comparison/typed-ages.ts"
 *
 * shownAges(["34", "31"]) // => ["34", "31"]
 * shownAges([...Array(12).fill("30"), "8"]) // => ["12 × 30", "8"]
 * ```
 */
export const shownAges = (ages: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (ages.length <= singlyMax) return ages
  const counts = new Map<string, number>()
  for (const age of ages) counts.set(age, (counts.get(age) ?? 0) + 1)
  return [...counts].map(([age, count]) => (count === 1 ? age : `${count} × ${age}`))
}

/**
 * Ages as a sentence says them beside the count of travellers: once, where all are of one age.
 *
 * ```ts
 * import { saidAges } from "../rules/comparison/typed-ages.ts"
 *
 * saidAges([34, 31]) // => ["34", "31"]
 * saidAges(Array(12).fill(30)) // => ["30"]
 * saidAges([...Array(12).fill(30), 8]) // => ["12 × 30", "8"]
 * ```
 */
export const saidAges = (ages: ReadonlyArray<number>): ReadonlyArray<string> => {
  const texts = ages.map(String)
  return new Set(texts).size === 1 ? texts.slice(0, 1) : shownAges(texts)
}

/** So many ages are shown one by one. */
const singlyMax = 10

/** A count and an age, joined by the sign of multiplication or by a letter that looks like it. */
const groupForm = /^(?<count>\d{1,4})\s*[x×✕✖*хχ]\s*(?<age>\d{1,4})$/iu

const groupOf = (piece: string, most: number): ReadonlyArray<string> | undefined => {
  const { age, count = "" } = groupForm.exec(plainDigits(piece))?.groups ?? {}
  return age === undefined || Number(count) === 0
    ? undefined
    : Array.from({ length: Math.min(Number(count), most) }, () => age)
}
