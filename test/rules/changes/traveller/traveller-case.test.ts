import { assert, describe, it } from "@effect/vitest"
import { runCases } from "../../../../core/check/check-cases.ts"
import { caseColumnsOf, caseDefinition, newCasesText } from "../../../../core/table/case-table.ts"
import { csvText } from "../../../../core/table/csv.ts"
import type { Decision } from "../../../../core/table/decision.ts"
import { describeTableError } from "../../../../core/table/error.ts"
import { loadTable } from "../../../../core/table/load-table.ts"
import { columnsOf } from "../../../../core/table/load.ts"
import type { Table } from "../../../../core/table/loaded.ts"
import { travellerCase } from "../../../../rules/changes/traveller/traveller-case.ts"
import { corpusOf } from "../../../../rules/corpus/corpus.ts"
import { watchedIn } from "../../../../rules/impact/watched-tables.ts"
import { times } from "../../../support/long.ts"
import { shippedTables } from "../../../support/tables.ts"

describe("cases of tables that travellers make", () => {
  it("can be read and hold, whether the row that is named answers or not", () => {
    const situations = corpusOf(shippedTables, 7, 300).slice(0, times(2, 2_000))
    const kept = new Set<string>()
    for (const [place, situation] of situations.entries()) {
      for (const name of watchedIn(shippedTables)) {
        const decision = shippedTables[name] as unknown as Decision
        const { definition, rows } = decision
        const { line } = rows[(place * 7) % rows.length] ?? assert.fail(name)
        const cells = travellerCase(shippedTables, situation, { file: definition.file, line })
        if (cells === undefined) continue
        kept.add(name)
        const empty = newCasesText(definition)
        const columns = Object.keys(columnsOf(caseDefinition(definition, empty)))
        const given = { ...cells, [caseColumnsOf(definition).name]: "A case" }
        const text = `${empty}${columns.map((column) => csvText(given[column] ?? "")).join(",")}\n`
        const cases = caseDefinition(definition, text)
        const { content, errors } = loadTable(cases, text)
        assert.deepStrictEqual(errors.map(describeTableError), [], `${name} ${text}`)
        const table = content as unknown as Table<object>
        const [outcome] = runCases({ definition: cases, source: text, table }, decision)
        assert.deepStrictEqual(outcome?.differences, [], `${name} ${text}`)
      }
    }
    assert.isAbove(kept.size, 9)
  })

  it("are none of a table that is asked nothing about them", () => {
    const tariff = shippedTables.sandboxTariffs.definition.file
    const [situation] = corpusOf(shippedTables, 7, 1)
    assert.isUndefined(travellerCase(shippedTables, situation ?? {}, { file: "fees.csv", line: 2 }))
    assert.isUndefined(travellerCase(shippedTables, {}, { file: tariff, line: 2 }))
  })
})
