import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { compileText } from "../../../http/messages/icu.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import type { Explanation } from "../../../rules/explanation/explanation.ts"
import { messageLanguages } from "../../../rules/messages/languages.ts"
import { makeBilanRenderer, type RenderedBilan } from "../../../rules/messages/render.ts"
import { shippedTables } from "../../support/tables.ts"

/** An answer, and its whole text in both languages, line by line. */
interface Sentences {
  readonly name: string
  readonly answer: BilanResponse
  readonly explanation: Explanation
  readonly fr: ReadonlyArray<string>
  readonly en: ReadonlyArray<string>
}

const bilans = JSON.parse(
  readFileSync(new URL("../../vectors/sentences/bilans.json", import.meta.url), "utf8"),
) as ReadonlyArray<Sentences>

const render = makeBilanRenderer({ texts: shippedTables, format: compileText })

const linesOf = (rendered: RenderedBilan): ReadonlyArray<string> =>
  [
    rendered.headline,
    rendered.medical,
    ...rendered.arguments.map(
      ({ fact, figure, hook, pitch }) => `${hook} · ${figure} · ${fact} ${pitch}`,
    ),
    rendered.social,
    ...(rendered.sources ?? []),
  ].filter((line) => line !== null)

describe("a whole bilan", () => {
  it("is one of ten", () => {
    assert.strictEqual(bilans.length, 10)
  })

  for (const { answer, explanation, name, ...told } of bilans) {
    it(`reads as written, in either language: ${name}`, () => {
      for (const lang of messageLanguages) {
        const rendered = render(answer, { lang, explanation })
        assert.deepStrictEqual(linesOf(rendered), told[lang])
        assert.deepStrictEqual(rendered.unknown, [])
      }
    })
  }
})
