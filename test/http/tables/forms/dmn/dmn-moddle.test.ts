import { assert, describe, it } from "@effect/vitest"
import { DmnModdle } from "dmn-moddle"
import * as Result from "effect/Result"
import { type DecisionDefinition, loadDecision } from "../../../../../core/table/decision.ts"
import type { AnyDefinition } from "../../../../../core/table/load.ts"
import { writtenVersions } from "../../../../../http/tables/forms/dmn/dmn-versions.ts"
import { loadFeel } from "../../../../../http/tables/forms/dmn/feel.ts"
import { ownFromDmn } from "../../../../../http/tables/forms/dmn/own-from-dmn.ts"
import { writtenTable } from "../../../../../http/tables/forms/dmn/own-to-dmn.ts"
import { readDmn } from "../../../../../http/tables/forms/dmn/read-dmn.ts"
import { writeDmn } from "../../../../../http/tables/forms/dmn/write-dmn.ts"
import { loadPortable } from "../../../../../http/tables/forms/portable/portable-files.ts"
import { writtenPortable } from "../../../../../http/tables/forms/portable/portable-to-dmn.ts"
import { definitions } from "../../../../../rules/tables/index.ts"
import { shippedSources } from "../../../../support/shipped-sources.ts"

// dmn-js and Camunda Modeler read and write models with dmn-moddle.

const moddle = new DmnModdle()

/** A model as a modeler saves it that has opened it; it may have nothing to say against it. */
const saved = async (model: string): Promise<string> => {
  const { rootElement, warnings } = await moddle.fromXML(model, "dmn:Definitions")
  assert.deepStrictEqual(warnings, [])
  return (await moddle.toXML(rootElement, { format: true })).xml
}

const decisions = Object.values<AnyDefinition>(definitions).filter(
  (definition): definition is DecisionDefinition => definition._tag === "DecisionDefinition",
)

describe("exports in DMN 1.3", () => {
  it("open in dmn-moddle without a warning, and come back byte by byte when it has saved them", async () => {
    const sources = shippedSources()
    for (const definition of decisions) {
      const source = sources.get(definition.file) ?? ""
      const { content } = loadDecision(definition, source)
      const [table] = Result.getOrThrow(
        readDmn(await saved(writeDmn(writtenTable(content), "1.3"))),
      )
      assert.strictEqual(table?.exportedFrom, definition.file)
      if (table === undefined) return
      assert.strictEqual(Result.getOrThrow(ownFromDmn(table, definition, source)), source)
    }
    assert.isAtLeast(decisions.length, 10)
  })

  it("keep what FEEL says of tables of others", async () => {
    const feel = await loadFeel()
    const inputs = [
      { name: "age", label: "Age", expression: "the age", type: "number" },
      {
        name: "age_above_limit",
        label: "Age > limit",
        expression: "the age in (> limit)",
        type: "boolean",
        optional: true,
        asked: true,
      },
    ]
    const table = {
      format: "viatica table 1",
      name: "Fee",
      about: "Fee.",
      hitPolicy: "first",
      inputs,
      outputs: [{ name: "fee", label: "fee", type: "feel" }],
      annotations: [{ name: "why", label: "Why" }],
      facts: [
        { name: "the age" },
        { name: "limit", type: "number" },
        { name: "trip", isList: true, parts: [{ name: "day", type: "day" }, { name: "zone" }] },
      ],
      from: { format: "DMN", version: "1.3", id: "Fee_table" },
    }
    const csv =
      'age,age_above_limit,fee,why\n<18,,"""free""",young & < 18\n,true,the age * count(trip),\n'
    const loaded = Result.getOrThrow(loadPortable("fee.csv", JSON.stringify(table), csv))
    assert.deepStrictEqual(loaded.errors, [])
    const model = await saved(writeDmn(writtenPortable(loaded), "1.3"))
    const [back] = Result.getOrThrow(readDmn(model, feel))
    assert.deepStrictEqual(Result.getOrThrow(back?.read ?? assert.fail()), {
      table: loaded.table,
      csv,
    })
  })

  it("are the only ones that it opens", async () => {
    const [definition] = decisions
    if (definition === undefined) assert.fail("no decision table")
    const { content } = loadDecision(definition, shippedSources().get(definition.file) ?? "")
    for (const version of writtenVersions) {
      const opened = await saved(writeDmn(writtenTable(content), version)).then(
        () => true,
        () => false,
      )
      assert.strictEqual(opened, version === "1.3", version)
    }
  })
})
