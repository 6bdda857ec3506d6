import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { describeTableError } from "../../../../core/table/error.ts"
import { iconErrors } from "../../../../http/tables/icons/icon-check.ts"
import { bankPicture, monogramOf } from "../../../../rules/coach/pictures/bank-picture.ts"
import { cardPicture } from "../../../../rules/coach/pictures/card-picture.ts"
import { preparePictures } from "../../../../rules/coach/pictures/pictures.ts"
import { cardTiers } from "../../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"

const { coachCards, monogramColours, networkColours } = shippedTables
const pictures = preparePictures(shippedTables)
const grounds = monogramColours.rows.map(({ ground }) => ground)
const [visa] = networkColours.rows
if (visa === undefined) throw new Error("no colours")

const faults = (svg: string): ReadonlyArray<string> =>
  iconErrors("picture.svg", svg).map(describeTableError)

/** Words between tags, in their order, with entities read. */
const wordsIn = (svg: string): string =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)]
    .map(([, text = ""]) => text)
    .join(" ")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of white text on a colour, as WCAG reckons it. */
const contrastOfWhite = (colour: string): number => 1.05 / (luminance(colour) + 0.05)

describe("the pictures of the catalogue", () => {
  it("are there for every card and bank, and pass the check of icons", () => {
    for (const { bank, catalogueId } of coachCards.rows) {
      const card = pictures.cardPicture(String(catalogueId)) ?? ""
      const slug = pictures.slugOf(bank) ?? ""
      const monogram = pictures.bankPicture(slug) ?? ""
      assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      for (const svg of [card, monogram]) {
        assert.deepStrictEqual(faults(svg), [], `${catalogueId} ${bank}`)
        assert.match(svg, /^<svg [^>]*role="img"[^>]*><title>[^<]+<\/title>/)
      }
    }
  })

  it("show bank, card and network in plain type, and name them for those who do not see", () => {
    const row = coachCards.rows.find(({ network, tier }) => network === "visa" && tier === "mid")
    assert.isDefined(row)
    if (row === undefined) return
    const svg = pictures.cardPicture(String(row.catalogueId)) ?? ""
    assert.strictEqual(wordsIn(svg), `${row.bank} ${row.cardName} Visa`)
    assert.include(svg, `<title>${row.bank}: ${row.cardName} (Visa, mid)</title>`)
  })

  it("have one address for each name of a bank", () => {
    const banks = [...new Set(coachCards.rows.map(({ bank }) => bank))]
    assert.strictEqual(new Set(banks.map(pictures.slugOf)).size, banks.length)
  })

  it("are none for what the catalogue does not have", () => {
    const last = Math.max(...coachCards.rows.map(({ catalogueId }) => catalogueId))
    for (const name of [String(last + 1), "0", "01", "", "1.svg", "__proto__"]) {
      assert.isUndefined(pictures.cardPicture(name))
      assert.isUndefined(pictures.bankPicture(name))
    }
    assert.isFalse(pictures.hasCard(last + 1))
  })

  it("are none where nothing can be drawn: no colours, no Latin letter", () => {
    const none = { ...networkColours, rows: [], get: () => undefined }
    const bare = preparePictures({ ...shippedTables, networkColours: none })
    assert.isFalse(bare.hasCard(1))
    assert.isUndefined(bankPicture("BNP Paribas", []))
    assert.isUndefined(pictures.slugOf("中国银行"))
  })
})

describe("a picture", () => {
  it("has a mark for each range up to the card's own", () => {
    const marks = cardTiers.map((tier) => {
      const svg = cardPicture({ bank: "A", name: "B", tier }, visa)
      return svg.match(/fill="#f2c14e" fill-opacity="1"/g)?.length ?? 0
    })
    assert.deepStrictEqual(marks, [1, 2, 3, 4, 0])
  })

  it("holds names of any signs and length, whole in its title and within its lines", () => {
    const name = fc.string({ minLength: 1, maxLength: 200, unit: "binary" })
    fc.assert(
      fc.property(name, name, fc.constantFrom(...cardTiers, null), (bank, card, tier) => {
        const svg = cardPicture({ bank, name: card, tier }, visa)
        assert.deepStrictEqual(faults(svg), [])
        assert.isAtMost(svg.match(/<text/g)?.length ?? 0, 6)
        const monogram = bankPicture(bank, grounds)
        if (monogram !== undefined) assert.deepStrictEqual(faults(monogram), [])
        assert.isAtMost([...monogramOf(bank)].length, 4)
      }),
    )
  })

  it("keeps signs that mean something to XML, and accents", () => {
    const bank = `Pays & Côte <Épargne> "d’Œuvre"`
    const svg = cardPicture({ bank, name: "Carte", tier: null }, visa)
    assert.deepStrictEqual(faults(svg), [])
    assert.include(wordsIn(svg), bank)
    assert.include(svg, "<title>Pays &amp; Côte &lt;Épargne&gt; &quot;d’Œuvre&quot;: Carte (Visa)")
  })
})

describe("the colours", () => {
  it("let white text be read on every ground", () => {
    const all = [...networkColours.rows.flatMap(({ ground, shade }) => [ground, shade]), ...grounds]
    for (const colour of all) assert.isAtLeast(contrastOfWhite(colour), 4.5, colour)
  })
})
