import { assert, describe, it } from "@effect/vitest"
import { tableWords } from "../../../http/workbench/app/kit/table-words.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { tableTasks } from "../../../http/workbench/app/kit/table-task.ts"

describe("the words of tables", () => {
  it("are there for every table, and for no other", () => {
    assert.deepStrictEqual(Object.keys(tableWords).toSorted(), [...tableFiles].toSorted())
  })

  it("name no two tables alike", () => {
    for (const language of ["en", "fr"] as const) {
      const titles = Object.values(tableWords).map((words) => words[language].title)
      assert.strictEqual(new Set(titles).size, titles.length, language)
    }
  })

  it("are sentences, written in both languages", () => {
    for (const [file, { en, fr }] of Object.entries(tableWords)) {
      assert.match(en.about, /^\p{Lu}.*\.$/u, file)
      assert.match(fr.about, /^\p{Lu}.*\.$/u, file)
      assert.notStrictEqual(en.about, fr.about, file)
    }
  })

  it("leave no task without tables", () => {
    const used = new Set(Object.values(tableWords).map(({ task }) => task))
    assert.deepStrictEqual([...used].toSorted(), [...tableTasks].toSorted())
  })
})
