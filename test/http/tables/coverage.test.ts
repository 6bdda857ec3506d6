import { expect, it } from "@effect/vitest"
import { coverageText } from "../../../http/cli/tables/coverage-text.ts"
import { corpusSeed } from "../../../rules/corpus/corpus.ts"
import type { CorpusCoverage } from "../../../rules/impact/coverage.ts"
import { runHere } from "../cli/run.ts"

const covered = (...args: ReadonlyArray<string>) => runHere({})(["tables", "coverage", ...args])

it("`tables coverage` prints the seed, a line for each table, and rows that are not exercised with facts", async () => {
  const { status, stderr, stdout } = await covered("--count", "50", "--seed", "7")
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  expect(stdout).toMatch(/^\d+ cases and 50 generated situations, seed 7\n/)
  expect(stdout).toMatch(/\nsandbox\/eligibility\.csv +\d+ +35 of 35, 100 % /)
  expect(stdout).toMatch(/\nall of them +\d+ +\d+ of \d+, \d\d\.\d\d % /)
  expect(stdout).toMatch(/\ncoach\/cards\.csv +\d+ of \d+, \d+\.\d\d %\n/)
  expect(stdout).toContain(
    'data/sandbox/tariffs.csv:71:1 the row never counts; it would with {"tariff":"annual_europe","zone":"world","days":1}\n',
  )
})

it("`--json` prints the report alone, and `--minimum` passes at it", async () => {
  const { status, stderr, stdout } = await covered(
    "--cases-only",
    "--json",
    "--table",
    "sandbox/surcharges.csv",
    "--minimum",
    "100",
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  const { decisions, generated, plain, seed } = JSON.parse(stdout)
  expect({ generated, plain, seed }).toEqual({ generated: 0, plain: [], seed: corpusSeed })
  expect(decisions).toHaveLength(1)
  expect(decisions[0].rows).toEqual({ covered: 41, all: 41 })
})

it("`--minimum` fails below it, after the report of each cell of the table named", async () => {
  const { status, stderr, stdout } = await covered(
    "--cases-only",
    "--table",
    "printed/states.csv",
    "--minimum",
    "88.89",
  )
  expect(status).toBe(1)
  expect(stderr).toBe(
    "viatica: The corpus exercises less than 88.89 %: rows 88.88 %, cells 50.00 %, alternatives 0.00 %\n",
  )
  expect(stdout).toContain(" and 0 generated situations")
  expect(stdout).toContain("data/printed/states.csv:6:1 the row never counts; it would with {")
})

it("unknown tables, tables that no answer asks and a count below zero are refused in one line", async () => {
  const unknown = await covered("--cases-only", "--table", "tarifs")
  expect(unknown.status).toBe(1)
  expect(unknown.stderr).toBe(
    'viatica: There is no table "tarifs"; did you mean sandbox/tariffs.csv?\n',
  )
  const unasked = await covered("--cases-only", "--table", "languages")
  expect(unasked.status).toBe(1)
  expect(unasked.stderr).toBe("viatica: No answer asks or cites reference/languages.csv\n")
  const negative = await covered("--count=-1")
  expect(negative.status).toBe(2)
  expect(negative.stderr.trimEnd().split("\n")).toHaveLength(1)
})

it("a share that is not whole is never shown as 100 %, nor is what cannot be exercised hidden", () => {
  const file = "tiny.csv"
  const rows = { covered: 99_999, all: 100_000 }
  const coverage: CorpusCoverage = {
    situations: 1,
    decisions: [
      {
        file,
        questions: 1,
        differentQuestions: 1,
        rows,
        cells: { covered: 0, all: 0 },
        alternatives: { covered: 1, all: 1 },
        uncovered: [
          { part: "row", line: 2, character: 1, column: "", text: "", witness: { _tag: "Never" } },
          {
            part: "row",
            line: 3,
            character: 1,
            column: "",
            text: "",
            witness: { _tag: "Unknown" },
          },
        ],
      },
    ],
    plain: [{ file: "plain.csv", rows: { covered: 1, all: 5 }, uncitedLines: [2, 3, 4, 6] }],
    uncited: [],
  }
  const text = coverageText({ seed: 1, cases: 1, generated: 0 }, coverage, true)
  expect(text).toContain("99999 of 100000, 99.99 %  -      1 of 1, 100 %")
  expect(text).toContain(
    "tiny.csv:2:1 the row never counts; and cannot, whatever the table is asked",
  )
  expect(text).toContain(
    "tiny.csv:3:1 the row never counts; whether it can is unknown: the search was cut short",
  )
  expect(text).toContain("plain.csv: no answer cites lines 2-4, 6")
})
