import { assert, describe, it } from "@effect/vitest"
import { coversOf, documentLanguages, speechOf } from "../../../rules/documents/covers.ts"
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
