import type { Bitset } from "./bitset.ts"

/** Makes a set of rows into an answer, or several sets that lie one behind the other. */
export type MakeAnswer<Answer extends object> = (set: Bitset) => Answer

/** Answers are kept in so many slots at first and at most; half of them stay free, so that one is soon found. */
const slotsLeast = 64
const slotsMost = 4_096

/** Odd numbers that spread the bits of what they are multiplied with. */
const mixWord = 0x85_eb_ca_6b
const mixHash = 0x9e_37_79_b1

/**
 * Makes answers so that every set of rows has one answer, made when the set is first met and then
 * shared: what is asked of a table differs more than what it answers. Once 2,048 answers are shared,
 * those of other sets are made each time.
 *
 * ```ts
 * import { rowsOf } from "../core/table/bitset.ts"
 * import { shareAnswers } from "../core/table/shared-answers.ts"
 *
 * const answer = shareAnswers(1, rowsOf)
 * answer(Int32Array.of(5)) // => [0, 2]
 * answer(Int32Array.of(5)) === answer(Int32Array.of(5)) // => true
 * ```
 */
export const shareAnswers = <Answer extends object>(
  width: number,
  make: MakeAnswer<Answer>,
): MakeAnswer<Answer> => {
  let shift = Math.clz32(slotsLeast) + 1
  let sets = new Int32Array(slotsLeast * width)
  let answers = Array<Answer | undefined>(slotsLeast).fill(undefined)
  let count = 0

  /** The slot of a set, or the free one that it would have. */
  const slotOf = (set: Bitset): number => {
    let hash = 0
    for (let word = 0; word < width; word += 1) hash = Math.imul(hash, mixWord) + (set[word] ?? 0)
    let slot = Math.imul(hash, mixHash) >>> shift
    while (answers[slot] !== undefined) {
      let word = width - 1
      while (word >= 0 && sets[slot * width + word] === set[word]) word -= 1
      if (word < 0) return slot
      slot = (slot + 1) & (answers.length - 1)
    }
    return slot
  }

  const put = (set: Bitset, answer: Answer): void => {
    const slot = slotOf(set)
    sets.set(set, slot * width)
    answers[slot] = answer
  }

  const doubleSlots = (): void => {
    const knownSets = sets
    const known = answers
    shift -= 1
    sets = new Int32Array(2 * knownSets.length)
    answers = Array<Answer | undefined>(2 * known.length).fill(undefined)
    for (const [slot, answer] of known.entries()) {
      const set = knownSets.subarray(slot * width, (slot + 1) * width)
      if (answer !== undefined) put(set, answer)
    }
  }

  const add = (set: Bitset): Answer => {
    if (2 * count >= answers.length) {
      if (answers.length >= slotsMost) return make(set)
      doubleSlots()
    }
    const answer = Object.freeze(make(set))
    put(set, answer)
    count += 1
    return answer
  }

  return (set) => answers[slotOf(set)] ?? add(set)
}
