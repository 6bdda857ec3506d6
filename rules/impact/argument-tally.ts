import type { CardBody } from "../corpus/situation.ts"
import type { Argument, BilanResponse } from "../coach/response.ts"
import { addCount } from "./price-tally.ts"

/** An argument that bilans gain or lose. */
export interface ArgumentTally {
  readonly id: string
  readonly change: "gained" | "lost"
  situations: number
  /** How many of them by card: its catalogue id as `#4`, else what the request says of it. */
  readonly cards: Map<string, number>
  /** A bilan that holds the argument, and the place of its situation in the corpus. */
  example: BilanResponse
  place: number
}

/** Arguments by what becomes of them. */
export type ArgumentTallies = Map<string, ArgumentTally>

/**
 * How a card is named in counts.
 *
 * ```ts
 * import { cardNameOf } from "../rules/impact/argument-tally.ts"
 *
 * cardNameOf(4, undefined) // => "#4"
 * cardNameOf(null, { mode: "network", network: "visa", tier: "premier" }) // => "visa premier"
 * cardNameOf(null, undefined) // => "no card"
 * ```
 */
export const cardNameOf = (catalogueId: number | null, card: CardBody | undefined): string => {
  if (catalogueId !== null) return `#${catalogueId}`
  const words = Object.entries(card ?? {}).flatMap(([name, value]) =>
    name === "mode" || typeof value !== "string" ? [] : value,
  )
  return words.length === 0 ? "no card" : words.join(" ")
}

/** The bilans of one situation, and whose they are. */
export interface TwoBilans {
  readonly before: BilanResponse
  readonly after: BilanResponse
  readonly card: string
  readonly place: number
}

const without = (some: ReadonlyArray<Argument>, others: ReadonlyArray<Argument>) =>
  some.filter(({ id }) => others.every((other) => other.id !== id))

/** Counts the arguments that the second bilan of a situation has and the first lacks, and the reverse. */
export const countArguments = (
  tallies: ArgumentTallies,
  { after, before, card, place }: TwoBilans,
): void => {
  const count = (
    change: ArgumentTally["change"],
    { id }: Argument,
    example: BilanResponse,
  ): void => {
    const key = `${change} ${id}`
    const known = tallies.get(key) ?? {
      id,
      change,
      situations: 0,
      cards: new Map(),
      example,
      place,
    }
    known.situations += 1
    addCount(known.cards, card)
    tallies.set(key, known)
  }
  const [older, newer] = [before.bilan.arguments, after.bilan.arguments]
  for (const argument of without(older, newer)) count("lost", argument, before)
  for (const argument of without(newer, older)) count("gained", argument, after)
}

/** Adds the counts of another part of the corpus; the earliest example stays. */
export const addArguments = (to: ArgumentTallies, from: ArgumentTallies): void => {
  for (const [key, tally] of from) {
    const own = to.get(key)
    if (own === undefined) {
      to.set(key, tally)
      continue
    }
    own.situations += tally.situations
    for (const [card, count] of tally.cards) addCount(own.cards, card, count)
    if (tally.place < own.place) {
      own.place = tally.place
      own.example = tally.example
    }
  }
}

/** An argument that bilans gain or lose: by which cards, and a bilan that holds it. */
export interface ArgumentImpact extends Pick<ArgumentTally, "change" | "id" | "situations"> {
  readonly example: BilanResponse
  /** The cards with most of the situations first. */
  readonly cards: ReadonlyArray<{ readonly card: string; readonly situations: number }>
}

/** Arguments that come or go, the most frequent first. */
export const argumentImpacts = (tallies: ArgumentTallies): ReadonlyArray<ArgumentImpact> =>
  [...tallies.values()]
    .map(({ cards, change, example, id, situations }) => ({
      id,
      change,
      situations,
      example,
      cards: [...cards]
        .map(([card, count]) => ({ card, situations: count }))
        .sort(
          (left, right) => right.situations - left.situations || (left.card < right.card ? -1 : 1),
        ),
    }))
    .sort((left, right) => right.situations - left.situations || (left.id < right.id ? -1 : 1))
