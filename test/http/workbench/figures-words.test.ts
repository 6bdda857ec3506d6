import { assert, describe, it } from "@effect/vitest"
import { figuresWords } from "../../../http/workbench/app/screens/review/figures-words.ts"

describe("the headline of a review", () => {
  it("counts one in the singular and others in the plural, in both languages", () => {
    const headlines = (["en", "fr"] as const).flatMap((language) => {
      const { arguments: listed, dearer, situations, texts } = figuresWords[language].headline
      return ["1", "2"].flatMap((count) => [
        listed(count),
        situations(count),
        texts(count),
        dearer(count, "3%"),
      ])
    })
    assert.deepStrictEqual(headlines, [
      "1 argument comes or goes, and no price moves",
      "1 situation is answered differently; no price moves",
      "1 text reads differently; no price moves",
      "1 price dearer, 3% at most",
      "2 arguments come or go, and no price moves",
      "2 situations are answered differently; no price moves",
      "2 texts read differently; no price moves",
      "2 prices dearer, 3% at most",
      "1 argument apparaît ou disparaît, sans effet sur les prix",
      "1 situation a une autre réponse, sans effet sur les prix",
      "1 texte change, sans effet sur les prix",
      "1 prix en hausse, de 3% au plus",
      "2 arguments apparaissent ou disparaissent, sans effet sur les prix",
      "2 situations ont une autre réponse, sans effet sur les prix",
      "2 textes changent, sans effet sur les prix",
      "2 prix en hausse, de 3% au plus",
    ])
  })
})
