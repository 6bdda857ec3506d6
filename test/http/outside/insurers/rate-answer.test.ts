import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { PrintedLine } from "../../../../http/outside/insurers/insurer.ts"
import { makePrepareLines, rateAnswer } from "../../../../http/outside/insurers/insurers.ts"
import { makeNotices } from "../../../../http/outside/guard/guard.ts"
import type { PrintedContext } from "../../../../rules/guarantees/printed/read-printed.ts"
import { makeRecordedLog } from "../guard/recorded-log.ts"
import { guaranteesOf, insurerOf, offerOf, readPrinted, requestOf, rulesWith } from "./requests.ts"

const insurer = insurerOf("alpenrose", { language: "de" })

const entry = (code: string, guarantees?: ReadonlyArray<PrintedLine>) => ({
  code,
  premium: "84.20",
  currency: "CHF",
  ...(guarantees === undefined ? {} : { guarantees }),
})

/** What an insurer prints, with the readings that it took. */
const reading = () => {
  const contexts: Array<PrintedContext> = []
  const rules = rulesWith({
    readPrinted: (printed, context) => {
      contexts.push(context)
      return readPrinted(printed, context)
    },
  })
  return { contexts, prepareLines: makePrepareLines(rules) }
}

const lines = (printed: string): ReadonlyArray<PrintedLine> => [
  { slug: "suitcaseInsurance", printed },
  { slug: "directBilling", printed: "Included" },
]

describe("the guarantees of an answer", () => {
  it("are read in the insurer's language and the offer's guarantee currency", () => {
    const { contexts, prepareLines } = reading()
    const offer = offerOf(insurer, "AR-1", "CHF")
    const { doubts, guarantees } = prepareLines(offer, lines("CHF 1,500"))
    expect(contexts).toEqual([
      { language: "de", currency: "CHF" },
      { language: "de", currency: "CHF" },
    ])
    expect(doubts).toEqual([])
    expect(
      guaranteesOf({ offer, premium: { numerator: 1n, denominator: 1n }, guarantees }),
    ).toEqual({
      suitcaseInsurance: { state: "value", value: 1_500 },
      directBilling: { state: "included", value: null },
    })
  })

  it("are read once while the lines stay the same, each offer's and the last ways of each", () => {
    const { contexts, prepareLines } = reading()
    const [first, second] = [offerOf(insurer, "AR-1", "CHF"), offerOf(insurer, "AR-2", "CHF")]
    const made = prepareLines(first, lines("CHF 1"))
    expect(prepareLines(first, lines("CHF 1"))).toBe(made)
    expect(contexts).toHaveLength(2)
    expect(prepareLines(second, lines("CHF 1"))).not.toBe(made)
    for (const amount of [2, 3, 4]) prepareLines(first, lines(`CHF ${amount}`))
    expect(prepareLines(first, lines("CHF 1"))).toBe(made)
    const readings = contexts.length
    for (const amount of [5, 6]) prepareLines(first, lines(`CHF ${amount}`))
    expect(prepareLines(first, lines("CHF 1"))).not.toBe(made)
    expect(contexts.length).toBe(readings + 6)
    const shorter = lines("CHF 1").slice(0, 1)
    expect(prepareLines(first, shorter)).not.toBe(prepareLines(first, lines("CHF 1")))
  })

  it.effect("leave those of the catalogue in force where there are none", () =>
    Effect.gen(function* () {
      const { prepareLines } = reading()
      const notices = makeNotices({ periodMs: 1_000, distinctMax: 10 })
      const request = requestOf(insurer, ["AR-1", "AR-2"], "CHF")
      const entries = [entry("AR-1"), entry("AR-2", [])]
      const [first, second] = yield* rateAnswer(request, entries, prepareLines, notices)
      expect(first).not.toHaveProperty("guarantees")
      expect(first).not.toHaveProperty("soldByRedirect")
      expect(second === undefined ? null : guaranteesOf(second)).toEqual({})
    }),
  )

  it.effect("are not guessed, and what is doubtful or wrong is logged once", () => {
    const log = makeRecordedLog()
    return Effect.gen(function* () {
      const { prepareLines } = reading()
      const notices = makeNotices({ periodMs: 1_000, distinctMax: 10 })
      const request = requestOf(insurer, ["AR-1", "AR-2"], "CHF")
      const doubtful = [
        { slug: "suitcaseInsurance", printed: "see leaflet" },
        { slug: "unicornInsurance", printed: "Included" },
      ]
      const entries = [entry("AR-1", doubtful), entry("AR-9"), { ...entry("AR-2"), premium: "-1" }]
      const answers = yield* Effect.all(
        Array.from({ length: 3 }, () => rateAnswer(request, entries, prepareLines, notices)),
      )
      for (const rated of answers) {
        expect(rated.map(({ offer }) => offer.code)).toEqual(["AR-1"])
        const [first] = rated
        expect(first === undefined ? null : guaranteesOf(first)).toEqual({
          suitcaseInsurance: { state: "not_available", value: null },
        })
      }
      const line = "an insurer's answer for an offer is of no use"
      expect(log.lines.map(({ facts, message }) => [message, facts])).toEqual([
        [line, { insurer: "alpenrose", code: "AR-9", problem: "it was not asked for", times: 1 }],
        [
          line,
          {
            insurer: "alpenrose",
            code: "AR-2",
            problem: "its premium is none that can be asked",
            given: '"-1"',
            times: 1,
          },
        ],
        [
          "a printed guarantee is not understood",
          { insurer: "alpenrose", text: "see leaflet", times: 1 },
        ],
        ["no such guarantee", { insurer: "alpenrose", text: "unicornInsurance", times: 1 }],
      ])
    }).pipe(Effect.provide(log.layer))
  })
})
