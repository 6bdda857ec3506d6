import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Draft } from "../../../../../rules/additions/recipe.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"
import { refusedCode } from "../../../../support/workbench-edits.ts"

const file = "coach/formalities.csv"

const rule: Draft = {
  kind: "destination",
  like: "AR",
  answers: { destination: "JP", source: "https://rules.example", amount: "20000", currency: "" },
}

describe("a draft of what is added, in the workbench", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("no workbench")
  const text = (): string => readFileSync(join(bench().folder, file), "utf8")

  beforeAll(async () => {
    opened = await openWorkbench()
  })
  afterAll(() => opened?.end())

  it("is refused while anything is missing, added in one step then, and taken back", async () => {
    const before = text()
    const shown = answered(await bench().call("draft", rule))
    const facts = shown.parts.flatMap((part) => part.facts)
    const countries = facts.find(({ name }) => name === "destination")?.words
    assert.strictEqual(countries?.find(({ word }) => word === "JP")?.fr, "Japon")

    const missing = answered(await bench().call("draftMissing", rule))
    assert.deepStrictEqual(
      missing.map(({ fact }) => fact),
      ["currency"],
    )
    assert.strictEqual(await refusedCode(bench().call("addDraft", rule)), "DraftUnfinished")
    assert.strictEqual(text(), before)

    const answers = { ...rule.answers, currency: "USD" }
    const impact = answered(await bench().call("draftImpact", { ...rule, answers }))
    assert.isAbove(impact?.changed ?? 0, 0)
    assert.isNull(impact?.argument)
    assert.strictEqual(text(), before)
    const done = answered(await bench().call("addDraft", { ...rule, answers }))
    assert.deepInclude(done, { rows: 1, tables: 1, file })
    assert.match(text().split("\n")[done.line - 1] ?? "", /^JP,1,mandatory_medical,20000,USD,/)
    answered(await bench().call("undo", {}))
    assert.strictEqual(text(), before)
  })
})
