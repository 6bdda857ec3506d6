import { addCount } from "./price-tally.ts"

/** Arguments that bilans tell before and after, but in another order among those that stay. */
export type ArgumentMoves = Map<string, { situations: number; readonly cards: Map<string, number> }>

/** Something with an id in a list whose order counts. */
type Ordered = ReadonlyArray<{ readonly id: string }>

/**
 * The ids that stand in another place among those that stay.
 *
 * ```ts
 * import { movedIds } from "../rules/impact/argument-moves.ts"
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
