import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { parquetReadObjects } from "hyparquet"
import { readCsv } from "../../../core/table/csv.ts"
import { readWorkbook } from "../../../http/tables/forms/read-workbook.ts"
import { writeWorkbook } from "../../../http/tables/forms/write-workbook.ts"
import { workbookParts, zipped } from "../../support/small-archive.ts"
import { runProcess } from "../../support/run-process.ts"
import { expectLine, runCommand } from "./run.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-request-tables-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const viatica = runCommand({})
const fileIn = (name: string) => join(folder, name)

const header =
  "id,intent,startDate,endDate,countryResidence,arrivalCountries,travellers,tripPrice,isAnnual"
const tripRows = [
  "a1,forTourism,2027-07-01,2027-07-14,FR,US;CA,34;31,2500,",
  "# what is not a row, and not a request",
  "7,forTourism,2027-07-01,2027-07-14,FR,ES,34,,FALSE",
  '"=8",forTourism,2027-07-01,2027-07-14,FR,ES,34,1 250,',
  "",
  "9,forTourism,2027-07-01,2027-07-14,FR,BV,34,,",
]
const trips = [header, ...tripRows].map((line) => `${line}\r\n`).join("")

const trip = (arrivalCountries: ReadonlyArray<string>, ages: ReadonlyArray<number>) => ({
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries,
  travellers: ages.map((age) => ({ age })),
})

const tripLines = [
  { id: "a1", trip: { ...trip(["US", "CA"], [34, 31]), tripPrice: 2500 } },
  { id: 7, trip: { ...trip(["ES"], [34]), isAnnual: false } },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("")

const refusedRows = (place: string) => [
  `${place}5: BAD_CELL: trip.tripPrice: "1 250" should be a number, with a point before its decimals (id "=8")`,
  `${place}7: PRICING_UNAVAILABLE: No insurer gave a price. (id 9)`,
  "viatica: 2 of 4 rows got no quote",
  "",
]

const cellsOf = (csv: string) => Result.getOrThrow(readCsv(csv)).map(({ texts }) => texts)

writeFileSync(fileIn("trips.csv"), `\uFEFF${trips}`)

describe("requests in a table", () => {
  it("are answered as the same lines of JSON are, refused rows by their number", async () => {
    const lines = await viatica(["quote", "-"], tripLines)
    assert.strictEqual(lines.status, 0, lines.stderr)
    const file = await viatica(["quote", `@${fileIn("trips.csv")}`])
    assert.strictEqual(file.stdout, lines.stdout)
    assert.deepStrictEqual(file.stderr.split("\n"), refusedRows("trips.csv:"))
    assert.strictEqual(file.status, 1)
    const piped = await viatica(["quote", "-", "--workers", "2"], trips)
    assert.strictEqual(piped.stdout, lines.stdout)
    assert.deepStrictEqual(piped.stderr.split("\n"), refusedRows("row "))
  })

  it("are answered with semicolons or tabs between cells, as spreadsheets write them", async () => {
    const [first = "", second = ""] = tripLines.trimEnd().split("\n")
    const lines = await viatica(["quote", "-"], `${first}\n${second}\n`)
    for (const separator of [";", "\t"]) {
      const rows = [
        header.split(","),
        ["a1", "forTourism", "2027-07-01", "2027-07-14", "FR", '"US;CA"', '"34;31"', "2500,00", ""],
        ["7", "forTourism", "2027-07-01", "2027-07-14", "FR", "ES", "34", "", "FALSE"],
      ].map((cells) => cells.join(separator))
      const text = separator === ";" ? rows : rows.map((row) => row.replace("2500,00", "2500"))
      writeFileSync(fileIn("other.csv"), `\uFEFF${text.join("\r\n")}\r\n`)
      const file = await viatica(["quote", `@${fileIn("other.csv")}`])
      assert.deepStrictEqual(file, { status: 0, stdout: lines.stdout, stderr: "" })
    }
  })

  it("are answered from a workbook, with its days and its numbers", async () => {
    const rows = [
      header.split(","),
      ["a1", "forTourism", 46569, "2027-07-14", "FR", "US;CA", "34;31", 2500, null],
      [],
      [7, "forTourism", 46569, 46582, "FR", "ES", 34, null, false],
    ]
    const bytes = await Effect.runPromise(writeWorkbook([{ name: "Trips", rows }]))
    writeFileSync(fileIn("trips.xlsx"), bytes)
    const lines = await viatica(["quote", "-"], tripLines)
    const book = await viatica(["quote", `@${fileIn("trips.xlsx")}`])
    assert.strictEqual(book.stdout, lines.stdout)
    assert.deepStrictEqual([book.stderr, book.status], ["", 0])
  })

  it("are answered from workbooks of other programs by what these mean", async () => {
    const inline = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const row = (...cells: ReadonlyArray<string>) => `<row>${cells.join("")}</row>`
    const days = "<c><v>45107</v></c><c><v>45120</v></c>"
    const last = '<row r="1048576"><c r="XFD1048576" s="1"/></row>'
    const asked = (...cells: ReadonlyArray<string>) =>
      zipped(
        workbookParts({
          "xl/workbook.xml":
            '<workbook><workbookPr date1904="1"/><sheets><sheet name="Chart" r:id="r9"/><sheet name="S" r:id="r0"/></sheets></workbook>',
          "xl/sheet.xml": `<worksheet><sheetData>${row(...header.split(",").map(inline))}${cells.join("")}${last}</sheetData></worksheet>`,
        }),
      )
    const spoken = '<c t="inlineStr"><is><t>ES</t><rPh sb="0" eb="2"><t>XX</t></rPh></is></c>'
    const trip = (to: string, price: string) =>
      row(
        "<c><v>7</v></c>",
        inline("forTourism"),
        days,
        inline("FR"),
        to,
        inline("34"),
        price,
        inline("FALSE"),
      )
    const lines = await viatica(["quote", "-"], tripLines.split("\n")[1])
    writeFileSync(fileIn("mac.xlsx"), asked(trip(spoken, "<c/>")))
    const book = await viatica(["quote", `@${fileIn("mac.xlsx")}`])
    assert.deepStrictEqual(book, { status: 0, stdout: lines.stdout, stderr: "" })
    writeFileSync(fileIn("lost.xlsx"), asked(trip(spoken, '<c t="s"><v>9999</v></c>')))
    const lost = await viatica(["quote", `@${fileIn("lost.xlsx")}`])
    assert.deepStrictEqual([lost.stdout, lost.status], ["", 1])
    assert.include(
      lost.stderr,
      'lost.xlsx:2: BAD_CELL: trip.tripPrice: "a text that is not in the workbook" should be a value',
    )
    const none = zipped(
      workbookParts({
        "xl/workbook.xml":
          '<workbook><sheets><sheet name="Chart" r:id="r9"/><sheet name="Old" state="hidden" r:id="r0"/></sheets></workbook>',
      }),
    )
    writeFileSync(fileIn("none.xlsx"), none)
    expectLine(
      await viatica(["quote", `@${fileIn("none.xlsx")}`]),
      1,
      "none.xlsx: no sheet holds rows; sheet Chart has no cells in the file, sheet Old is hidden",
    )
  })

  it("with a column that there is not are refused before any answer", async () => {
    const request = "id,residnece,destinations\n1,FR,US\n"
    expectLine(await viatica(["bilan", "-"], request), 1, 'row 1: no column is called "residnece"')
    writeFileSync(fileIn("typo.csv"), request)
    const refused = await viatica(["bilan", `@${fileIn("typo.csv")}`, "--out", fileIn("typo.xlsx")])
    expectLine(refused, 1, 'typo.csv:1: no column is called "residnece"; did you mean "residence"?')
    assert.notInclude(readdirSync(folder).join(), "typo.xlsx")
  })

  it("that are none are told apart", async () => {
    writeFileSync(fileIn("old.xls"), "\u00d0\u00cf\u0011\u00e0")
    writeFileSync(fileIn("latin.csv"), Buffer.from("id,residence\n1,\xe9\n", "latin1"))
    writeFileSync(fileIn("empty.csv"), "\r\n,,\r\n")
    for (const [name, says] of [
      ["old.xls", "old.xls: it is no XLSX workbook: "],
      ["latin.csv", "latin.csv: it is not in UTF-8: save it as CSV UTF-8, or as XLSX"],
      ["empty.csv", "empty.csv: it is empty"],
    ] as const) {
      expectLine(await viatica(["bilan", `@${fileIn(name)}`]), 1, says)
    }
  })
})

describe("answers in a table", () => {
  const columns = "row,id,name,price,request.trip.tripPrice,offers.0.plan"

  it("are CSV that is safe to open for people, refusals among them where asked for", async () => {
    const asked = ["--format", "csv", "--columns", columns, "--refusals", "inline"]
    const ended = await viatica(["quote", "-", ...asked, "--for-people"], trips)
    const [head, ...rows] = cellsOf(ended.stdout)
    assert.deepStrictEqual(head, [...columns.split(","), "error", "detail"])
    assert.deepStrictEqual(
      [...new Set(rows.map(([row, id]) => `${row} ${id}`))],
      ["2 a1", "4 7", "5 '=8", "7 9"],
    )
    assert.deepStrictEqual(rows.at(-1)?.slice(2), [
      "",
      "",
      "",
      "",
      "PRICING_UNAVAILABLE",
      "No insurer gave a price.",
    ])
    assert.strictEqual(ended.stderr, "viatica: 2 of 4 rows got no quote\n")
  })

  it("carry ids as they came where programs read them, and mark them where people do", async () => {
    const ids = ["=8", "a;=1", "+33", "-A1", "@42", " ＝1", "\t=1", "plain"]
    const requests = ids.map((id) => JSON.stringify({ id, residence: "FR", destinations: ["US"] }))
    const idsIn = async (...flags: ReadonlyArray<string>) => {
      const asked = ["bilan", "-", "--format", "csv", "--columns", "id", ...flags]
      const ended = await viatica(asked, `${requests.join("\n")}\n`)
      assert.strictEqual(ended.status, 0, ended.stderr)
      return cellsOf(ended.stdout)
        .slice(1)
        .map(([id]) => id)
    }
    const marked = ["'=8", "a;'=1", "'+33", "'-A1", "'@42", "' ＝1", "'\t=1", "plain"]
    assert.deepStrictEqual(await idsIn(), ids)
    assert.deepStrictEqual(await idsIn("--for-people"), marked)
    const out = fileIn("marked.xlsx")
    const written = ["bilan", "-", "--out", out, "--columns", "id"]
    assert.strictEqual((await viatica(written, `${requests.join("\n")}\n`)).status, 0)
    const [sheet] = await Effect.runPromise(readWorkbook(readFileSync(out)))
    assert.deepStrictEqual(sheet?.rows.slice(1).flat(), marked)
    const misused = ["bilan", "-", "--for-people", "--format", "arrow", "--out", fileIn("no.arrow")]
    const refused = await viatica(misused, `${requests.join("\n")}\n`)
    assert.include(refused.stderr, "--for-people is for CSV; arrow is read by programs, as it came")
  })

  it("say what of a request was not read, row by row", async () => {
    const request =
      "id,residence,destinations,network,tier\n1,FR,US,vsia,premier\n2,FR,US,visa,premier\n"
    const ended = await viatica(["bilan", "-", "--format", "csv"], request)
    const [head = [], ...rows] = cellsOf(ended.stdout)
    const [first, second] = rows.map((row) => row[head.indexOf("unread")])
    assert.match(first ?? "", /^card\.network: .* did you mean "visa"/)
    assert.strictEqual(second, "")
  })

  it("are the same in every format", async () => {
    const files = ["csv", "xlsx", "parquet", "ndjson"].map((format) => fileIn(`quotes.${format}`))
    for (const file of files) {
      const asked = ["--out", file, "--columns", "row,id,rank,offerId,name,price"]
      const ended = await viatica(["quote", "-", ...asked], tripLines)
      assert.deepStrictEqual(ended, { status: 0, stdout: "", stderr: "" })
    }
    const [csv = "", xlsx = "", parquet = "", ndjson = ""] = files
    const texts = cellsOf(readFileSync(csv, "utf8"))
    assert.isAbove(texts.length, 4)
    const [sheet] = await Effect.runPromise(readWorkbook(readFileSync(xlsx)))
    assert.deepStrictEqual(
      sheet?.rows.map((row) => row.map(String)),
      texts,
    )
    assert.strictEqual(typeof sheet?.rows[1]?.[5], "number")
    const bytes = new Uint8Array(readFileSync(parquet))
    const objects = await parquetReadObjects({ file: bytes.buffer })
    assert.deepStrictEqual(
      objects.map((row) => Object.values(row).map(String)),
      texts.slice(1),
    )
    const lines = readFileSync(ndjson, "utf8").trimEnd().split("\n")
    assert.deepStrictEqual(
      lines.map((line) => Object.values(JSON.parse(line) as object).map(String)),
      texts.slice(1),
    )
  })

  it("are a table of one request, too, which may be a document over several lines", async () => {
    const request = JSON.stringify({ id: "x", residence: "FR", destinations: ["US"] }, null, 2)
    const ended = await viatica(["bilan", request, "--format", "csv"])
    assert.strictEqual(ended.status, 0, ended.stderr)
    const [head = [], row = []] = cellsOf(ended.stdout)
    const bilan = Object.fromEntries(head.map((name, index) => [name, row[index]]))
    assert.include(bilan, { row: "1", id: "x", market: "fr", destinations: "US", origin: "none" })
    assert.include(bilan, { shouldSell: "TRUE", ceilingOk: "FALSE", coveredCount: "0" })
    assert.strictEqual(bilan["arguments"]?.split(";").length, Number(bilan["argumentCount"]))
  })

  it("stand among lines of JSON with refusals beside them where asked for", async () => {
    const ended = await viatica(["bilan", "-", "--refusals", "inline"], '{"id":1.50}\n{\n')
    assert.deepStrictEqual(ended.stdout.split("\n"), [
      '{"id":1.50,"row":1,"error":"BAD_RESIDENCE","detail":"residence: a 2-letter country code"}',
      '{"row":2,"error":"INVALID_JSON","detail":"not valid JSON in UTF-8"}',
      "",
    ])
    assert.strictEqual(ended.status, 1)
  })

  it("are refused before they are made where they cannot be written so", async () => {
    const quote = (...flags: ReadonlyArray<string>) => viatica(["quote", "-", ...flags], tripLines)
    expectLine(await quote("--columns", "id,nmae"), 1, 'no column "nmae" in the answers')
    expectLine(await quote("--format", "csv", "--explain"), 2, "--explain has no columns")
    expectLine(
      await quote("--out", fileIn("no/such.csv")),
      1,
      "no/such.csv: no such file or folder",
    )
    assert.notInclude(readdirSync(folder).join(), ".part")
  })

  it("are read by other programs, where this machine has them", async ({ skip }) => {
    const read = "import sys, pyarrow.parquet as p; print(p.read_table(sys.argv[1]).to_pylist())"
    const file = fileIn("other.parquet")
    const made = await viatica(
      ["bilan", "-", "--out", file],
      '{"residence":"FR","destinations":["US"]}\n{"residence":"FR","destinations":["ES"]}\n',
    )
    assert.strictEqual(made.status, 0, made.stderr)
    const options = { cwd: folder, environment: {}, input: "", timeoutMs: 60_000 }
    const python = await runProcess("python3", ["-c", "import pyarrow.parquet"], options).catch(
      () => undefined,
    )
    if (python?.status !== 0) return skip("pyarrow is not installed")
    const { status, stderr, stdout } = await runProcess("python3", ["-c", read, file], options)
    assert.strictEqual(status, 0, stderr)
    assert.include(stdout, "'shouldSell': True")
  })
})
