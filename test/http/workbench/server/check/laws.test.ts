import { assert, describe, it } from "@effect/vitest"
import { dataTexts, makeCheckedDesk } from "../../../../support/checked-desk.ts"

const textOf = (file: string): string => dataTexts.get(file) ?? assert.fail(`no ${file}`)

describe("laws of prices in the workbench", () => {
  const desk = makeCheckedDesk()

  it("are left alone where no table of prices differs from the version before", () => {
    assert.deepStrictEqual(desk.laws({}).laws, { state: "untouched" })
    const file = "coach/products.csv"
    assert.deepStrictEqual(desk.laws({ [file]: `${textOf(file)}# looked at\n` }).laws, {
      state: "untouched",
    })
  })

  it("are hidden by a mistake", () => {
    const file = "sandbox/tariffs.csv"
    const broken = textOf(file).replace("leisure_essential,europe", "leisure_essential,eurpe")
    assert.deepStrictEqual(desk.laws({ [file]: broken }), {
      revision: desk.revision(),
      findings: [],
      laws: { state: "hidden" },
    })
  })
})
