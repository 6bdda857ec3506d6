import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { describeTableError } from "../../../../../core/table/error.ts"
import {
  type Decision,
  type DecisionDefinition,
  loadDecision,
} from "../../../../../core/table/decision.ts"
import { type AnyDefinition } from "../../../../../core/table/load.ts"
import { definitions } from "../../../../../rules/tables/index.ts"
import { dmnVersions } from "../../../../../http/tables/forms/dmn/dmn-versions.ts"
import { ownFromDmn } from "../../../../../http/tables/forms/dmn/own-from-dmn.ts"
import { writtenTable } from "../../../../../http/tables/forms/dmn/own-to-dmn.ts"
import { readDmn } from "../../../../../http/tables/forms/dmn/read-dmn.ts"
import { writeDmn } from "../../../../../http/tables/forms/dmn/write-dmn.ts"
import { shippedSources } from "../../../../support/shipped-sources.ts"

const tableSources = shippedSources()

const decisions = Object.values<AnyDefinition>(definitions).filter(
  (definition): definition is DecisionDefinition => definition._tag === "DecisionDefinition",
)

const load = (definition: DecisionDefinition, source: string): Decision => {
  const { content, errors } = loadDecision(definition, source)
  assert.deepStrictEqual(errors.map(describeTableError), [])
  return content
}

const back = (definition: DecisionDefinition, source: string, model: string): string => {
  const [table] = Result.getOrThrow(readDmn(model))
  assert.strictEqual(table?.exportedFrom, definition.file)
  if (table === undefined) return ""
  return Result.getOrThrow(ownFromDmn(table, definition, source))
}

describe("decision tables of data/ as DMN", () => {
  it("come back byte by byte, whatever the version", () => {
    const versions = ["1.2", "1.3", "1.4", "1.5", "1.6"] as const
    assert.lengthOf(Object.keys(dmnVersions), versions.length + 1)
    for (const [index, definition] of decisions.entries()) {
      const source = tableSources.get(definition.file) ?? ""
      const model = writeDmn(
        writtenTable(load(definition, source)),
        versions[index % versions.length] ?? "1.5",
      )
      assert.strictEqual(back(definition, source, model), source, definition.file)
    }
    assert.isAtLeast(decisions.length, 10)
  })

  it("come back with the same rows where the folder holds none of them yet", () => {
    for (const definition of decisions) {
      const source = tableSources.get(definition.file) ?? ""
      const decision = load(definition, source)
      const empty = source.split("\n").find((line) => !line.startsWith("#")) ?? ""
      const text = back(definition, `${empty}\n`, writeDmn(writtenTable(decision), "1.5"))
      const { rows, tests } = load(definition, text)
      const plain = (row: Readonly<Record<string, unknown>>) => ({ ...row, line: 0 })
      assert.deepStrictEqual(rows.map(plain), decision.rows.map(plain), definition.file)
      assert.deepStrictEqual(tests, decision.tests, definition.file)
    }
  })
})
