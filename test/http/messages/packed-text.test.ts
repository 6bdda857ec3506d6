import { assert, describe, it } from "@effect/vitest"
import { compileText, readText } from "../../../http/messages/icu.ts"
import { packText } from "../../../http/messages/pack-text.ts"
import { readPackedText } from "../../../http/messages/packed-text.ts"
import type { MessageValue, Placeholder } from "../../../rules/messages/read-text.ts"
import { textDefinitions } from "../../../rules/messages/rendering-tables.ts"
import * as Result from "effect/Result"
import { columnsOf } from "../../../core/table/load.ts"
import { readSource } from "../../../core/table/source.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

type Values = Readonly<Record<string, MessageValue>>

/** Every text of the package's messages, with the language that it is filled in for. */
const texts = Object.values(textDefinitions).flatMap((definition) => {
  const names = Object.keys(columnsOf(definition))
  const source = shippedSources().get(definition.file) ?? ""
  return readSource(definition.file, source, names).records.flatMap((record) =>
    names.flatMap((name, index) => {
      const [, column] = /(?:^|_)(fr|en|us)$/.exec(name) ?? []
      const text = record.texts[index] ?? ""
      return column === undefined || text === ""
        ? []
        : [{ text, language: column === "fr" ? "fr" : "en" }]
    }),
  )
})

/** Values for each way that a text can choose, and for one that it knows no word of. */
const waysOf = (shown: ReadonlyArray<Placeholder>): ReadonlyArray<Values> => {
  const ways = Math.max(1, ...shown.map(({ words }) => words.length + 1), 5)
  return Array.from({ length: ways }, (_, way) =>
    Object.fromEntries(
      shown.map(({ name, use, words }) => [
        name,
        use === "number" ? ([0, 1, 2, 1_234, 0.5][way % 5] ?? 0) : (words[way] ?? `<${name} ’ #>`),
      ]),
    ),
  )
}

describe("packed texts", () => {
  it("say what the texts of the package say, whatever their values", () => {
    let said = 0
    for (const { language, text } of texts) {
      const [full, packed] = [compileText(text, language), readPackedText(packText(text), language)]
      const shown = Result.getOrThrow(readText(text))
      for (const values of waysOf(shown)) {
        assert.strictEqual(packed(values), full(values), text)
        for (const { name } of shown) {
          const { [name]: _, ...others } = values
          assert.strictEqual(packed(others), full(others), `${text} without ${name}`)
        }
        said += 1
      }
    }
    assert.isAbove(said, 3_000)
  })

  it.each([
    "{n, plural, =0 {none} one {# thing} other {{c, select, x {x of it} other {{n}}}}}",
    "{c, select, x {{n, plural, one {#} other {# {c}}}} other {}}",
    "l’{c} ''quoted'' {n}",
    "",
    "{c}{n}",
  ])("say what ICU MessageFormat says: %s", (text) => {
    for (const language of ["fr", "en"]) {
      const [full, packed] = [compileText(text, language), readPackedText(packText(text), language)]
      for (const n of [0, 1, 2, 1_234_567, "3"]) {
        for (const c of ["x", "constructor", ""]) {
          assert.strictEqual(packed({ n, c }), full({ n, c }), `${language} ${n} ${c}`)
        }
      }
    }
  })

  it.each(["{d, date}", "{n, number}", "a '{' b", "{n, selectordinal, other {#th}}", "no. #1"])(
    "refuse what they have no form for: %s",
    (text) => assert.throws(() => packText(text), /cannot be packed/),
  )
})
