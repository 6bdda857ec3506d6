import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { withBins } from "../../support/bin-tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const script = fileURLToPath(new URL("../../../http/facts/import.ts", import.meta.url))
const data = fileURLToPath(new URL("../../../data/", import.meta.url))

const usual = "BIN,Brand,Type,Category,Issuer,IssuerPhone,isoCode2"
const lists = [
  "list,number,by,version,as_of,proof,licence,source",
  "old,1,community,,2014-08,false,MIT,made up for this test",
  "undated,2,community,,,false,MIT,made up for this test",
  "new,3,community,,2025-02,true,MIT,made up for this test",
  "",
].join("\n")

let folder = ""
const into = () => join(folder, "data")
const table = (name: string) => readFileSync(join(into(), "coach", name), "utf8")
const rows = (name: string) =>
  table(name)
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .slice(1)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "viatica-bins-"))
  const coach = join(into(), "coach")
  mkdirSync(coach, { recursive: true })
  for (const name of ["bin_networks", "network_words", "card_types", "cards", "bank_aliases"]) {
    cpSync(join(data, "coach", `${name}.csv`), join(coach, `${name}.csv`))
  }
  const before = withBins(
    shippedSources(),
    "400000,400002,classic,credit,Bank A,US,old",
    "400010,400010,gold,credit,Bank B,US,new",
    "400020,400020,gold,credit,Bank C,FR,undated",
    "400030,400030,classic,debit,Bank D,US,old",
  )
  for (const name of ["bins", "bin_kinds"]) {
    writeFileSync(join(coach, `${name}.csv`), before.get(`coach/${name}.csv`) ?? "")
  }
  writeFileSync(join(coach, "bin_lists.csv"), lists)
})

afterEach(() => rmSync(folder, { recursive: true }))

const run = (lines: ReadonlyArray<string>, ...options: ReadonlyArray<string>) => {
  const file = join(folder, "list.csv")
  writeFileSync(file, lines.join("\n"))
  return spawnSync(
    process.execPath,
    [script, "--bins", file, "--into", into(), "--list", "new", ...options],
    { encoding: "utf8" },
  )
}

const newer = [
  usual,
  "400000,VISA,CREDIT,CLASSIC,Bank A,,US",
  "400001,VISA,CREDIT,PLATINUM,Bank A,,US",
  "400010,VISA,CREDIT,GOLD,Bank B,,US",
  "400020,VISA,CREDIT,PREMIER,Bank C,,FR",
  "40004012,VISA,CHARGE CARD,WORLD  ELITE,Bank E,1 800,US",
  "510510,MASTERCARD,DEBIT,PREPAID PLATINUM,Bank F,,FR",
  "400050,VISA,CREDIT,GOLD,Bank G,,JP",
]

describe("a newer list of card numbers", () => {
  it("says what it would change in each country, and writes nothing", () => {
    const before = table("bins.csv")
    const { status, stderr, stdout } = run(newer)
    expect([status, stderr]).toEqual([0, ""])
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "FR: 1 added, 1 changed, 0 confirmed, 0 unchanged, 0 kept from a newer list",
      "US: 1 added, 1 changed, 1 confirmed, 1 unchanged, 0 kept from a newer list",
      "1 lines of other countries left out, 0 lines refused",
    ])
    expect(stdout).toContain("not written: add --write")
    expect(table("bins.csv")).toBe(before)
  })

  it("is written when asked, keeps what it does not tell, and changes nothing a second time", () => {
    expect(run(newer, "--write").status).toBe(0)
    expect(rows("bins.csv")).toEqual(
      [
        "FR,Bank C,,premier-c3 400020",
        "FR,,,prepaid_platinum-p3 510510",
        "US,Bank A,,classic-c0 400002|classic-c3 400000|platinum-c3 400001",
        "US,Bank B,,gold-c0 400010",
        "US,Bank E,,world_elite-c3 40004012",
        "US,,,classic-d0 400030",
      ].sort(),
    )
    const first = table("bins.csv")
    const { stdout } = run(newer, "--write")
    expect(stdout).toContain("FR: 0 added, 0 changed, 0 confirmed, 2 unchanged")
    expect(stdout).toContain("US: 0 added, 0 changed, 0 confirmed, 4 unchanged")
    expect(table("bins.csv")).toBe(first)
  })

  it("leaves a number alone that a newer list tells, and wins over a list without a date", () => {
    const older = [
      usual,
      "400010,VISA,CREDIT,CLASSIC,Bank Z,,US",
      "400000,VISA,CREDIT,GOLD,Bank Z,,US",
      "400020,VISA,CREDIT,CLASSIC,Bank Z,,FR",
    ]
    const { stdout } = run(older, "--list", "old", "--write")
    expect(stdout).toContain("US: 0 added, 1 changed, 0 confirmed, 0 unchanged, 1 kept")
    expect(stdout).toContain("FR: 0 added, 1 changed")
    expect(table("bins.csv")).toContain("US,Bank B,,gold-c0 400010")
  })

  it("has lines refused one by one, each with its number and reason", () => {
    const { status, stderr, stdout } = run([
      usual,
      "40004,VISA,CREDIT,GOLD,Bank A,,US",
      "400040123,VISA,CREDIT,GOLD,Bank A,,US",
      "400041,VISA,LOAN,GOLD,Bank A,,US",
      "400042,VISA,CREDIT,GOLD,Bank A,,",
      "400043,MASTERCARD,CREDIT,GOLD,Bank A,,US",
      "600043,VISA,CREDIT,GOLD,Bank A,,US",
      "400044,VISA,CREDIT,GOLD,Bank A,,US",
      "400044,VISA,CREDIT,CLASSIC,Bank A,,US",
      "400045,VISA",
      "360000,DINERS CLUB INTERNATIONAL,CREDIT,,Bank A,,US",
    ])
    expect(status).toBe(0)
    expect(stderr.trimEnd().split("\n")).toEqual([
      'list.csv:2: refused: BIN "40004" is not six to eight digits',
      'list.csv:3: refused: BIN "400040123" is not six to eight digits',
      'list.csv:4: refused: Type "LOAN" is none that is known',
      'list.csv:5: refused: isoCode2 "" is no country code of two capitals',
      'list.csv:6: refused: Brand "MASTERCARD" is not the network of 400043: visa',
      'list.csv:7: refused: Brand "VISA" is not the network of 600043: none that is known',
      "list.csv:9: refused: BIN 400044 stands on line 8 already",
      "list.csv:10: refused: expected 7 fields, not 2",
    ])
    expect(stdout).toContain("US: 2 added, 0 changed")
    expect(stdout).toContain("0 lines of other countries left out, 8 lines refused")
  })

  it.each([
    [["BIN,Brand,Type,Category,Issuer"], "Cannot read list.csv:1: expected a column isoCode2"],
    [[usual, '400044,VISA,CREDIT,"GOLD,Bank A,,US'], "Cannot read list.csv:2:20"],
    [[""], "expected a column BIN"],
  ] as const)("of %j is not read at all, and nothing is written", (lines, reason) => {
    const before = table("bins.csv")
    const { status, stderr, stdout } = run(lines, "--write")
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr).toContain(reason)
    expect(table("bins.csv")).toBe(before)
  })

  it("must be one that the tables know", () => {
    const { status, stderr } = run(newer, "--list", "nobody's")
    expect(status).toBe(1)
    expect(stderr).toBe("Cannot find the list nobody's in coach/bin_lists.csv\n")
  })

  it.each([[["--from", "x"]], [["--visas", "x"]], [["--nothing"]]])(
    "goes with no %j",
    (options) => {
      const { status, stderr } = run(newer, ...options)
      expect(status).toBe(2)
      expect(stderr).toContain("--bins FILE")
    },
  )
})
