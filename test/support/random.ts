import { makeDraws } from "../../core/random/draws.ts"

/** Repeatable choices, all from one seed. */
export interface Choices {
  /** A whole number from `minimum` to `maximum`, both included. */
  readonly integer: (minimum: number, maximum: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly [Item, ...ReadonlyArray<Item>]) => Item
}

/** Choices from a 32-bit seed. */
export const makeChoices = (seed: number): Choices => {
  const draws = makeDraws(seed)
  const next = (): number => draws.next() / 4_294_967_296
  const integer: Choices["integer"] = (minimum, maximum) =>
    minimum + Math.floor(next() * (maximum - minimum + 1))
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  }
}

/** The seed of runs that ask for no other, so that each draws what the one before it drew. */
const usualSeed = 20_261_121

/**
 * The seed of a whole run: that of `VIATICA_SEED`, a new one where this is `new`, else the usual one.
 * `.config/vitest.config.ts` reads it once and hands it to all tests.
 */
export const runSeed = (): number => {
  const asked = process.env["VIATICA_SEED"] ?? ""
  if (asked === "") return usualSeed
  if (asked === "new") return crypto.getRandomValues(new Int32Array(1))[0] ?? 0
  const seed = Number(asked)
  if (!Number.isSafeInteger(seed)) throw new Error("VIATICA_SEED is a whole number, or: new")
  return seed
}

/** The seed of a randomised test, which prints it so that whoever reads a failure can replay it. */
export const testSeed = (test: string): number => {
  const seed = runSeed()
  process.stdout.write(`${test}: VIATICA_SEED=${seed}\n`)
  return seed
}
