import { describeOutsideFailure } from "../../../../http/ports/outside-failure.ts"
import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import {
  isFields,
  readDocument,
  readEntries,
  readEntry,
  readPremium,
  describeEntryProblem,
} from "../../../../http/outside/insurers/insurer.ts"
import { testSeed } from "../../../support/random.ts"
import { insurerOf, offerOf } from "./requests.ts"

const insurer = insurerOf("alpenrose")
const offers = [offerOf(insurer, "AR-1"), offerOf(insurer, "AR-2", "CHF")]

const entry = (changes: Readonly<Record<string, unknown>> = {}) => ({
  code: "AR-1",
  premium: "84.20",
  currency: "EUR",
  ...changes,
})

const line = (changes: Readonly<Record<string, unknown>> = {}) => ({
  slug: "suitcaseInsurance",
  printed: "EUR 1,500",
  ...changes,
})

const read = (...entries: ReadonlyArray<unknown>) => {
  const { answered, wrong } = readEntries(entries, offers)
  return {
    codes: answered.map(({ offer }) => offer.code),
    problems: wrong.map(({ problem }) => describeEntryProblem(problem)),
  }
}

describe("a premium", () => {
  it.each<readonly [unknown, bigint, bigint]>([
    ["84.20", 421n, 5n],
    ["0.000001", 1n, 1_000_000n],
    ["1000000", 1_000_000n, 1n],
    ["1000000.000000", 1_000_000n, 1n],
    ["999999.999999", 999_999_999_999n, 1_000_000n],
  ])("is read exactly from %j", (text, numerator, denominator) => {
    expect(readPremium(text)).toEqual({ numerator, denominator })
  })

  it.each<readonly [unknown]>([
    ["0"],
    ["0.000000"],
    ["-1"],
    ["-0.01"],
    ["1000000.000001"],
    ["1000001"],
    ["10000000"],
    ["0.0000001"],
    ["1e3"],
    ["+1"],
    ["01"],
    [".5"],
    ["5."],
    ["1,5"],
    ["1'000"],
    [" 1"],
    ["1\n"],
    ["NaN"],
    ["Infinity"],
    [""],
    ["٣"],
    [84.2],
    [null],
    [undefined],
    [["1"]],
  ])("is none in %j", (value) => {
    expect(readPremium(value)).toBeUndefined()
  })
})

describe("a document", () => {
  it("has a list of offers, and whatever else", () => {
    expect(Result.getOrNull(readDocument('{"offers":[1],"more":2}'))).toEqual([1])
    expect(Result.getOrNull(readDocument('{"offers":[]}'))).toEqual([])
  })

  it.each([
    ["", "it is no JSON"],
    ["<html>", "it is no JSON"],
    ['{"offers":[', "it is no JSON"],
    ["[]", "it has no list of offers"],
    ["null", "it has no list of offers"],
    ['"offers"', "it has no list of offers"],
    ["{}", "it has no list of offers"],
    ['{"offers":{}}', "it has no list of offers"],
    ['{"offers":null}', "it has no list of offers"],
  ])("is refused where it is %j", (text, why) => {
    const flaw = Result.getOrThrow(Result.flip(readDocument(text)))
    expect(describeOutsideFailure({ _tag: "Malformed", flaw })).toBe(
      `its answer cannot be read: ${why}`,
    )
  })
})

describe("the entries of an answer", () => {
  it("are of use in the order asked for, with unknown fields ignored", () => {
    const second = entry({ code: "AR-2", currency: "CHF", note: "new" })
    expect(read(second, entry())).toEqual({ codes: ["AR-1", "AR-2"], problems: [] })
  })

  it("may be fewer than the offers", () => {
    expect(read()).toEqual({ codes: [], problems: [] })
    expect(read(entry())).toEqual({ codes: ["AR-1"], problems: [] })
  })

  it.each<readonly [string, unknown, string]>([
    ["null", null, "it names no code"],
    ["a list", [], "it names no code"],
    ["without a code", entry({ code: undefined }), "it names no code"],
    ["with a number as code", entry({ code: 1 }), "it names no code"],
    ["for another code", entry({ code: "AR-9" }), "it was not asked for"],
    ["for a code in other letters", entry({ code: "ar-1" }), "it was not asked for"],
    ["in another currency", entry({ currency: "CHF" }), "its currency is not EUR"],
    ["in no currency", entry({ currency: undefined }), "it names no currency"],
    ["in a long currency", entry({ currency: "EURO" }), "it names no currency"],
    ["with a negative premium", entry({ premium: "-1" }), "its premium is none that can be asked"],
    ["without a premium", entry({ premium: undefined }), "its premium is none that can be asked"],
    ["sold by somebody", entry({ soldBy: "agent" }), "it has no such soldBy"],
    ["with a null premium", entry({ premium: null }), "its premium is none that can be asked"],
    ["with a null currency", entry({ currency: null }), "it names no currency"],
    ["with guarantees by slug", entry({ guarantees: {} }), "its guarantees cannot be read"],
    ["with a null line", entry({ guarantees: [null] }), "its guarantees cannot be read"],
    [
      "with a number printed",
      entry({ guarantees: [line({ printed: 1_500 })] }),
      "its guarantees cannot be read",
    ],
    [
      "with a line twice",
      entry({ guarantees: [line(), line({ printed: "Included" })] }),
      "its guarantees cannot be read",
    ],
    [
      "with a text that is too long",
      entry({ guarantees: [line({ printed: "x".repeat(201) })] }),
      "its guarantees cannot be read",
    ],
    [
      "with a slug that is too long",
      entry({ guarantees: [line({ slug: "x".repeat(65) })] }),
      "its guarantees cannot be read",
    ],
    [
      "with too many lines",
      entry({ guarantees: Array.from({ length: 101 }, (_, index) => line({ slug: `s${index}` })) }),
      "its guarantees cannot be read",
    ],
  ])("are of no use one by one: %s", (_name, wrong, problem) => {
    const sound = entry({ code: "AR-2", currency: "CHF" })
    expect(read(wrong, sound)).toEqual({ codes: ["AR-2"], problems: [problem] })
  })

  it("take null for a field that may be left out as leaving it out", () => {
    const left = Result.getOrNull(readEntry(entry()))
    expect(left).not.toBeNull()
    expect(Result.getOrNull(readEntry(entry({ soldBy: null, guarantees: null })))).toEqual(left)
  })

  it("count a key that comes twice as written last", () => {
    const text = '{"offers":[{"code":"AR-9","code":"AR-1","premium":"1","currency":"EUR"}]}'
    expect(read(...Result.getOrThrow(readDocument(text))).codes).toEqual(["AR-1"])
  })

  it.each<readonly [unknown, string]>([
    ["-84.20", '"-84.20"'],
    ["9".repeat(40), `"${"9".repeat(40)}"`],
    ["9".repeat(41), `"${"9".repeat(40)}"`],
    ["", '""'],
    [84.2, "84.2"],
    [false, "false"],
    [null, "null"],
    [undefined, "nothing"],
    [["84.20"], "a list"],
    [{ amount: "84.20" }, "an object"],
  ])("show the premium that is none: %j", (premium, given) => {
    expect(readEntries([entry({ premium })], offers).wrong).toMatchObject([{ given }])
  })

  it("leave an offer out that has several, whatever their order", () => {
    const wrong = entry({ premium: "-1" })
    expect(read(entry(), entry()).codes).toEqual([])
    expect(read(entry(), wrong).codes).toEqual([])
    expect(read(wrong, entry()).codes).toEqual([])
    expect(read(entry(), entry(), entry()).codes).toEqual([])
  })

  it("say how an offer is sold, and what it covers, at the bounds too", () => {
    const longest = line({ slug: "s".repeat(64), printed: "x".repeat(200) })
    const many = Array.from({ length: 99 }, (_, index) => line({ slug: `s${index}` }))
    const guarantees = [longest, ...many]
    const given = entry({ soldBy: "redirect", guarantees })
    const readBack = Result.getOrNull(readEntry(given))
    expect(readBack).toMatchObject({ soldByRedirect: true, lines: guarantees })
    expect(Result.getOrNull(readEntry(entry({ soldBy: "subscription" })))).toMatchObject({
      soldByRedirect: false,
    })
    expect(Result.getOrNull(readEntry(entry()))).not.toHaveProperty("lines")
    expect(Result.getOrNull(readEntry(entry({ guarantees: [] })))).toMatchObject({ lines: [] })
  })

  it("never break the reading, whatever JSON they are", () => {
    const fields = ["code", "premium", "currency", "guarantees", "soldBy"]
    const change = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue())
    const law = fc.property(fc.array(fc.oneof(change, fc.jsonValue())), (changes) => {
      const entries = changes.map((each) => (isFields(each) ? { ...entry(), ...each } : each))
      const { answered, wrong } = readEntries(entries, offers)
      expect(answered.length + wrong.length).toBeLessThanOrEqual(entries.length)
      expect(answered.every(({ entry: { premium } }) => premium.numerator > 0n)).toBe(true)
    })
    fc.assert(law, { seed: testSeed("read-answer"), numRuns: 500 })
  })
})
