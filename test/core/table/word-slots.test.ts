import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { hashWord, makeWordSlots, type WordSlots } from "../../../core/table/word-slots.ts"

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "_", "1"), minLength: 1 })
/** The slot of a word, or -1 when it is none of the words. */
const findSlot = ({ hash, slots }: WordSlots, text: string): number => {
  if (text.length < hash.shortest) return -1
  const slot = hashWord(hash, text) & (slots.length - 1)
  return slots[slot] === text ? slot : -1
}

const wordList = fc.uniqueArray(word, { minLength: 1, maxLength: 40 })

describe("makeWordSlots()", () => {
  it("gives every word a slot of its own, and none to any other text", () => {
    let found = 0
    fc.assert(
      fc.property(wordList, fc.array(fc.oneof(word, fc.string())), (words, others) => {
        const slots = makeWordSlots(words)
        if (slots === undefined) return
        found += 1
        const places = words.map((each) => findSlot(slots, each))
        assert.isAtLeast(Math.min(...places), 0)
        assert.strictEqual(new Set(places).size, words.length)
        for (const other of others) {
          assert.strictEqual(findSlot(slots, other) >= 0, words.includes(other), other)
        }
      }),
      { numRuns: 1_000 },
    )
    assert.isAbove(found, 200)
  })

  it("finds slots for all codes of two letters that countries have, and for numbered words", () => {
    const letters = "ABCDEFGHIJKLMNOP"
    const codes = [...letters].flatMap((first) => [...letters].map((second) => first + second))
    assert.strictEqual(codes.length, 256)
    assert.isDefined(makeWordSlots(codes))
    assert.isDefined(makeWordSlots(Array.from({ length: 60 }, (_, index) => `slug_${index}`)))
  })

  it.each([
    ["no word", []],
    ["an empty word", ["a", ""]],
    [
      "words that differ far from both ends only",
      ["1", "2"].map((one) => `xxxxxxxxx${one}xxxxxxxxx`),
    ],
    ["too many words", Array.from({ length: 513 }, (_, index) => `word ${index}`)],
  ])("finds none for %s", (_, words) => {
    assert.isUndefined(makeWordSlots(words))
  })
})
