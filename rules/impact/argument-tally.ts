import type { Argument, BilanResponse } from "../coach/response.ts"
import type { CardBody } from "../corpus/situation.ts"
import { addCount } from "./price-impact.ts"

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

/** Arguments that bilans tell before and after, but in another order among those that stay. */
export type ArgumentMoves = Map<string, { situations: number; readonly cards: Map<string, number> }>

/**
 * The ids that stand in another place among those that stay.
 *
 * ```ts
 * import { movedIds } from "../rules/impact/argument-tally.ts"
 *
 * movedIds([{ id: "a" }, { id: "b" }, { id: "c" }], [{ id: "c" }, { id: "b" }, { id: "d" }]) // => ["b", "c"]
 * ```
 */
export const movedIds = (before: Ordered, after: Ordered): ReadonlyArray<string> => {
  const staysIn = (others: Ordered) => (one: { readonly id: string }) =>
    others.some(({ id }) => id === one.id)
  const older = before.filter(staysIn(after))
  const newer = after.filter(staysIn(before))
  return older.flatMap(({ id }, place) => (newer[place]?.id === id ? [] : id))
}

/** Counts the arguments that move in the bilan of a card. */
export const countMoves = (
  moves: ArgumentMoves,
  card: string,
  ids: ReadonlyArray<string>,
): void => {
  for (const id of ids) {
    const known = moves.get(id) ?? { situations: 0, cards: new Map<string, number>() }
    known.situations += 1
    addCount(known.cards, card)
    moves.set(id, known)
  }
}

/** Adds the counts of another part of the corpus. */
export const addMoves = (to: ArgumentMoves, from: ArgumentMoves): void => {
  for (const [id, { cards, situations }] of from) {
    const own = to.get(id) ?? { situations: 0, cards: new Map<string, number>() }
    own.situations += situations
    for (const [card, count] of cards) addCount(own.cards, card, count)
    to.set(id, own)
  }
}

/** An argument that bilans gain or lose. */
interface ArgumentTally {
  readonly id: string
  readonly change: "gained" | "lost"
  situations: number
  /** How many of them by card: its catalogue id as `#4`, else what the request says of it. */
  readonly cards: Map<string, number>
  /** A bilan that holds the argument, and the place of its situation in the corpus. */
  example: BilanResponse
  place: number
}

/** The bilans of one situation, and whose they are. */
interface TwoBilans {
  readonly before: BilanResponse
  readonly after: BilanResponse
  readonly card: string
  readonly place: number
}

const without = (some: ReadonlyArray<Argument>, others: ReadonlyArray<Argument>) =>
  some.filter(({ id }) => others.every((other) => other.id !== id))

/** Something with an id in a list whose order counts. */
type Ordered = ReadonlyArray<{ readonly id: string }>
