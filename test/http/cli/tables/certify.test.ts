import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { shippedTablesFolder } from "../../../../http/shipped-tables.ts"
import { certifyTables, writeCertificates } from "../../../../http/cli/tables/certify.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"
import { python } from "../../../support/programs.ts"
import { runProcess } from "../../../support/run-process.ts"
import { hasVerifier, verifier } from "../../../support/verified.ts"
import { copyTables } from "../../tables/copied-tables.ts"
import { runHere } from "../run.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-certify-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: ReadonlyArray<string>) => runHere({})(["tables", ...args])

/** What the script says of a folder of certificates, with the status that it ends with. */
const verify = (certificates: string, ...flags: ReadonlyArray<string>) =>
  runProcess(python, [verifier, "--declarations", certificates, ...flags, certificates], {
    cwd: folder,
  })

const read = (...path: ReadonlyArray<string>): string => readFileSync(join(...path), "utf8")

/** Two imported tables: one of conditions alone, one with an expression that only FEEL says. */
const importTables = (): void => {
  const shared = {
    format: "viatica table 1",
    about: "What a ride costs.",
    annotations: [],
    from: { format: "dmn", version: "1.3", id: "fare" },
  }
  const age = { name: "age", label: "Age", expression: "age", type: "number", minimum: 0 }
  const fare = { name: "fare", label: "Fare", type: "number" }
  const write = (name: string, definition: object, csv: string): void => {
    const json = JSON.stringify({ ...shared, name, ...definition })
    writeFileSync(join(folder, `${name}.table.json`), json)
    writeFileSync(join(folder, `${name}.csv`), csv)
  }
  write(
    "fare",
    { hitPolicy: "unique", inputs: [age], outputs: [fare] },
    "\uFEFFage,fare\r\n<65,2.50\r\n>65,1.25\r\n",
  )
  write(
    "asked",
    { hitPolicy: "first", inputs: [age], outputs: [{ ...fare, type: "feel" }] },
    "age,fare\n,age * 2\n",
  )
}

describe("the certificates of tables", () => {
  it.skipIf(!hasVerifier)("prove the shipped tables to a script that trusts nothing", async () => {
    const certificates = join(folder, "shipped")
    const certified = certifyTables(shippedSources()) ?? []
    const [first = ""] = await Effect.runPromise(writeCertificates(certificates, certified))
    const [, tables, verdicts] =
      /(\d+) tables, (\d+) verdicts proven, 0 refuted, 0 not certified$/.exec(first) ?? []
    const told = await verify(certificates, "--tables", shippedTablesFolder)
    assert.strictEqual(told.status, 0, told.stdout)
    assert.lengthOf(told.stdout.match(/^ {2}proven: /gm) ?? [], Number(verdicts))
    assert.lengthOf(told.stdout.match(/^\/.*: .*\.csv, /gm) ?? [], Number(tables))
    const sizes = told.stdout.match(/^\/[^:]*/gm)?.map((path) => read(path).length) ?? []
    assert.isBelow(Math.max(...sizes), 1_000_000)
  })

  it.skipIf(!hasVerifier)("refute an imported table by facts, and leave FEEL aside", async () => {
    importTables()
    const certificates = join(folder, "imported")
    const both = ["fare", "asked"].map((name) => join(folder, `${name}.table.json`))
    const { stdout } = await run("check", ...both, "--certify", certificates)
    assert.include(
      stdout,
      [
        `certificates in ${certificates}: 1 table, 1 verdict proven, 1 refuted, 1 not certified`,
        "  asked.csv: no verdict is certified: there are expressions of FEEL in fare, which no proof looks into",
        "  declarations to read, as they are new or other ones: fare.csv",
      ].join("\n"),
    )
    const told = await verify(certificates, "--tables", folder)
    assert.strictEqual(told.status, 2)
    assert.include(
      told.stdout,
      "fare.csv, unique, rows 2\n  refuted: no gap, as for age 65\n  proven: no overlap\n",
    )
    const again = await run("check", ...both, "--certify", certificates, "--json")
    assert.lengthOf(JSON.parse(again.stdout) as ReadonlyArray<unknown>, 2)
  })
})

describe("`tables diff --certify`", () => {
  it.skipIf(!hasVerifier)("shows that another form of a table answers alike", async () => {
    using before = copyTables()
    using after = copyTables()
    const certificates = join(folder, "versions")
    const [first, second] = ["leisure,<=2,55\n", "leisure,0,55\nleisure,[1..2],55\n"]
    before.edit("sandbox/age_factors.csv", (text) => text.replace(/^leisure,<=2,.*\n/m, first))
    after.edit("sandbox/age_factors.csv", (text) => text.replace(/^leisure,<=2,.*\n/m, second))
    const flags = ["--no-impact", "--table", "sandbox/age_factors"]
    const { stdout } = await run(
      "diff",
      before.folder,
      after.folder,
      ...flags,
      "--certify",
      certificates,
    )
    assert.include(stdout, "1 table, 1 verdict proven, 0 refuted, 0 not certified")
    const folders = ["--before", before.folder, "--tables", after.folder]
    const told = await verify(certificates, ...folders)
    assert.strictEqual(told.status, 0, told.stdout)
    assert.include(told.stdout, "  proven: equivalent\n")
    after.edit("sandbox/age_factors.csv", (text) => text.replace("leisure,0,55", "leisure,0,56"))
    const other = await verify(certificates, ...folders)
    assert.strictEqual(other.status, 1)
    assert.include(other.stdout, "REFUSED: it is of another version")
  })
})

it.skipIf(hasVerifier)(
  "certificates are not read: there is no Python 3.9; VIATICA_TEST_PYTHON names one",
  () => {
    assert.isFalse(hasVerifier)
  },
)
