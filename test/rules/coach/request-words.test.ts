import { assert, describe, it } from "@effect/vitest"
import { coach } from "./support.ts"

const knowsBank = (word: string, residence: unknown): boolean =>
  coach.words.knowsWord("banks", word, { residence })

describe("the words of requests", () => {
  it("hold a bank wherever it is listed, and no other bank where some are", () => {
    assert.isTrue(knowsBank("BNP Paribas", "FR"))
    assert.isTrue(knowsBank("BNP Paribas", "US"))
    assert.isTrue(knowsBank("Chase", "FR"))
    assert.isFalse(knowsBank("No Such Bank", "FR"))
    // Residents overseas bank with those of their country.
    assert.isFalse(knowsBank("No Such Bank", "RE"))
  })

  it("hold any bank where none are listed, or nobody knows where one lives", () => {
    for (const residence of ["DE", "ZZ", undefined]) {
      assert.isTrue(knowsBank("No Such Bank", residence), String(residence))
    }
  })
})
