import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readFacts } from "../../../http/facts/fact-file.ts"

const script = fileURLToPath(new URL("../../../http/facts/import.ts", import.meta.url))
const fixture = fileURLToPath(new URL("./fixture/", import.meta.url))

let folder = ""
const from = () => join(folder, "facts")
const into = () => join(folder, "data")

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "viatica-facts-"))
  cpSync(fixture, from(), { recursive: true })
})

afterEach(() => rmSync(folder, { recursive: true }))

const runImport = () =>
  execFileSync(process.execPath, [script, "--from", from(), "--into", into()], {
    encoding: "utf8",
  })

const texts = () =>
  Object.fromEntries(
    readdirSync(into(), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".csv"))
      .sort()
      .map((file) => [file, readFileSync(join(into(), file), "utf8")]),
  )

const table = (file: string) => readFacts(file, texts()[file] ?? "")

const numbers = () =>
  Object.fromEntries(
    table("coach/cards.csv").map((row) => [
      `${row["bank"]}: ${row["card_name"]}`,
      row["catalogue_id"],
    ]),
  )

const editFacts = (name: string, edit: (lines: ReadonlyArray<string>) => ReadonlyArray<string>) => {
  const path = join(from(), name)
  const [header = "", ...lines] = readFileSync(path, "utf8").trimEnd().split("\n")
  writeFileSync(path, `${[header, ...edit(lines)].join("\n")}\n`)
}

describe("importing facts", () => {
  it("writes the same bytes when run twice", () => {
    runImport()
    const first = texts()
    expect(Object.keys(first)).toEqual([
      "coach/baselines.csv",
      "coach/benefits.csv",
      "coach/bins.csv",
      "coach/cards.csv",
      "coach/formalities.csv",
      "coach/generic_profiles.csv",
      "coach/health_zones.csv",
      "coach/products.csv",
      "countries.csv",
    ])
    expect(runImport()).toContain("cards: 0 added, 0 kept")
    expect(texts()).toEqual(first)
  })

  it("writes the same bytes from reordered facts, so that no catalogue id moves", () => {
    runImport()
    const first = texts()
    for (const name of ["banks-fr.csv", "banks-world.csv", "countries.csv", "health-zones.csv"]) {
      editFacts(name, (lines) => [...lines].reverse())
    }
    runImport()
    expect(texts()).toEqual(first)
  })

  it("gives a new card the next number, and never one that was given before", () => {
    runImport()
    const before = numbers()
    expect(Object.values(before)).toEqual(["1", "2", "3", "4", "5"])
    editFacts("banks-fr.csv", (lines) => [
      "FR,Banque Une,Carte Nouvelle,visa,entry,Visa Classic,unsourced",
      ...lines.slice(1),
    ])
    expect(runImport()).toContain("cards: 1 added, 1 kept")
    expect(numbers()).toEqual({ ...before, "Banque Une: Carte Nouvelle": "6" })
    editFacts("banks-fr.csv", (lines) => lines.slice(1))
    runImport()
    editFacts("banks-fr.csv", (lines) => [
      ...lines,
      "FR,Banque Une,Carte Autre,visa,entry,Visa Classic,unsourced",
    ])
    runImport()
    expect(numbers()["Banque Une: Carte Autre"]).toBe("7")
  })

  it("names generic products by network and tier, and keeps what is unsourced", () => {
    runImport()
    const covers = table("coach/benefits.csv")
    expect(covers.filter((row) => row["product"] === "Generic visa entry")).toHaveLength(2)
    const basic = covers.filter((row) => row["product"] === "Two Basic")
    expect(basic.find((row) => row["slug"] === "cancelTrip")).toMatchObject({
      state: "value",
      value: "1500",
      currency: "USD",
      source: "unsourced",
    })
    const cards = table("coach/cards.csv")
    expect(cards.find((row) => row["card_name"] === "Two Business")).toMatchObject({
      tier: "business",
      benefit_product: "Generic visa entry",
    })
    expect(cards.find((row) => row["card_name"] === "Carte Prépayée")).toMatchObject({ tier: "" })
  })

  it("stands a country's commonest product in for its cards, and its lowest for a network", () => {
    runImport()
    expect(
      table("coach/generic_profiles.csv").map((row) => Object.values(row).slice(0, 4)),
    ).toEqual([
      ["FR", "visa", "entry", "Visa Classic"],
      ["FR", "visa", "mid", "Visa Premier"],
      ["US", "visa", "entry", "Generic visa entry"],
    ])
    expect(table("coach/baselines.csv").map((row) => Object.values(row).slice(0, 3))).toEqual([
      ["FR", "any", "Visa Classic"],
      ["FR", "visa", "Visa Classic"],
      ["US", "any", "Generic visa entry"],
      ["US", "visa", "Generic visa entry"],
    ])
  })

  it("stops with one line on a fact file that is broken", () => {
    writeFileSync(join(from(), "bins.csv"), 'bin_from,bin_to\n"400000,1\n')
    let message = ""
    try {
      execFileSync(process.execPath, [script, "--from", from(), "--into", into()], {
        stdio: "pipe",
      })
    } catch (error) {
      message = error instanceof Error ? error.message : ""
    }
    expect(message).toContain("Cannot read bins.csv:2:1")
    expect(readdirSync(folder)).toEqual(["facts"])
  })
})
