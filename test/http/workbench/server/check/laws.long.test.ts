import { assert, describe, it } from "@effect/vitest"
import { dataTexts, makeCheckedDesk } from "../../../../support/checked-desk.ts"

const textOf = (file: string): string => dataTexts.get(file) ?? assert.fail(`no ${file}`)

describe("laws of prices in the workbench, after a slip", () => {
  const desk = makeCheckedDesk()

  it("are proven where a change touches them, and told among the findings", () => {
    const file = "sandbox/tariffs.csv"
    const row = "leisure_essential,europe,[9..31],12.30"
    const slip = textOf(file).replace(row, "leisure_essential,europe,[9..31],8.30")
    const { findings, laws } = desk.laws({ [file]: slip })
    const day = findings.find(({ title }) => title.en === "A day more makes a trip cheaper")
    assert.strictEqual(day?.file, file)
    assert.strictEqual(day?.severity, "error")
    assert.strictEqual(
      day?.line,
      textOf(file)
        .split("\n")
        .findIndex((line) => line.startsWith(row)) + 1,
    )
    assert.isTrue(laws.state === "told" && laws.refuted > 0 && laws.proven > 1_000)
    const mended = desk.laws({ [file]: `${textOf(file)}# looked at\n` })
    assert.deepStrictEqual(mended.findings, [])
    assert.isTrue(mended.laws.state === "told" && mended.laws.refuted === 0)
  })
})
