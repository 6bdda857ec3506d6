import { assert, describe, it } from "@effect/vitest"
import { prepareTravellerTexts } from "../../../http/messages/traveller-texts.ts"
import { coversOf, documentLanguages, speechOf } from "../../../rules/documents/covers.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { sandboxPricingTables } from "../../../rules/pricing/sandbox.ts"
import { shippedTables } from "../../support/tables.ts"

const { guarantees, messageGuarantees, travellerGuarantees } = shippedTables
const catalogue = sandboxPricingTables(shippedTables)

describe("a guarantee has one name", () => {
  const pairs = guarantees.rows.flatMap((row) =>
    documentLanguages.map((language) => [row.slug, language, row.sameOnCards] as const),
  )

  it.each(pairs)("%s in %s: pages say what the Coach says", (slug, language, isSame) => {
    const page = travellerGuarantees.get(slug, "name")?.[language]
    const coach = messageGuarantees.get(slug)?.[language]
    assert.isDefined(page)
    assert.isDefined(coach)
    // Where a card holds another cover, a name of its own says so.
    if (isSame) assert.strictEqual(coach, page)
    else assert.notStrictEqual(coach, page)
  })

  it("every page tells the words of the tables, and no two guarantees share theirs", () => {
    const texts = prepareTravellerTexts(shippedTables)
    for (const language of travellerLanguages) {
      const say = texts(language)
      const slugOf = new Map<string, string>()
      for (const { slug } of guarantees.rows) {
        for (const form of ["name", "short"] as const) {
          const written = travellerGuarantees.get(slug, form)?.[language] ?? undefined
          // The review and the explanations tell the name, the comparator and lists the short one.
          const told = form === "name" ? say.guarantee(slug) : say.shortGuarantee(slug)
          if (form === "name") assert.strictEqual(told, written, `${slug} in ${language}`)
          else assert.strictEqual(told, written ?? say.guarantee(slug), `${slug} in ${language}`)
          const other = slugOf.get(told.toLowerCase())
          assert.isTrue(other === undefined || other === slug, `${told}: ${slug}, ${other}`)
          slugOf.set(told.toLowerCase(), slug)
        }
      }
    }
  })

  it.each(documentLanguages)("documents in %s say what pages say", (language) => {
    const names = new Set(
      travellerGuarantees.rows.flatMap((row) => (row.form === "name" ? row[language] : [])),
    )
    const speech = speechOf(shippedTables, language)
    const covers = catalogue.offers.rows.flatMap((offer) => coversOf(speech, catalogue, offer))
    assert.isAbove(covers.length, 100)
    for (const { name } of covers) assert.isTrue(names.has(name), name)
  })
})
