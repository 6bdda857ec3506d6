import { assert, it } from "@effect/vitest"
import { dataTexts, edited, makeCheckedDesk } from "../../../../support/checked-desk.ts"

const file = "catalogue/tariffs.csv"

it("findings call words as the grid does, by their names", () => {
  const text = dataTexts.get(file) ?? assert.fail(file)
  const at = text.split("\n").findIndex((line) => line.startsWith("br_escapade_1,europe,[9..31],"))
  const cells = [{ line: at + 1, column: "per_person_per_day", text: "40" }]
  const findings = makeCheckedDesk().check({ [file]: edited(file, text, { _tag: "Set", cells }) })
  const broken = findings.find(({ kind }) => kind === "BrokenPromise") ?? assert.fail("no finding")
  assert.match(broken.detail.en, /\(tariff Escapade [A-Z]/)
  assert.match(broken.detail.fr, /\(tarif Escapade [A-Z]/)
  for (const { detail, title } of findings) {
    assert.notInclude(`${title.en} ${detail.en}`, "tariff br_escapade_1")
  }
})
