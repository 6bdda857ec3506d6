import * as fc from "fast-check"
import { assert, describe, it } from "@effect/vitest"
import { compileText } from "../../../http/messages/icu.ts"
import { writtenLanguages } from "../../../core/vocabulary/written-language.ts"
import { categories } from "../../../rules/coach/coach-vocabulary.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import { corpusOf } from "../../../rules/corpus/corpus.ts"
import { makeBilanRenderer } from "../../../rules/messages/render.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyRequest, bilanOf, coach, liveContext } from "../../rules/coach/support.ts"

const runs = { numRuns: times(1_500, 5_000), seed: testSeed("bilans of facts alone") }

const usual = { ...liveContext, today: "2026-11-29" }

const factsOnly = { ...usual, factsOnly: true }

/** A request in either language. */
const anyAsked = fc
  .tuple(anyRequest, fc.constantFrom(...writtenLanguages))
  .map(([body, lang]): object => ({ ...body, lang }))

const catalogue: ReadonlyArray<object> = shippedTables.coachCards.rows.flatMap(
  ({ catalogueId, country }) =>
    [["ES"], ["US"], [country]].map((destinations) => ({
      residence: country,
      destinations,
      card: { catalogueId },
      trip: { friends: true, longTrip: true, riskyActivity: true },
    })),
)

const corpus: ReadonlyArray<object> = corpusOf(shippedTables).map(({ bilan }) => bilan as object)

const expectLaw = (law: (facts: BilanResponse, body: object) => ReadonlyArray<string>): void => {
  fc.assert(
    fc.property(anyAsked, (body) => {
      assert.deepStrictEqual(law(bilanOf(body, factsOnly), body), [])
    }),
    runs,
  )
  const broken = [...catalogue, ...corpus].flatMap((body) =>
    law(bilanOf(body, factsOnly), body).map((words) => `${words}: ${JSON.stringify(body)}`),
  )
  assert.deepStrictEqual(broken.slice(0, 3), [])
}

const render = makeBilanRenderer({ texts: shippedTables, format: compileText })

/** Texts that tell a reader what to do, or judge what a card has by our benchmark. */
const advice = {
  en: /\b(?:aim for|plan on|plan your|yours to (?:plan|arrange)|your own to|you need|you’ll need|you should|check|look for|compare|take (?:your|the)|ask (?:your|the|bank)|read the|pick|confirm your|call assistance|below|against a benchmark|travel insurance|enough)\b/i,
  fr: /\b(?:visez|prévoyez|prévoir|vérifiez|cherchez|à chercher|comparez|emportez|prenez|demandez|lisez|confirmez|choisissez|appelez|suffi\p{L}*|sous (?:le|notre) repère|de moins que|contre un repère|assurance voyage)(?!\p{L})/iu,
}

/** What an answer says beside its keys, its order and whether to sell. */
const rest = ({ bilan, card, ...others }: BilanResponse) => {
  const { arguments: told, headline, medical, shouldSell: _, ...summary } = bilan
  const keyless = <Keyed extends { readonly key: string }>({ key: __, ...texts }: Keyed) => texts
  return {
    ...others,
    card: {
      ...card,
      guarantees: Object.fromEntries(
        Object.entries(card.guarantees).map(([slug, gap]) => [slug, keyless(gap)]),
      ),
    },
    bilan: {
      ...summary,
      headline: keyless(headline),
      medical: keyless(medical),
      arguments: told
        .map(({ messageKeys: __, ...argument }) => argument)
        .toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    },
  }
}

describe("where an account shows facts alone,", () => {
  it("nothing is to be sold, and arguments stand by category", () => {
    expectLaw(({ bilan }) => {
      const order = bilan.arguments.map(({ category }) => categories.indexOf(category))
      return [
        ...(bilan.shouldSell === null ? [] : ["it says whether to sell"]),
        ...(order.every((place, index) => place >= (order[index - 1] ?? 0))
          ? []
          : [`the order is ${order.join(" ")}`]),
      ]
    })
  })

  it("headlines and what stands for offers have keys of their own", () => {
    const offers = new Set(shippedTables.coachArguments.rows.map(({ pitch }) => pitch))
    const headlines = new Set(shippedTables.coachHeadlines.rows.map(({ key }) => key))
    expectLaw(({ bilan }) => [
      ...[bilan.headline.key].filter((key) => headlines.has(key)),
      ...bilan.arguments
        .map(({ messageKeys }) => messageKeys.pitch)
        .filter((key) => offers.has(key)),
    ])
  })

  it("no text recommends anything, in either language", () => {
    expectLaw((answer) => {
      const { arguments: told, gaps, headline, lang, medical, unknown } = render(answer)
      const said = [
        headline,
        medical,
        ...gaps.map(({ sentence }) => sentence),
        ...told.flatMap(({ fact, hook, pitch }) => [hook, fact, pitch]),
      ]
      const openings = told.flatMap(({ fact, hook }) => [hook, fact])
      return [
        ...unknown.map((key) => `nothing is said for ${key}`),
        ...said.filter((each) => each === null || advice[lang].test(each)).map(String),
        ...[headline ?? ""].filter((each) => each.length > 80),
        ...openings.filter((each, index) => openings.indexOf(each) !== index),
      ]
    })
  })

  it("all else is as usual, and the usual answer stays as it was", () => {
    expectLaw((facts, body) => {
      const before = bilanOf(body, usual)
      assert.deepStrictEqual(rest(facts), rest(before))
      assert.notStrictEqual(before.bilan.shouldSell, null)
      return []
    })
  })

  it("the JSON that is written at once is that of the answer, whoever asked before", () => {
    fc.assert(
      fc.property(
        anyAsked,
        fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }),
        (body, asked) => {
          for (const isFacts of asked) {
            const context = isFacts ? factsOnly : usual
            const read = coach.read(body, context.allowedCardModes)
            assert.strictEqual(read._tag, "Success")
            if (read._tag !== "Success") return
            const json = Buffer.from(String(coach.write(read.success, context)), "latin1")
            assert.strictEqual(json.toString("utf8"), JSON.stringify(bilanOf(body, context)))
          }
        },
      ),
      { ...runs, numRuns: times(300, 1_500) },
    )
  })
})
