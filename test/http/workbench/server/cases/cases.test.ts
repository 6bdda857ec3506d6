import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  type CaseOutcomes,
  outcomeChanges,
  outcomesText,
  withReasonsOf,
} from "../../../../../rules/changes/case-outcomes.ts"
import { readCsv } from "../../../../../core/table/csv.ts"
import * as Result from "effect/Result"
import { loadAllTables, tableFiles } from "../../../../../rules/tables/index.ts"
import type { Situation } from "../../../../../rules/corpus/situation.ts"
import { shippedTables as tables } from "../../../../support/tables.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"
import { caseOutcomes, prepareCaseOutcome } from "../../../../../http/tables/case-outcomes.ts"

describe("the cases of the workbench", () => {
  let bench: TestWorkbench | undefined
  const open = (): TestWorkbench => bench ?? assert.fail("the workbench is not open")
  const textOf = (file: string): string => readFileSync(join(open().folder, file), "utf8")
  const casesText = (): string => textOf("corpus/cases.csv")
  const acceptedText = (): string => textOf("corpus/case_outcomes.json")
  const tablesNow = () => {
    const files = tableFiles
    return Result.getOrThrow(loadAllTables(new Map(files.map((file) => [file, textOf(file)]))))
  }

  beforeAll(async () => {
    bench = await openWorkbench()
  })
  afterAll(() => bench?.end())

  /** Trying cases in this thread holds the server up; kept connections that ended meanwhile are noticed. */
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

  const view = async () => answered(await open().call("cases", {}))

  /** Makes one rate of the live catalogue dearer, so that some cases fail. */
  const raise = async (): Promise<void> => {
    const text = textOf("catalogue/tariffs.csv")
    const records = Result.getOrThrow(readCsv(text))
    const [header] = records.filter(({ texts }) => texts[0] === "tariff")
    const column = header?.texts.indexOf("per_person_per_day") ?? -1
    const rows = records.filter(
      ({ texts }) => texts[0] === "to_escapada_1" && texts[1] === "north_america",
    )
    const { revision } = answered(await open().call("session", {}))
    const cells = rows.map(({ line, texts }) => ({
      line,
      column: "per_person_per_day",
      text: String(Number(texts[column]) + 1),
    }))
    answered(
      await open().call("edit", {
        file: "catalogue/tariffs.csv",
        revision,
        action: "cells",
        operations: [{ _tag: "Set", cells }],
      }),
    )
  }

  const undo = async () => answered(await open().call("undo", {}))

  it("all pass on the tables as they are shipped", async () => {
    const { cases, gone } = await view()
    assert.strictEqual(cases.length, tablesNow().corpusCases.rows.length)
    assert.isAbove(cases.length, 100)
    assert.isTrue(cases.every(({ changes, differences }) => differences.length === 0 && !changes))
    assert.deepStrictEqual(gone, [])
    assert.deepStrictEqual(answered(await open().call("casesWaiting", {})), {
      failing: 0,
      first: null,
    })
  })

  it("fail as the command says, are accepted with a reason, and undo takes it back", async () => {
    const recorded = acceptedText()
    await raise()
    const now = caseOutcomes(tablesNow())
    await settled()
    const changes = outcomeChanges(JSON.parse(recorded) as CaseOutcomes, now)
    const failing = (await view()).cases.filter(({ differences }) => differences.length > 0)
    assert.isAbove(failing.length, 1)
    assert.deepStrictEqual(
      failing.flatMap(({ differences, name }) =>
        differences.map(({ after, before, field }) => ({ case: name, field, before, after })),
      ),
      changes.map(({ after, before, ...place }) => ({
        ...place,
        before: before ?? null,
        after: after ?? null,
      })),
    )
    const waiting = answered(await open().call("casesWaiting", {}))
    assert.deepStrictEqual(waiting, { failing: failing.length, first: failing[0]?.name ?? null })

    const names = failing.map(({ name }) => name)
    const bare = await open().call("acceptCases", { names, reason: "  " })
    assert.strictEqual(bare._tag === "Refused" ? bare.refusal.code : "", "WordsMissing")
    assert.strictEqual(acceptedText(), recorded)

    const reason = "the insurer's tariff of May"
    answered(await open().call("acceptCases", { names, reason }))
    const session = answered(await open().call("session", {}))
    assert.deepStrictEqual(session.undo?.action, "outcomes")
    const accepted = JSON.parse(acceptedText()) as CaseOutcomes
    assert.deepStrictEqual(outcomeChanges(accepted, now), [])
    assert.strictEqual(acceptedText(), outcomesText(withReasonsOf(accepted, now)))
    const after = await view()
    assert.isTrue(after.cases.every(({ differences }) => differences.length === 0))
    assert.strictEqual(after.cases.find(({ name }) => name === names[0])?.accepted, reason)
    assert.isTrue(after.cases.find(({ name }) => name === names[0])?.changes)

    await undo()
    assert.strictEqual(acceptedText(), recorded)
    await undo()
    assert.strictEqual(open().git("status", "--porcelain"), "")
  })

  it("are accepted one by one: the others stay as they were", async () => {
    const recorded = JSON.parse(acceptedText()) as CaseOutcomes
    await raise()
    const failing = (await view()).cases.filter(({ differences }) => differences.length > 0)
    const [first, second] = failing.map(({ name }) => name)
    if (first === undefined || second === undefined) return assert.fail("no two cases fail")
    answered(await open().call("acceptCases", { names: [first], reason: "right" }))
    const accepted = JSON.parse(acceptedText()) as CaseOutcomes
    assert.deepStrictEqual(Object.keys(accepted), Object.keys(recorded))
    assert.deepStrictEqual(accepted[second], recorded[second])
    assert.strictEqual(accepted[first]?.["accepted"], "right")
    await undo()
    await undo()
  })

  it("keep a traveller as a row and its outcome, in one step", async () => {
    const [cases, recorded] = [casesText(), acceptedText()]
    const situation = answered(
      await open().call("caseSituation", { name: "Paris couple to New York" }),
    )
    const { trip } = situation.quote
    const kept = {
      situation: { ...situation, quote: { trip: { ...trip, travellers: [{ age: 71 }] } } },
      name: "Paris, one of 71, to New York",
      about: 'an age, with a comma and a "quote"',
    }
    answered(await open().call("keepCase", kept))
    const session = answered(await open().call("session", {}))
    assert.deepInclude(session.undo, { action: "case", file: "corpus/cases.csv" })
    assert.isTrue(casesText().startsWith(cases))
    assert.strictEqual(casesText().slice(cases.length).trimEnd().split("\n").length, 1)
    const now = tablesNow()
    const outcomes = caseOutcomes(now)
    await settled()
    // The file is what `tables accept` would write.
    assert.strictEqual(acceptedText(), outcomesText(outcomes))
    assert.strictEqual(now.corpusCases.rows.at(-1)?.about, kept.about)
    const listed = (await view()).cases.find(({ name }) => name === kept.name)
    assert.deepInclude(listed, { differences: [], about: kept.about })
    const again = answered(await open().call("caseSituation", { name: kept.name }))
    assert.deepStrictEqual(again, kept.situation)

    const twice = await open().call("keepCase", kept)
    assert.strictEqual(twice._tag === "Refused" ? twice.refusal.code : "", "CaseNameTaken")
    const nameless = await open().call("keepCase", { ...kept, name: " " })
    assert.strictEqual(nameless._tag === "Refused" ? nameless.refusal.code : "", "WordsMissing")
    const lost = {
      ...kept,
      name: "Nowhere",
      situation: { ...kept.situation, bilan: { ...situation.bilan, residence: "ZZ" } },
    }
    const unread = await open().call("keepCase", lost)
    assert.strictEqual(unread._tag === "Refused" ? unread.refusal.code : "", "CaseUnreadable")

    answered(await open().call("deleteCase", { name: kept.name }))
    assert.strictEqual(casesText(), cases)
    assert.strictEqual(acceptedText(), recorded)
    await undo()
    await undo()
    assert.strictEqual(open().git("status", "--porcelain"), "")
    answered(await open().call("redo", {}))
    assert.strictEqual(acceptedText(), outcomesText(outcomes))
    await undo()
  })

  it("are suggested where nothing notices a slip, and would notice it", async () => {
    const files = ["catalogue/eligibility.csv"]
    const found = answered(await open().call("suggestCases", { files }))
    assert.strictEqual(found.file, null)
    assert.strictEqual(found.tried, found.all)
    const suggested = found.suggested.find(({ example }) => example.column !== "")
    const { example, situation } = suggested ?? assert.fail("no slip of a cell survives")
    // The slip is made by hand: the suggested traveller is answered otherwise, and no case notices.
    const { column, file, line, to } = example
    const { revision } = answered(await open().call("session", {}))
    const operations = [{ _tag: "Set", cells: [{ line, column, text: to }] }] as const
    answered(await open().call("edit", { file, revision, action: "cells", operations }))
    const asked = { ...situation, name: "suggested", origin: "generated" } as Situation
    const [old, now] = [tables, tablesNow()].map((each) => prepareCaseOutcome(each)(asked))
    assert.notStrictEqual(now?.["everything"], old?.["everything"])
    await settled()
    assert.isTrue((await view()).cases.every(({ changes }) => !changes))
    await undo()
  })
})
