import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import type { TableOperation } from "../../../../../core/editing/table-operations.ts"
import type { WorkbenchFinding } from "../../../../../http/workbench/protocol/check.ts"
import { dataTexts, edited, makeCheckedDesk, repaired } from "../../../../support/checked-desk.ts"

const file = "sandbox/age_factors.csv"
const text = dataTexts.get(file) ?? assert.fail(file)

const rows = text
  .split("\n")
  .flatMap((line, index) => (index > 0 && /^[a-z]/.test(line) ? index + 1 : []))

const line = FastCheck.constantFrom(...rows)
const age = FastCheck.nat({ max: 120 })

const ages = FastCheck.oneof(
  FastCheck.tuple(age, age).map(
    ([one, other]) => `[${Math.min(one, other)}..${Math.max(one, other)}]`,
  ),
  age.map((from) => `>=${from}`),
  age.map((to) => `<=${to}`),
)

const set = (column: string, cell: FastCheck.Arbitrary<string>) =>
  FastCheck.tuple(line, cell).map(([at, written]): TableOperation => ({
    _tag: "Set",
    cells: [{ line: at, column, text: written }],
  }))

const edit: FastCheck.Arbitrary<TableOperation> = FastCheck.oneof(
  set("age", ages),
  set("factor_percent", FastCheck.nat({ max: 400 }).map(String)),
  set("age_scale", FastCheck.constantFrom("leisure", "student", "group", "liesure")),
  line.map((at): TableOperation => ({ _tag: "Delete", lines: [at] })),
)

/** What figures of a row decide, which a person fills in after the row was added. */
const ofFigures = ["BrokenPromise", "Outlier", "Overlap", "RedundantRow", "RedundantColumn"]

/** What a finding is about while its rows stay on their lines: a row has another name once it is edited. */
const placeOf = ({ file: table, kind, lines }: WorkbenchFinding): string =>
  [kind, table, ...lines.slice(0, 2)].join(" ")

describe("ways to repair what was found, after any edit", { timeout: 120_000 }, () => {
  it("remove what they are for, and bring nothing new", () => {
    const desk = makeCheckedDesk()
    FastCheck.assert(
      FastCheck.property(FastCheck.array(edit, { minLength: 1, maxLength: 2 }), (edits) => {
        let broken = text
        // A row that is gone by then is edited no more.
        for (const each of edits.toSorted((one) => (one._tag === "Delete" ? 1 : -1))) {
          broken = edited(file, broken, each)
        }
        const before = desk.check({ [file]: broken })
        const known = new Set(before.map(({ id }) => id))
        const places = new Set(before.filter(({ lines }) => lines.length > 0).map(placeOf))
        const cut = before.filter(({ kind }) => kind === "More").length > 0
        const tried = before
          .filter((finding) => finding.file === file)
          .map((finding) => ({ finding, remedies: desk.remedies(finding) }))
        for (const { finding, remedies } of tried) {
          for (const remedy of remedies) {
            const after = desk.check({ [file]: repaired(file, broken, remedy) })
            assert.notInclude(
              after.map(({ id }) => id),
              finding.id,
            )
            const staysInPlace = remedy.operations.some(({ _tag }) => _tag === "Set")
            const fresh = after.filter(
              (each) =>
                !known.has(each.id) &&
                !(staysInPlace && places.has(placeOf(each))) &&
                !cut &&
                (finding.kind !== "Mistake" || each.kind === "Mistake") &&
                (remedy.leavesOpen.length === 0 || !ofFigures.includes(each.kind)),
            )
            assert.deepStrictEqual(
              fresh.map(({ title }) => title.en),
              [],
              remedy.label.en,
            )
          }
        }
      }),
      { numRuns: 25 },
    )
  })
})
