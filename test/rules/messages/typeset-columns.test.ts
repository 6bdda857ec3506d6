import { describe, expect, it } from "vitest"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { tidyCell } from "../../../core/table/tidy.ts"
import { textDefinitions } from "../../../rules/messages/rendering-tables.ts"
import { translatedTables } from "../../../rules/messages/travellers/traveller-tables.ts"

const tables: ReadonlyArray<AnyDefinition> = Object.values({
  ...textDefinitions,
  ...translatedTables,
})

/** The columns of a table that hold texts of a language: `fr` and `short_fr`. */
const textsIn = (definition: AnyDefinition, isAsked: (language: string) => boolean) =>
  Object.entries(columnsOf(definition)).filter(([name, column]) => {
    const language = /^(?:(?!locale)\w+_)?([a-z]{2})$/.exec(name)?.[1]
    return language !== undefined && isAsked(language) && column.kind.startsWith("text")
  })

const typed = "L'un : « oui » !"

describe("texts that are typed without the signs of a keyboard", () => {
  it("are typeset wherever a check of French looks at them", () => {
    const columns = tables.flatMap((each) => textsIn(each, (language) => language === "fr"))
    expect(columns.length).toBeGreaterThan(20)
    for (const [, column] of columns)
      expect(tidyCell(column, typed, true)).toBe("L’un\u00a0: «\u00a0oui\u00a0»\u202f!")
  })

  it("stay as they are in other languages", () => {
    const columns = tables.flatMap((each) => textsIn(each, (language) => language !== "fr"))
    expect(columns.length).toBeGreaterThan(100)
    for (const [, column] of columns) expect(tidyCell(column, typed, true)).toBe(typed)
  })
})
