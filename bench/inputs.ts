import { makeDraws } from "../core/random/draws.ts"
import { seed } from "./settings.ts"

/** Repeatable choices for the inputs of a bench. */
export interface Choices {
  readonly chance: (share: number) => boolean
  readonly below: (bound: number) => number
  readonly pick: <Item>(items: ReadonlyArray<Item>) => Item
}

/** Choices from the seed, which is always the same unless `VIATICA_SEED` sets it. */
export const makeChoices = (): Choices => {
  const { below, next } = makeDraws(seed())
  return {
    below,
    chance: (share) => next() < share * 4_294_967_296,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error("nothing to pick from")
      return item
    },
  }
}

/** How many inputs a contender meets in turn: more than a processor remembers the branches of. */
export const inputCount = 4_096

/** Makes inputs, and gives the n-th of them, round and round. */
export const many = <Item>(make: () => Item): ((index: number) => Item) => {
  const items = Array.from({ length: inputCount }, make)
  return (index) => items[index & (inputCount - 1)] as Item
}
