import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { compileText } from "../../../http/messages/icu.ts"
import type { Argument, BilanResponse } from "../../../rules/coach/response.ts"
import { bases } from "../../../rules/coach/coach-vocabulary.ts"
import { corpusOf } from "../../../rules/corpus/corpus.ts"
import { messageLanguages } from "../../../rules/messages/languages.ts"
import { makeBilanRenderer, type RenderedBilan } from "../../../rules/messages/render.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { bilanOf, markets, request } from "../../rules/coach/support.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

const render = makeBilanRenderer({ texts: shippedTables, format: compileText })

const sentencesOf = (rendered: RenderedBilan): ReadonlyArray<string | null> => [
  rendered.headline,
  rendered.medical,
  // Nothing is said of other cards beside a warning against the trip.
  ...(rendered.headline?.includes("conseillé,") || rendered.headline?.includes("advised against")
    ? []
    : [rendered.social]),
  ...rendered.gaps.flatMap(({ label, sentence }) => [label, sentence]),
  ...rendered.arguments.flatMap(({ fact, hook, pitch }) => [hook, fact, pitch]),
]

const isFinished = (sentence: string | null): boolean =>
  sentence !== null && /\S/.test(sentence) && !/[{}]|undefined|null|NaN| {2}/.test(sentence)

const assertFinished = (response: BilanResponse, asked: unknown): void => {
  for (const lang of messageLanguages) {
    const rendered = render(response, { lang })
    const unfinished = sentencesOf(rendered).filter((sentence) => !isFinished(sentence))
    if (rendered.unknown.length + unfinished.length > 0) {
      assert.fail(JSON.stringify({ asked, lang, unknown: rendered.unknown, unfinished }))
    }
    assert.strictEqual(rendered.arguments.length, response.bilan.argumentCount)
    assert.strictEqual(rendered.gaps.length, Object.keys(response.card.guarantees).length)
  }
}

/** Values of every kind that texts show. */
const example: Readonly<Record<string, unknown>> = {
  coverCount: 2,
  covers: ["cancelTrip", "suitcaseInsurance"],
  cover: "cancelTrip",
  terms: [{ term: "day_limit", limit: { value: 90, unit: "day" } }, { term: "listed_causes" }],
  limitKnown: "true",
  demandKnown: "true",
  converted: "true",
}

const told = (
  vars: ReadonlyArray<string>,
  basis: string,
): { readonly vars: Record<string, never>; readonly values: Record<string, never> } => ({
  // Wider than answers of today carry them: the renderer reads any.
  vars: Object.fromEntries(
    [...vars, "limit", "demand"].map((name) => [
      name,
      name === "basis" ? basis : (example[name] ?? "5 000 €"),
    ]),
  ) as Record<string, never>,
  values: {},
})

/** An argument of a row with every value that it carries, standing on a basis. */
const exampleOf = (
  row: (typeof shippedTables.coachArguments.rows)[number],
  basis: string,
): Argument => ({
  id: row.id,
  category: row.category,
  strength: row.strength,
  figure: "—",
  messageKeys: { hook: row.hook, fact: row.fact, pitch: row.pitch },
  ...told(row.vars, basis),
})

describe("the shipped texts", () => {
  it("turn every bilan of the corpus into finished sentences in both languages", () => {
    const { bilan } = makeOfflineCoach(shippedTables)
    let told = 0
    for (const situation of corpusOf(shippedTables)) {
      const response = bilan(situation.bilan)
      if (Result.isFailure(response)) continue
      assertFinished(response.success, situation.bilan)
      told += 1
    }
    assert.isAbove(told, 1_500)
  })

  it("and any other bilan", () => {
    fc.assert(
      fc.property(request, (asked) => assertFinished(bilanOf(asked), asked)),
      { numRuns: 500, seed: testSeed("rendered bilans") },
    )
  })

  it("tell every argument that there is, whatever it rests on", () => {
    const bare = bilanOf({ residence: "FR", destinations: ["US"] })
    for (const row of shippedTables.coachArguments.rows) {
      for (const basis of bases) {
        const example = exampleOf(row, basis)
        assertFinished(
          { ...bare, bilan: { ...bare.bilan, arguments: [example], argumentCount: 1 } },
          example,
        )
      }
    }
    assert.isAtLeast(shippedTables.coachArguments.rows.length, 45)
  })

  it("tell every headline and share of cards that there is", () => {
    const bare = bilanOf({ residence: "FR", destinations: ["US"] })
    for (const { key, vars } of shippedTables.coachHeadlines.rows) {
      for (const basis of bases) {
        const headline = { key, ...told(vars, basis) }
        assertFinished({ ...bare, bilan: { ...bare.bilan, headline } }, key)
      }
    }
    for (const { key: subjectKey } of shippedTables.messageSocial.rows) {
      const shown = { counted: 12, market: "fr" } as unknown as Record<string, never>
      const social = { pct: 40, subjectKey, vars: shown, values: {} }
      assertFinished({ ...bare, bilan: { ...bare.bilan, social } }, subjectKey)
    }
  })

  it("open arguments in a line of at most 60 characters", () => {
    const bare = bilanOf({ residence: "FR", destinations: ["US"] })
    const examples = shippedTables.coachArguments.rows.map((row) => exampleOf(row, "card"))
    for (const lang of messageLanguages) {
      const rendered = render({ ...bare, bilan: { ...bare.bilan, arguments: examples } }, { lang })
      for (const { hook, id } of rendered.arguments)
        assert.isAtMost(hook.length, 60, `${id}: ${hook}`)
    }
  })

  it("print amounts as the market of the bilan does", () => {
    for (const market of markets) {
      const { currency, locale } = shippedTables.coachMarkets.get(market) ?? {
        currency: "EUR",
        locale: "",
      }
      const response = bilanOf({ residence: "FR", destinations: ["US"], market })
      const [, gap] =
        Object.entries(response.card.guarantees).find(([slug]) => slug === "cancelTrip") ?? []
      const recommended = gap?.values["recommended"] as { readonly value: number }
      const amount = new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        maximumFractionDigits: 0,
      }).format(recommended.value)
      const told = render(response).gaps.find(({ slug }) => slug === "cancelTrip")
      assert.include(told?.sentence ?? "", amount)
    }
  })
})
