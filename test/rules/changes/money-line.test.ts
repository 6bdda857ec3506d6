import { assert, describe, it } from "@effect/vitest"
import { firstPlaceLine, moneyLine, type MoneyFacts } from "../../../rules/changes/tell-impact.ts"
import { changeBars } from "../../../rules/impact/price-impact.ts"

const nothing: MoneyFacts = {
  changed: 0,
  situations: 20_000,
  cheaper: { prices: 0, mostPermille: 0 },
  dearer: { prices: 0, mostPermille: 0 },
  standings: [],
  comesOrGoes: 0,
  argumentsChanged: 0,
  textsChanged: 0,
}

const standing = (gained: number, lost: number) => ({
  catalogue: "live" as const,
  title: `${gained} ${lost}`,
  gained,
  lost,
})

describe("the line of money", () => {
  it("tells prices in both directions, in both languages", () => {
    const facts = {
      ...nothing,
      changed: 1_200,
      dearer: { prices: 1_393, mostPermille: 79 },
      cheaper: { prices: 49, mostPermille: -30 },
    }
    assert.deepStrictEqual(moneyLine(facts), {
      en: "1,393 prices dearer, 7.9\u00a0% at most; 49 cheaper, 3.0\u00a0% at most",
      fr: "1\u202f393 prix en hausse, 7,9\u00a0% au plus\u202f; 49 en baisse, 3,0\u00a0% au plus",
    })
  })

  it("tells one direction alone, and one price as one", () => {
    const facts = { ...nothing, changed: 1, cheaper: { prices: 1, mostPermille: -5 } }
    assert.deepStrictEqual(moneyLine(facts), {
      en: "1 price cheaper, 0.5\u00a0% at most",
      fr: "1 prix en baisse, 0,5\u00a0% au plus",
    })
  })

  it("tells what else changes where no price moves, the weightiest first", () => {
    const texts = { ...nothing, textsChanged: 1 }
    const readings = { ...texts, changed: 5 }
    const some = { ...readings, argumentsChanged: 2 }
    const offers = { ...some, comesOrGoes: 1 }
    assert.deepStrictEqual(
      [nothing, texts, readings, some, offers].map((facts) => moneyLine(facts).en),
      [
        "Nothing changes for customers",
        "No answer changes; 1 text reads differently",
        "No price moves; the answers to 5 of 20,000 situations change",
        "No price moves; 2 arguments come, go or move in the readings of 5 travellers",
        "No price moves; 1 offer comes or goes",
      ],
    )
  })

  it("counts the offers that gain and lose the first place on balance", () => {
    assert.isNull(firstPlaceLine([standing(3, 3)]))
    assert.deepStrictEqual(firstPlaceLine([standing(4, 1), standing(2, 0), standing(0, 5)]), {
      en: "2 offers gain first place; 1 loses it",
      fr: "2 offres gagnent la première place\u202f; 1 la perd",
    })
    assert.deepStrictEqual(firstPlaceLine([standing(0, 5)])?.en, "1 offer loses first place")
  })
})

describe("bars of changes", () => {
  it("never cross zero, and count everything but what rounds to no change", () => {
    const counts = Array.from({ length: 121 }, (_, index) => [index - 60, (index * 7) % 5] as const)
    const bars = changeBars(counts)
    assert.isAtMost(bars.length, 24)
    for (const { fromPermille, toPermille } of bars) {
      assert.isTrue(toPermille <= 0 || fromPermille >= 0)
    }
    const counted = bars.reduce((sum, { prices }) => sum + prices, 0)
    const all = counts.reduce((sum, [size, count]) => sum + (size === 0 ? 0 : count), 0)
    assert.strictEqual(counted, all)
  })

  it("put the few far out into the outermost bar, and say so", () => {
    const bars = changeBars([
      [10, 500],
      [12, 500],
      [900, 2],
    ])
    assert.deepInclude(bars.at(-1), { isOpen: true })
    assert.isFalse(bars.slice(0, -1).some(({ isOpen }) => isOpen))
    assert.isFalse(changeBars([[10, 500]]).some(({ isOpen }) => isOpen))
    assert.isBelow(bars.at(-1)?.toPermille ?? 0, 100)
  })
})
