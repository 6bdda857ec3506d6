import { assert, describe, it } from "@effect/vitest"
import { type Consequence, consequenceText } from "../../../../core/table/consequence.ts"
import { definitions } from "../../../../rules/tables/index.ts"

/** What happens without a row of each table, and with one that nothing names. */
const declared: ReadonlyArray<readonly [file: string, consequence: Consequence]> = Object.values(
  definitions,
).flatMap((definition) => [
  ...(definition.requires ?? []).map(({ otherwise }) => [definition.file, otherwise] as const),
  ...(definition._tag === "DecisionDefinition" || definition.named === undefined
    ? []
    : [[definition.file, definition.named.otherwise] as const]),
])

/** Words that English has and French has not. */
const english = /\b(the|it|its|is|are|of|no|nobody|nothing|where|as|for|cannot|never|such|shows?)\b/

/** Words that French has and English has not. */
const french = /\b(aucune?|elle|est|les?|la|rien|personne|il|une?|ne|pas)\b/

describe("consequenceText()", () => {
  it("tells what every table declares in English and in French, as the end of a sentence", () => {
    assert.isAbove(declared.length, 50)
    for (const [file, consequence] of declared) {
      const [en, fr] = (["en", "fr"] as const).map((one) => consequenceText(consequence, one))
      assert.match(en ?? "", /^[a-z].*[a-zA-Z0-9]$/, file)
      assert.match(en ?? "", english, file)
      assert.notMatch(fr ?? "", english, file)
      assert.match(fr ?? "", french, file)
      assert.notMatch(fr ?? "", /'| [:;?!»]|« |\.$/, file)
    }
  })
})
