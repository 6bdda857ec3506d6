import type { Bitset } from "./bitset.ts"

/** Makes a set of rows into an answer, or several sets that lie one behind the other. */
export type MakeAnswer<Answer extends object> = (set: Bitset) => Answer

/** Answers are kept in so many slots at first and at most; half of them stay free, so that one is soon found. */
const slotsLeast = 64
const slotsMost = 4_096

/** Odd numbers that spread the bits of what they are multiplied with. */
const mixWord = 0x85_eb_ca_6b
const mixHash = 0x9e_37_79_b1

/** Answers by their sets, each in a slot near the one that the topmost bits of the set's hash tell. */
interface Kept<Answer> {
  /** By how many bits a hash is shifted to a slot. */
  readonly shift: number
  readonly sets: Int32Array
  readonly answers: Array<Answer | undefined>
}

const noneKept = <Answer>(slots: number, width: number): Kept<Answer> => ({
  shift: Math.clz32(slots) + 1,
  sets: new Int32Array(slots * width),
  answers: Array<Answer | undefined>(slots).fill(undefined),
})

/**
 * Shares answers: every set of rows has one, made when the set first comes up, for the questions to
 * a table vary more than its answers. Once 2,048 answers are shared, those of other sets are made
 * each time.
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
  let kept: Kept<Answer> = noneKept(slotsLeast, width)
  let count = 0

  /** The slot of a set, or the free one that it would have. */
  const slotOf = ({ answers, sets, shift }: Kept<Answer>, set: Bitset): number => {
    const mask = answers.length - 1
    let hash = 0
    for (let word = 0; word < width; word += 1) {
      hash = (Math.imul(hash, mixWord) + (set[word] ?? 0)) | 0
    }
    let slot = Math.imul(hash, mixHash) >>> shift
    while (answers[slot] !== undefined) {
      const at = slot * width
      let word = width - 1
      while (word >= 0 && sets[at + word] === set[word]) word -= 1
      if (word < 0) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  const put = (to: Kept<Answer>, set: Bitset, answer: Answer): void => {
    const slot = slotOf(to, set)
    to.sets.set(set, slot * width)
    to.answers[slot] = answer
  }

  const doubleSlots = (): void => {
    const { answers, sets } = kept
    const wider: Kept<Answer> = noneKept(2 * answers.length, width)
    for (const [slot, answer] of answers.entries()) {
      const set = sets.subarray(slot * width, (slot + 1) * width)
      if (answer !== undefined) put(wider, set, answer)
    }
    kept = wider
  }

  const add = (set: Bitset): Answer => {
    if (2 * count >= kept.answers.length) {
      if (kept.answers.length >= slotsMost) return make(set)
      doubleSlots()
    }
    const answer = Object.freeze(make(set))
    put(kept, set, answer)
    count += 1
    return answer
  }

  return (set) => kept.answers[slotOf(kept, set)] ?? add(set)
}
