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

/**
 * The seed of a randomised test: `VIATICA_SEED` to replay a run, else a new one. It is printed, so
 * that every run can be replayed.
 */
export const testSeed = (test: string): number => {
  const given = Number(process.env["VIATICA_SEED"])
  const seed =
    process.env["VIATICA_SEED"] !== undefined && Number.isSafeInteger(given)
      ? given
      : (crypto.getRandomValues(new Int32Array(1))[0] ?? 0)
  process.stdout.write(`${test}: VIATICA_SEED=${seed}\n`)
  return seed
}
