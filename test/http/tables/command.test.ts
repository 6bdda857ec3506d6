import { expect, it } from "@effect/vitest"
import { tablesHash } from "../../../http/tables/table-bundle.ts"
import { schemaVersion } from "../../../rules/tables/bundle.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { runHere } from "../cli/run.ts"
import { copyTables } from "./copied-tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const viatica = (args: ReadonlyArray<string>, environment: Record<string, string> = {}) =>
  runHere(environment)(["tables", ...args])

it("`tables check` counts the shipped tables, and finds nothing in them that weighs", async () => {
  const { status, stdout, stderr } = await viatica(["check"])
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  expect(stdout).toMatch(new RegExp(`^${tableFiles.length} tables, [1-9]\\d+ rows, bundle `, "m"))
  expect(stdout).toContain(tablesHash(shippedSources()))
  expect(stdout).toContain(`, schema version ${schemaVersion}, in force from 20`)
  expect(stdout).toMatch(
    /^[1-9]\d decision tables with [1-9]\d+ rules analysed: 0 errors, \d+ warnings?, \d+ notes?, nothing unknown$/m,
  )
  // As time passes the shipped rates grow old, and nothing else does; some pages never had a date.
  const warnings = stdout.split("\n").filter((line) => line.includes(" warning "))
  const undated = / warning no date on https?:\/\/\S+, and \d+ covers? rests? on it: /
  expect(warnings.filter((line) => !line.includes(" rate_date: ") && !undated.test(line))).toEqual(
    [],
  )
})

it("`tables check` prints one line for each mistake and ends with status 1", async () => {
  using tables = copyTables()
  tables.insert("fees.csv", "standard_fee,1,bps,test")
  tables.insert("reference/languages.csv", "XX,Upper", "YY,Upper")
  const { status, stdout, stderr } = await viatica(["check", "--tables", tables.folder])
  expect(status).toBe(1)
  expect(stdout.split("\n").filter((line) => / error /.test(line))).toHaveLength(3)
  expect(stdout).toMatch(/^\/.*\/fees\.csv:2:1 error name: "standard_fee" should be one of /m)
  expect(stderr).toBe("viatica: 3 mistakes in 2 files\n")
})

it("`tables check --json` prints the fields of every mistake, and no mistakes without any", async () => {
  using tables = copyTables()
  const sound = await viatica(["check", "--json"], { TABLES_DIR: tables.folder })
  expect({ status: sound.status, mistakes: JSON.parse(sound.stdout).mistakes }).toEqual({
    status: 0,
    mistakes: [],
  })
  tables.insert("coach/bank_aliases.csv", "FR,parisian,BNP Parisbas,unsourced")
  const spoilt = await viatica(["check", "--json"], { TABLES_DIR: tables.folder })
  expect(spoilt.status).toBe(1)
  expect(JSON.parse(spoilt.stdout).mistakes).toEqual([
    {
      file: "coach/bank_aliases.csv",
      line: 2,
      character: 13,
      column: "bank",
      cell: "BNP Parisbas",
      expected: "an existing bank of coach/cards.csv",
      expectation: { kind: "existing", column: "bank", file: "coach/cards.csv" },
      nearest: "BNP Paribas",
    },
  ])
})

it("a folder that is not there is one line and status 1", async () => {
  const { status, stdout, stderr } = await viatica(["check", "--tables", "no-such-folder"])
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
  expect(stderr).toBe("viatica: The tables in no-such-folder cannot be read: no such folder\n")
})

it("other commands refuse tables with mistakes in one line that shows the first", async () => {
  using tables = copyTables()
  tables.insert("reference/languages.csv", "XX,Upper", "YY,Upper")
  const { status, stderr } = await runHere({ TABLES_DIR: tables.folder })([
    "bilan",
    '{"residence":"FR","destinations":["US"]}',
  ])
  expect(status).toBe(1)
  expect(stderr.trimEnd().split("\n")).toHaveLength(1)
  expect(stderr).toContain('reference/languages.csv:2:1 language: "XX" should be text of the form')
  expect(stderr).toContain("and 1 more; viatica tables check lists them")
})

it("`tables doc --check` accepts the description that is there", async () => {
  const { status, stdout } = await viatica(["doc", "--check"])
  expect(status).toBe(0)
  expect(stdout).toMatch(/README\.md is current\n$/)
})
