import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { OwnTableShape } from "../../../../../rules/tables/own-table-texts.ts"
import { eventually } from "../../../../support/eventually.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"

const shape: OwnTableShape = {
  name: "Cruises in Asia",
  about: "No cruise over 79.",
  hook: "refuse",
  hitPolicy: "first",
  conditions: ["intent", "oldest_age"],
  results: ["reason", "en", "fr"],
  notes: ["source"],
}

const [csv, json] = ["own/cruises-in-asia.csv", "own/cruises-in-asia.table.json"]

describe("a table of one's own in the workbench", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("no workbench")
  const pathOf = (file: string): string => join(bench().folder, file)
  const textOf = (file: string): string => readFileSync(pathOf(file), "utf8")
  const revisionNow = async (): Promise<number> =>
    answered(await bench().call("session", {})).revision
  const listed = async () =>
    answered(await bench().call("session", {})).tables.find(({ file }) => file === csv)

  beforeAll(async () => {
    opened = await openWorkbench()
  })
  afterAll(() => opened?.end())

  it("is made in one step, edited like any other, given other columns, and taken back", async () => {
    const revision = await revisionNow()
    const made = answered(await bench().call("shapeOwnTable", { file: null, revision, shape }))
    assert.strictEqual(made.file, csv)
    assert.deepStrictEqual((await listed())?.own, {
      title: shape.name,
      about: shape.about,
      hook: "refuse",
    })
    answered(
      await bench().call("edit", {
        file: csv,
        revision: made.revision,
        action: "insert",
        operations: [
          {
            _tag: "Insert",
            afterLine: 1,
            rows: [
              {
                intent: "cruise",
                oldest_age: ">79",
                reason: "old",
                en: "Too old, sorry.",
                fr: "Trop âgé.",
                source: "a letter",
              },
            ],
          },
        ],
      }),
    )
    const grid = answered(await bench().call("table", { file: csv }))
    assert.deepStrictEqual(
      grid.columns.map(({ name }) => name),
      ["intent", "oldest_age", "reason", "en", "fr", "source"],
    )
    assert.lengthOf(grid.rows, 1)
    const before = textOf(csv)
    answered(
      await bench().call("shapeOwnTable", {
        file: csv,
        revision: await revisionNow(),
        shape: { ...shape, conditions: ["oldest_age", "region"], notes: [] },
      }),
    )
    assert.strictEqual(
      textOf(csv),
      'oldest_age,region,reason,en,fr\n>79,,old,"Too old, sorry.",Trop âgé.\n',
    )
    const now = answered(await bench().call("ownShape", { file: csv }))
    assert.deepStrictEqual(now.conditions, ["oldest_age", "region"])
    answered(await bench().call("undo", {}))
    assert.strictEqual(textOf(csv), before)
    answered(await bench().call("removeOwnTable", { file: csv }))
    assert.isFalse(existsSync(pathOf(csv)) || existsSync(pathOf(json)))
    assert.isUndefined(await listed())
    answered(await bench().call("undo", {}))
    assert.strictEqual(textOf(csv), before)
    for (let step = 0; step < 2; step += 1) answered(await bench().call("undo", {}))
    assert.isFalse(existsSync(pathOf("own")))
  })

  it("is refused where its columns are none of the hook's, with the reason", async () => {
    const revision = await revisionNow()
    const reply = await bench().call("shapeOwnTable", {
      file: null,
      revision,
      shape: { ...shape, conditions: ["oldest_ages"] },
    })
    assert.strictEqual(reply._tag, "Refused")
    if (reply._tag === "Refused") {
      assert.strictEqual(reply.refusal.code, "TableMisshapen")
      assert.match(reply.refusal.message, /did you mean "oldest_age"\?/)
    }
    assert.isFalse(existsSync(pathOf("own")))
  })

  it("is made where nothing asks it, with what its columns hold, and gives that back", async () => {
    const lookUp = {
      name: "Tags",
      about: "What a tag costs.",
      hook: "",
      hitPolicy: "unique",
      conditions: ["zone", "oldest_age"],
      results: ["fare"],
      notes: [],
      kinds: {
        zone: { type: "words", words: ["europe", "world"] },
        oldest_age: { type: "number", minimum: 0, maximum: 120 },
        fare: { type: "number", default: "9" },
      },
    } as const satisfies OwnTableShape
    const revision = await revisionNow()
    const made = answered(
      await bench().call("shapeOwnTable", { file: null, revision, shape: lookUp }),
    )
    const { file } = made
    const entry = answered(await bench().call("session", {})).tables.find(
      (table) => table.file === file,
    )
    assert.deepStrictEqual(entry?.own, {
      title: lookUp.name,
      about: lookUp.about,
      hook: null,
    })
    assert.deepStrictEqual(answered(await bench().call("ownShape", { file })), lookUp)
    const wider = {
      ...lookUp,
      conditions: ["oldest_age"],
      kinds: {
        oldest_age: { type: "number" as const, minimum: 0 },
        fare: { type: "text" as const },
      },
    }
    answered(
      await bench().call("shapeOwnTable", { file, revision: await revisionNow(), shape: wider }),
    )
    assert.deepStrictEqual(answered(await bench().call("ownShape", { file })), wider)
    // What was said of its columns does not stay behind where a hook asks it, which knows them.
    const hooked = { ...shape, hitPolicy: "first" as const }
    answered(
      await bench().call("shapeOwnTable", {
        file,
        revision: await revisionNow(),
        shape: { ...hooked, kinds: lookUp.kinds },
      }),
    )
    assert.deepStrictEqual(answered(await bench().call("ownShape", { file })), hooked)
    for (let step = 0; step < 3; step += 1) answered(await bench().call("undo", {}))
    assert.isFalse(existsSync(pathOf("own")))
  })

  it("that somebody writes into the folder is listed, and its mistakes are found", async () => {
    const revision = await revisionNow()
    answered(await bench().call("shapeOwnTable", { file: null, revision, shape }))
    writeFileSync(pathOf(json), textOf(json).replace('"refuse"', '"refuze"'))
    const isFound = async (): Promise<boolean> => {
      const view = answered(await bench().call("checked", {}))
      return view?.findings.some(({ file }) => file === json) === true
    }
    assert.isTrue(await eventually(isFound, 60_000), "the misspelt hook is found")
    assert.isUndefined(await listed())
    answered(await bench().call("removeOwnTable", { file: csv }))
    assert.isFalse(existsSync(pathOf("own")))
  })
})
