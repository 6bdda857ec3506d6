import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describeTableError } from "../../../core/table/error.ts"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { loadBundle } from "../../../http/tables/load-bundle.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { copyTables } from "./copied-tables.ts"

const mistakesIn = (folder: string) =>
  loadBundle(folder).pipe(
    Effect.as<ReadonlyArray<string>>([]),
    Effect.catchTag("TablesInvalid", ({ errors }) =>
      Effect.succeed(errors.map(describeTableError)),
    ),
    Effect.runPromise,
  )

it("the shipped tables hold no mistake", async () => {
  expect(await mistakesIn(shippedTablesFolder)).toEqual([])
})

it("every reference names a column of a table", () => {
  const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)
  const byFile = new Map(all.map((each) => [each.file, Object.keys(columnsOf(each))]))
  const references = all
    .flatMap((definition) => Object.values(columnsOf(definition)))
    .flatMap((column) => ("reference" in column ? [column.reference] : []))
  expect(references.length).toBeGreaterThan(20)
  for (const reference of references) {
    expect(byFile.get(reference?.file ?? "")).toContain(reference?.column)
  }
})

it("mistakes of every kind in several files are all reported, in the order of files and lines", async () => {
  using tables = copyTables()
  tables.insert(
    "sandbox/tariffs.csv",
    "leisure_essential,eurpe,<=8,5.50,1.40",
    "leisure_essential,europe,8..9,5.50,1.40",
    "leisure_essential,europe,<=8,5.50",
    "leisure_essential,not(world|europ),<=8,5.50,cheap",
  )
  tables.insert("coach/bank_aliases.csv", "FR,parisian,BNP Parisbas,unsourced")
  tables.insert(
    "currencies.csv",
    'XAA,"A, quoted",two,1.5,0,2026-01-01,test',
    "XAB,Test,2,1.5,0,2026-02-30,test",
    "XAC,Test,2,1.5,0,2026-01-01,test",
    "XAC,Test,2,1.5,0,2026-01-01,test",
  )
  tables.edit("reference/us_states.csv", (text) => text.replace("state,name", "state,nane"))
  tables.edit("reference/languages.csv", (text) =>
    text
      .trimEnd()
      .split("\n")
      .map((line, index) => (index === 0 ? `${line},extra` : `${line},`))
      .join("\n"),
  )
  expect(await mistakesIn(tables.folder)).toEqual([
    'coach/bank_aliases.csv:2:13 bank: "BNP Parisbas" should be an existing bank of coach/cards.csv; did you mean "BNP Paribas"?',
    'currencies.csv:2:17 minor_units: "two" should be an integer 0..4',
    'currencies.csv:3:18 rate_date: "2026-02-30" should be a calendar day YYYY-MM-DD',
    'currencies.csv:5:1 code: "XAC" should be a key of its own; line 4 has it already',
    'reference/languages.csv:1:15 "extra" should be one of the columns language, name',
    'reference/us_states.csv:1:7 "nane" should be one of the columns state, name; did you mean "name"?',
    'sandbox/tariffs.csv:2:19 zone: "eurpe" should be one of europe, world, north_america; did you mean "europe"?',
    'sandbox/tariffs.csv:3:26 days: "8..9" should be a number, <n, <=n, >n, >=n or a range such as [10..20); write [8..9]',
    'sandbox/tariffs.csv:4:1 "leisure_essential,europe,<=8,5.50" should be 5 fields, as in the header, not 4',
    'sandbox/tariffs.csv:5:19 zone: "not(world|europ)" should be one of europe, world, north_america; did you mean "europe"?',
    'sandbox/tariffs.csv:5:45 per_person_per_day: "cheap" should be a decimal 0..10000',
  ])
})

it("a mistake in a key column is no duplicate key as well", async () => {
  using tables = copyTables()
  tables.insert("reference/limits.csv", "UPPER,1,one,test", "UPPER,1,one,test")
  const expected = 'name: "UPPER" should be text of the form ^[a-z_]+$; write upper'
  expect(await mistakesIn(tables.folder)).toEqual([
    `reference/limits.csv:2:1 ${expected}`,
    `reference/limits.csv:3:1 ${expected}`,
  ])
})

it("a missing column and a missing file make no bad references elsewhere", async () => {
  using tables = copyTables()
  tables.edit("reference/guarantees.csv", (text) => text.replace("slug,", "slugs,"))
  tables.remove("countries.csv")
  expect(await mistakesIn(tables.folder)).toEqual([
    "countries.csv:1:1 expected a file of this name",
    'reference/guarantees.csv:1:1 "slugs" should be one of the columns slug, group, label, at_home, same_on_cards; did you mean "slug"?',
  ])
})

it("a file that no table reads is reported with the name that it may have been meant for", async () => {
  using tables = copyTables()
  tables.remove("sandbox/tariffs.csv")
  writeFileSync(join(tables.folder, "sandbox/tarifs.csv"), "")
  writeFileSync(join(tables.folder, ".hidden.csv"), "")
  writeFileSync(join(tables.folder, "notes.txt"), "")
  const mistakes = await mistakesIn(tables.folder)
  expect(mistakes.slice(0, 2)).toEqual([
    "sandbox/tariffs.csv:1:1 expected a file of this name",
    'sandbox/tarifs.csv:1:1 expected a file that belongs to a table; no table reads this one; did you mean "sandbox/tariffs.csv"?',
  ])
  expect(mistakes).toHaveLength(2)
})

it("a folder in the place of a table, and an empty table, are reported", async () => {
  using tables = copyTables()
  tables.remove("fees.csv")
  mkdirSync(join(tables.folder, "fees.csv"))
  tables.edit("reference/languages.csv", () => "")
  expect(await mistakesIn(tables.folder)).toEqual([
    "fees.csv:1:1 expected a file that can be read: it is a folder",
    "reference/languages.csv:1:1 expected a header row: language,name",
  ])
})

it("a byte order mark and Windows line ends, as spreadsheets write them, change nothing", async () => {
  using tables = copyTables()
  const before = await Effect.runPromise(loadBundle(tables.folder))
  tables.edit("reference/languages.csv", (text) => `\u{feff}${text.replaceAll("\n", "\r\n")}`)
  const after = await Effect.runPromise(loadBundle(tables.folder))
  expect(after.hash).toBe(before.hash)
  expect(after.tables.languages.rows).toEqual(before.tables.languages.rows)
  tables.insert("reference/languages.csv", "XX,Upper")
  expect(await mistakesIn(tables.folder)).toEqual([
    'reference/languages.csv:2:1 language: "XX" should be text of the form ^[a-z]{2}$; write xx',
  ])
})

it("bytes that are not UTF-8 are reported once a file, never replaced in silence", async () => {
  using tables = copyTables()
  const latin1 = (text: string) => Buffer.from(text, "latin1")
  tables.edit("reference/languages.csv", () =>
    Buffer.concat([
      Buffer.from("language,name\nxa,É \u{fffd} 𝄞 "),
      latin1("é\nxb,plain\nxc,"),
      Buffer.from([0xef, 0xbf, 0x0a]),
    ]),
  )
  expect(await mistakesIn(tables.folder)).toEqual([
    "reference/languages.csv:2:11 expected text in UTF-8, not the byte 0xe9; save it as CSV UTF-8, or let viatica tables tidy rewrite it (and 1 more line)",
  ])
})

it("a whole folder of tables in Windows-1252 gets one error a file, and none for what it says", async () => {
  using tables = copyTables()
  const files = ["coach/bank_aliases.csv", "coach/cards.csv", "countries.csv"]
  for (const file of files) tables.edit(file, (text) => Buffer.from(text, "latin1"))
  const mistakes = await mistakesIn(tables.folder)
  expect(mistakes.map((mistake) => mistake.replace(/:.*/, ""))).toEqual(files)
  for (const mistake of mistakes) expect(mistake).toContain("expected text in UTF-8")
})

it("a table in UTF-16 gets one error that says so", async () => {
  using tables = copyTables()
  tables.edit("reference/languages.csv", (text) => Buffer.from(`\u{feff}${text}`, "utf16le"))
  expect(await mistakesIn(tables.folder)).toEqual([
    "reference/languages.csv:1:1 expected text in UTF-8, not in UTF-16; save it as CSV UTF-8, or let viatica tables tidy rewrite it",
  ])
})

it("columns separated by semicolons get one error that says so", async () => {
  using tables = copyTables()
  tables.edit("reference/languages.csv", (text) => text.replaceAll(",", ";"))
  expect(await mistakesIn(tables.folder)).toEqual([
    "reference/languages.csv:1:1 expected columns separated by commas, not by semicolons; viatica tables tidy rewrites them",
  ])
})

it("broken CSV is reported with the mistakes above it", async () => {
  using tables = copyTables()
  tables.insert("reference/languages.csv", "XX,Upper", 'xa,"open')
  expect(await mistakesIn(tables.folder)).toEqual([
    'reference/languages.csv:2:1 language: "XX" should be text of the form ^[a-z]{2}$; write xx',
    "reference/languages.csv:3:4 expected a closing quote",
  ])
})

it("whatever stands in a table, every mistake is one line", async () => {
  using tables = copyTables()
  tables.edit("reference/languages.csv", () => 'language,"na\nme"\nxa,b\n')
  tables.insert("fees.csv", '"a\n\u{1b}[31m",1,bps,test')
  for (const mistake of await mistakesIn(tables.folder)) expect(mistake).not.toMatch(/\p{Cc}/u)
})
