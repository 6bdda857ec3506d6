import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { shippedTablesFolder } from "../../../../http/shipped-tables.ts"
import { tableFiles } from "../../../../rules/tables/index.ts"
import { isInstalled, python } from "../../../support/programs.ts"
import { copyTables, type CopiedTables } from "../../tables/copied-tables.ts"
import { runHere } from "../run.ts"

const run = runHere({})

const textsIn = (folder: string) =>
  Object.fromEntries(tableFiles.map((file) => [file, readFileSync(join(folder, file), "utf8")]))

const shipped = textsIn(shippedTablesFolder)

const exportTo = async ({ folder }: CopiedTables, ...tables: ReadonlyArray<string>) => {
  const path = join(folder, "tables.xlsx")
  const outcome = await run(["tables", "export", "--xlsx", path, ...tables, "--tables", folder])
  expect(outcome).toMatchObject({ status: 0, stderr: "" })
  return path
}

const importFrom = (path: string, { folder }: CopiedTables, ...flags: ReadonlyArray<string>) =>
  run(["tables", "import", path, "--tables", folder, ...flags])

/** Runs Python over a workbook, whose path and the one to write it to are its arguments. */
const runPython = (program: string, path: string): string => {
  const { status, stderr, stdout } = spawnSync(python, ["-c", program, path], { encoding: "utf8" })
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  return stdout
}

const openpyxl = isInstalled(python, "-c", "import openpyxl")
const soffice = isInstalled("soffice", "--version")

describe("viatica tables export --xlsx, and import", () => {
  it("change no byte of any table", async () => {
    using tables = copyTables()
    const path = await exportTo(tables)
    const { status, stdout } = await importFrom(path, tables, "--write")
    expect(status).toBe(0)
    expect(stdout).toBe(`nothing to import: ${tableFiles.length} tables unedited\n`)
    expect(textsIn(tables.folder)).toEqual(shipped)
  })

  it("refuse a file that is no workbook", async () => {
    using tables = copyTables()
    const path = join(tables.folder, "tables.xlsx")
    expect((await importFrom(path, tables)).stderr).toBe(
      `viatica: Cannot read ${path}: no such file or folder\n`,
    )
    writeFileSync(path, "a,b\n")
    const { status, stderr } = await importFrom(path, tables)
    expect(status).toBe(1)
    expect(stderr).toContain("This is no XLSX workbook that can be read")
  })

  it.skipIf(!openpyxl)(
    `give a workbook that another reader reads alike${openpyxl ? "" : " (skipped: Python has no openpyxl here)"}`,
    async () => {
      using tables = copyTables()
      const path = await exportTo(tables, "sandbox/tariffs", "sandbox/offers", "countries")
      const printed = runPython(
        `
import json, openpyxl, sys
book = openpyxl.load_workbook(sys.argv[1])
sheet = book["sandbox.tariffs"]
first = next(row for row in sheet.iter_rows(min_row=2) if not str(row[0].value).startswith("#"))
print(json.dumps({
  "names": [each.title for each in book if each.sheet_state == "visible"],
  "frozen": sheet.freeze_panes,
  "isProtected": sheet.protection.sheet,
  "locked": [sheet["A1"].protection.locked, first[0].protection.locked],
  "note": sheet["D1"].comment.text.split("\\n")[0],
  "types": [cell.data_type for cell in first],
  "formats": [cell.number_format for cell in first],
  "choices": [[str(one.sqref)[0], one.formula1] for one in sheet.data_validations.dataValidation],
  "lists": sorted(book.defined_names),
  "truth": next(row for row in book["countries"].iter_rows(min_row=2) if row[0].value == "US")[[c.value for c in book["countries"][1]].index("schengen")].value,
}))
`,
        path,
      )
      expect(JSON.parse(printed)).toMatchObject({
        names: ["countries", "sandbox.offers", "sandbox.tariffs"],
        frozen: "A2",
        isProtected: true,
        locked: [true, false],
        types: ["s", "s", "s", "n", "n"],
        formats: ["@", "@", "@", "0.00", "0.00"],
        lists: expect.arrayContaining(["list.sandbox.offers.tariff"]),
        choices: [
          ["A", "list.sandbox.offers.tariff"],
          ["B", '"europe,world,north_america"'],
        ],
        truth: false,
      })
    },
  )

  it.skipIf(!openpyxl)(
    `show what another program has edited before they write it${openpyxl ? "" : " (skipped: Python has no openpyxl here)"}`,
    async () => {
      using tables = copyTables()
      const path = await exportTo(tables)
      runPython(
        `
import openpyxl, sys
book = openpyxl.load_workbook(sys.argv[1])
sheet = book["sandbox.offers"]
names = [cell.value for cell in sheet[1]]
row = next(row for row in sheet.iter_rows() if row[0].value in (101, "101"))
row[names.index("minimum_premium")].value = 9.5
book.save(sys.argv[1])
`,
        path,
      )
      const shown = await importFrom(path, tables)
      expect(shown).toMatchObject({ status: 0, stderr: "" })
      expect(shown.stdout).toContain('minimum_premium: "9.00" -> "9.50"')
      expect(shown.stdout).toContain("1 table to write; --write does it")
      expect(textsIn(tables.folder)).toEqual(shipped)
      await importFrom(path, tables, "--write")
      const file = "sandbox/offers.csv"
      expect(textsIn(tables.folder)).toEqual({
        ...shipped,
        [file]: shipped[file]?.replace(/^(101,.*),9\.00,/m, "$1,9.50,"),
      })
    },
  )

  it.skipIf(!soffice)(
    `bring back what LibreOffice saves${soffice ? "" : " (skipped: soffice is not installed here)"}`,
    { timeout: 600_000 },
    async () => {
      using tables = copyTables()
      const path = await exportTo(tables)
      const out = join(tables.folder, "saved")
      const args = ["--headless", "--convert-to", "xlsx", "--outdir", out, path]
      expect(spawnSync("soffice", args, { timeout: 300_000 }).status).toBe(0)
      const { stdout } = await importFrom(join(out, "tables.xlsx"), tables)
      expect(stdout).toContain("nothing to import")
    },
  )

  it.skipIf(!soffice)(
    `and tables that LibreOffice saves as CSV say the same${soffice ? "" : " (skipped: soffice is not installed here)"}`,
    { timeout: 600_000 },
    async () => {
      using tables = copyTables()
      for (const file of tableFiles) {
        const path = join(tables.folder, file)
        const filter = "--convert-to=csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false"
        const args = [
          "--headless",
          "--infilter=CSV:44,34,76,1",
          filter,
          "--outdir",
          join(path, ".."),
          path,
        ]
        expect(spawnSync("soffice", args, { timeout: 60_000 }).status).toBe(0)
      }
      const { status, stdout } = await run([
        "tables",
        "diff",
        "--base",
        shippedTablesFolder,
        "--tables",
        tables.folder,
        "--no-impact",
        "--exit-code",
      ])
      expect({ status, stdout }).toMatchObject({ status: 0 })
    },
  )
})

describe("viatica tables tidy", () => {
  it("finds the shipped tables tidy", async () => {
    const { status, stdout } = await run(["tables", "tidy"])
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${tableFiles.length} tables in the house's form\n`,
    })
  })

  it("shows what it would rewrite, and rewrites it with --write", async () => {
    using tables = copyTables()
    tables.edit(
      "sandbox/cancellation_rates.csv",
      (text) => `\u{feff}${text.replace(",420", ',"4,2 %"').replaceAll("\n", "\r\n")}`,
    )
    const args = [
      "tables",
      "tidy",
      "cancellation_rates",
      "sandbox/cancellation_rates",
      "--tables",
      tables.folder,
    ]
    const shown = await run(args.toSpliced(2, 1))
    const path = join(tables.folder, "sandbox/cancellation_rates.csv")
    const lines = (shipped["sandbox/cancellation_rates.csv"] ?? "").split("\n")
    const line = 1 + lines.findIndex((text) => text.includes(",420"))
    expect(shown.stdout).toBe(
      [
        `${path}: no byte order mark, LF in place of other line ends, 1 line rewritten`,
        `  line ${line} share_bps: "4,2 %" becomes 420`,
        "1 table to rewrite; --write does it; what could be read before says the same as before",
        "",
      ].join("\n"),
    )
    expect(readFileSync(path, "utf8")).toContain("\r\n")
    await run([...args.toSpliced(2, 1), "--write"])
    expect(readFileSync(path, "utf8")).toBe(shipped["sandbox/cancellation_rates.csv"])
  })

  it("typesets French texts, and says what of them", async () => {
    using tables = copyTables()
    tables.edit("messages/words.csv", (text) =>
      text.replace(/^there,.*$/m, "there,là : l'un,the card's : there,"),
    )
    const path = join(tables.folder, "messages/words.csv")
    const { stdout } = await run([
      "tables",
      "tidy",
      "messages/words",
      "--write",
      "--tables",
      tables.folder,
    ])
    expect(stdout).toContain(
      `  line 2 fr: "là : l'un" becomes là\u00a0: l’un (typeset: apostrophe, space)`,
    )
    expect(readFileSync(path, "utf8")).toContain("\nthere,là\u00a0: l’un,the card's : there,\n")
  })

  it("refuses what it cannot tell, and leaves it alone", async () => {
    using tables = copyTables()
    tables.edit("fees.csv", (text) => text.replace("name,value", "value"))
    const before = readFileSync(join(tables.folder, "fees.csv"), "utf8")
    const { status, stderr, stdout } = await run([
      "tables",
      "tidy",
      "fees",
      "--write",
      "--tables",
      tables.folder,
    ])
    expect(status).toBe(1)
    expect(stderr).toBe("viatica: 1 table cannot be tidied: fees.csv\n")
    expect(stdout).toContain("cannot be tidied before this is mended")
    expect(readFileSync(join(tables.folder, "fees.csv"), "utf8")).toBe(before)
  })
})
