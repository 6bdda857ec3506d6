import { assert, describe, it } from "@effect/vitest"
import { readText } from "../../../http/messages/icu.ts"
import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { warnings } from "../../../rules/coach/coach-vocabulary.ts"
import { messageTexts, vocabularyOf } from "../../../rules/messages/vocabulary.ts"
import { answeringDefinitions } from "../../../rules/tables/index.ts"
import { shippedTables } from "../../support/tables.ts"

const parts = {
  definitions: answeringDefinitions,
  tables: shippedTables,
  readText,
  version: "1.0.0+0123456789ab",
}

const vocabulary = vocabularyOf(parts)

describe("the vocabulary", () => {
  it("has every argument that the tables make, once, with every strength and value", () => {
    const { rows } = shippedTables.coachArguments
    const ids = vocabulary.arguments.map(({ id }) => id)
    assert.deepStrictEqual(ids, [...new Set(rows.map(({ id }) => id))])
    for (const { category, id, strengths, vars } of vocabulary.arguments) {
      const own = rows.filter((row) => row.id === id)
      assert.isTrue(
        own.every((row) => row.category === category && strengths.includes(row.strength)),
      )
      assert.isTrue(own.every((row) => row.vars.every((name) => vars.includes(name))))
      assert.include(vars, "quote")
    }
  })

  it("has a text in both languages for every key that a bilan may carry", () => {
    const keys = vocabulary.arguments.flatMap(({ messageKeys }) =>
      messageKeys.flatMap(({ fact, hook, pitch }) => [hook, fact, pitch]),
    )
    assert.isAbove(keys.length, 50)
    const { messages } = vocabulary
    for (const key of keys) {
      assert.containsAllKeys(messages["arguments"]?.[key]?.texts ?? {}, ["fr", "en"], key)
    }
    for (const { key } of vocabulary.headlines) {
      assert.containsAllKeys(messages["headlines"]?.[key]?.texts ?? {}, ["fr", "en"], key)
    }
    for (const { slug } of shippedTables.guarantees.rows) {
      assert.containsAllKeys(messages["guarantees"]?.[slug]?.texts ?? {}, ["fr", "en"], slug)
    }
    for (const { subjectKey } of shippedTables.coachSocial.rows) {
      assert.isDefined(messages["social"]?.[subjectKey], subjectKey)
    }
  })

  it("has the words of answers: what warns among them", () => {
    assert.deepStrictEqual(vocabulary.words.warnings, warnings)
    assert.strictEqual(vocabulary.version, parts.version)
    assert.includeMembers([...vocabulary.languages], ["fr", "en"])
  })

  it("says which argument tells what a renamed one told, as a table of them has it", () => {
    const row = { oldId: "cash_gap", newId: "cash_missing", since: "2026-11-25" }
    const tables = { ...shippedTables, argumentSuccessors: { rows: [row] } }
    assert.deepStrictEqual(vocabularyOf({ ...parts, tables }).renamed, [
      { old: "cash_gap", new: "cash_missing" },
    ])
  })
})

describe("the texts of a table", () => {
  const text = Column.optional(Column.text({ about: "A text." }))
  const terms = defineTable({
    file: "messages/terms.csv",
    about: "Terms.",
    key: ["term"],
    columns: {
      term: Column.text({ about: "Term." }),
      fr: text,
      en: text,
      us: text,
      short_fr: text,
      short_en: text,
      gender: text,
    },
  })
  const row = {
    term: "day_limit",
    fr: "{days, plural, one {# jour} other {# jours}} {kind, select, card {ici} other {là}}",
    en: "{days} days",
    us: null,
    shortFr: "jours",
    shortEn: "days",
    gender: "m",
  }
  const group = messageTexts(
    { definitions: { terms }, tables: { terms: { rows: [row] } } },
    readText,
  )

  it("are those of its columns, whatever kinds and languages it has", () => {
    assert.deepStrictEqual(group["terms"], {
      day_limit: {
        texts: { fr: row.fr, en: row.en },
        vars: [
          { name: "days", use: "number", words: [] },
          { name: "kind", use: "choice", words: ["card"] },
        ],
        traits: { gender: "m" },
      },
      "day_limit.short": {
        texts: { fr: "jours", en: "days" },
        vars: [],
        traits: { gender: "m" },
      },
    })
  })

  it("are given as they are where one cannot be read, without its values", () => {
    const broken = { ...row, fr: "{days", en: "{days} days" }
    const tables = { terms: { rows: [broken] } }
    const texts = messageTexts({ definitions: { terms }, tables }, readText)["terms"]
    assert.deepStrictEqual(
      texts?.["day_limit"]?.vars.map(({ name }) => name),
      ["days"],
    )
  })
})
