import { describe, expect, it } from "vitest"
import { valueAt } from "../../../rules/explanation/figure-finding.ts"
import { type GoldenBilan, goldenBilans } from "../../support/golden-bilans.ts"
import { bilanOf, liveContext, plainSpaces } from "./support.ts"

const cases = goldenBilans()

const plain = (value: unknown): unknown => (typeof value === "string" ? plainSpaces(value) : value)

/** What a bilan says, in the shape in which a case expects it. */
const readingOf = ({ request }: GoldenBilan) => {
  const answer = bilanOf(request, { ...liveContext, quoteUrl: () => null })
  const gaps = new Map(Object.entries(answer.card.guarantees))
  const made = new Map(answer.bilan.arguments.map((argument) => [argument.id, argument]))
  return { answer, gaps, made }
}

describe("golden bilans", () => {
  it("are at least 60, in every market, each with its reasons", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60)
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    const seen = new Set(cases.map((each) => readingOf(each).answer.meta.market))
    expect([...seen].sort()).toEqual(["ca", "fr", "my", "sg", "universal", "us"])
    for (const { arguments: made, figures, gaps = [], name, noArguments, why } of cases) {
      expect(why.length, name).toBeGreaterThan(20)
      expect(figures.length + gaps.length, name).toBeGreaterThan(2)
      for (const { because } of [...figures, ...gaps, ...made, ...noArguments]) {
        expect(because.length, name).toBeGreaterThan(10)
      }
    }
  })

  it.each(cases.map((each) => [each.name, each] as const))("%s", (_, golden) => {
    const { answer, gaps, made } = readingOf(golden)
    for (const { at, because, is } of golden.figures) {
      expect(plain(valueAt(answer, at)), `${at}: ${because}`).toEqual(is)
    }
    const expected = golden.gaps?.map(({ badge, recommended, slug, value }) => ({
      slug,
      badge,
      value,
      recommended,
    }))
    const found = [...gaps].map(([slug, { badge, recommendedValue, value }]) => ({
      slug,
      badge,
      value,
      recommended: recommendedValue,
    }))
    const bySlug = (left: { slug: string }, right: { slug: string }) =>
      left.slug < right.slug ? -1 : 1
    if (expected !== undefined) expect(found.sort(bySlug)).toEqual(expected.sort(bySlug))
    for (const { because, id, ...rest } of golden.arguments) {
      const argument = made.get(id)
      expect(argument, `${id}: ${because}`).toBeDefined()
      if (rest.strength !== undefined) expect(argument?.strength, because).toBe(rest.strength)
      if (rest.figure !== undefined) expect(plain(argument?.figure), because).toBe(rest.figure)
    }
    for (const { because, id } of golden.noArguments) {
      expect(made.has(id), `no ${id}: ${because}`).toBe(false)
    }
    if (golden.told !== undefined) {
      expect(answer.bilan.arguments.map(({ id }) => id)).toEqual(golden.told)
    }
    if (golden.leads !== undefined) {
      expect(answer.bilan.arguments[0]?.id, golden.leads.because).toBe(golden.leads.id)
    }
  })
})
