import { execFileSync, spawnSync } from "node:child_process"
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readTable } from "../../../http/facts/fact-file.ts"

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

/** What an import that must fail says. */
const failure = (): string => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [script, "--from", from(), "--into", into()],
    { encoding: "utf8" },
  )
  expect(status).toBe(1)
  expect(stderr.trimEnd().split("\n")).toHaveLength(1)
  return stderr
}

const texts = () =>
  Object.fromEntries(
    readdirSync(into(), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".csv"))
      .sort()
      .map((file) => [file, readFileSync(join(into(), file), "utf8")]),
  )

const table = (file: string) => readTable(file, texts()[file] ?? "")

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
      "coach/bin_kinds.csv",
      "coach/bins.csv",
      "coach/cards.csv",
      "coach/cover_terms.csv",
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

  it("keeps the numbers of known cards when facts are added before them and reordered", () => {
    runImport()
    const before = numbers()
    editFacts("banks-fr.csv", (lines) => [
      "FR,Autre Banque,Carte Première,visa,mid,Visa Premier,unsourced",
      ...[...lines].reverse(),
    ])
    editFacts("banks-world.csv", (lines) => [
      "US,Another,Another Card,visa,entry,generic,unsourced",
      ...[...lines].reverse(),
    ])
    const printed = runImport()
    expect(numbers()).toMatchObject(before)
    expect(Object.keys(numbers())).toHaveLength(7)
    expect(printed).toContain("card added: 6 FR Autre Banque, Carte Première\n")
    expect(printed).toContain("card added: 7 US Another, Another Card\n")
  })

  it("lets a card that is gone keep its row and number, and says which", () => {
    runImport()
    const row = table("coach/cards.csv").find((each) => each["card_name"] === "Two Basic")
    editFacts("banks-world.csv", (lines) => lines.filter((line) => !line.includes("Two Basic,")))
    expect(runImport()).toContain("card kept, not in the facts: 4 US Two, Two Basic\n")
    expect(table("coach/cards.csv").find((each) => each["card_name"] === "Two Basic")).toEqual(row)
  })

  it("takes a card's new name with its number once the table has the name", () => {
    runImport()
    const rename = (text: string) => text.replace("Carte Premier,", "Carte Premier Plus,")
    const catalogue = join(into(), "coach/cards.csv")
    writeFileSync(catalogue, rename(readFileSync(catalogue, "utf8")))
    editFacts("banks-fr.csv", (lines) => lines.map(rename))
    expect(runImport()).toContain("cards: 0 added, 0 kept")
    expect(numbers()["Banque Une: Carte Premier Plus"]).toBe("2")
  })

  it("stops when a card that is gone carries a product whose covers are gone too", () => {
    runImport()
    editFacts("banks-world.csv", (lines) => lines.filter((line) => !line.includes("Two Basic,")))
    editFacts("card-benefits-world.csv", (lines) =>
      lines.filter((line) => !line.includes("Two Basic,")),
    )
    expect(failure()).toContain(
      "Cannot find the covers of Two Basic (US): a card in coach/cards.csv carries it",
    )
  })

  it("reads the terms of covers from their conditions, and derives those of profiles", () => {
    runImport()
    expect(table("coach/cover_terms.csv").map((row) => Object.values(row))).toEqual([
      [
        "FR",
        "Visa Classic",
        "hospitalFeesAbroad",
        "day_limit",
        "90",
        "https://example.test/classic",
      ],
      [
        "FR",
        "Visa Premier",
        "hospitalFeesAbroad",
        "day_limit",
        "90",
        "https://example.test/premier",
      ],
      [
        "FR",
        "Visa Premier",
        "hospitalFeesAbroad",
        "deductible",
        "50",
        "https://example.test/premier",
      ],
      [
        "FR",
        "Visa Premier",
        "hospitalFeesAbroad",
        "emergency_only",
        "",
        "https://example.test/premier",
      ],
      [
        "US",
        "Two Basic",
        "cancelTrip",
        "paid_share",
        "75",
        "https://example.test/two; not verified",
      ],
      ["US", "Two Basic", "cancelTrip", "unverified", "", "https://example.test/two; not verified"],
    ])
  })

  it("stops at a condition that it cannot read, and writes nothing", () => {
    editFacts("card-benefits-fr.csv", (lines) =>
      lines.map((line) => line.replace("first 90 days,", "most days,")),
    )
    expect(failure()).toContain(
      'Cannot read the condition "most days" of hospitalFeesAbroad: it is not known what "most days" says',
    )
    expect(readdirSync(folder)).toEqual(["facts"])
  })

  it("leaves out a generic product that no card is read as, and keeps one that a card carries", () => {
    const products = () =>
      table("coach/products.csv").map((row) => `${row["country"]} ${row["product"]}`)
    runImport()
    expect(products()).not.toContain("US Generic visa mid")
    editFacts("banks-world.csv", (lines) => [
      ...lines,
      "US,Two,Two Signature,visa,mid,generic,unsourced",
    ])
    runImport()
    expect(products()).toContain("US Generic visa mid")
  })

  it("names generic products by network and tier, and knows nothing that is unsourced", () => {
    runImport()
    const covers = table("coach/benefits.csv")
    const generic = covers.filter(
      (row) => row["country"] === "US" && row["product"] === "Generic visa entry",
    )
    expect(generic).toHaveLength(2)
    expect(generic.find((row) => row["slug"] === "cancelTrip")).toMatchObject({
      state: "unknown",
      source: "derived",
      condition: "1 of 1 entry cards read have it",
      cards_holding: "1",
      cards_read: "1",
    })
    const basic = covers.filter((row) => row["product"] === "Two Basic")
    expect(basic.find((row) => row["slug"] === "cancelTrip")).toMatchObject({
      state: "value",
      value: "1500",
      currency: "USD",
      source: "https://example.test/two",
    })
    for (const product of ["Two Basic", "Generic visa entry"]) {
      const medical = covers.find(
        (row) =>
          row["country"] === "US" &&
          row["product"] === product &&
          row["slug"] === "hospitalFeesAbroad",
      )
      expect(medical).toMatchObject({ state: "unknown", value: "", source: "unsourced" })
    }
    const cards = table("coach/cards.csv")
    expect(cards.find((row) => row["card_name"] === "Two Business")).toMatchObject({
      tier: "business",
      benefit_product: "Generic visa entry",
    })
    expect(cards.find((row) => row["card_name"] === "Carte Prépayée")).toMatchObject({ tier: "" })
  })

  it("stands a country's commonest product in for its cards, and its lowest for a network", () => {
    const classic = (at: number) =>
      `FR,Banque ${at},Carte Classic ${at},visa,entry,Visa Classic,unsourced`
    editFacts("banks-fr.csv", (lines) => [...lines, ...[1, 2, 3, 4].map(classic)])
    runImport()
    expect(
      table("coach/generic_profiles.csv").map((row) => Object.values(row).slice(0, 4)),
    ).toEqual([
      ["FR", "visa", "entry", "Visa Classic"],
      ["FR", "visa", "mid", "Generic visa mid"],
      ["US", "visa", "entry", "Generic visa entry"],
    ])
    expect(table("coach/baselines.csv").map((row) => Object.values(row).slice(0, 3))).toEqual([
      ["FR", "any", "Visa Classic"],
      ["FR", "visa", "Visa Classic"],
      ["US", "any", "Generic visa entry"],
      ["US", "visa", "Generic visa entry"],
    ])
  })

  const newer = (name: string, lines: ReadonlyArray<string>, day = "2026-11") => {
    mkdirSync(join(from(), day), { recursive: true })
    writeFileSync(join(from(), day, name), `${lines.join("\n")}\n`)
  }

  it("lays newer facts over older ones, row by row, and keeps what they say of how sure they are", () => {
    newer("us-benefits.csv", [
      "country,network,product,tier,slug,state,value,currency,condition,source_url,as_of,confidence,change",
      "US,visa,Two Basic,entry,cancelTrip,value,900,USD,per person,https://example.test/new,2026-06,high,corrected",
      "US,visa,Two Basic,entry,hospitalFeesAbroad,included,,,recalled,recalled,,low,new",
    ])
    runImport()
    const covers = table("coach/benefits.csv").filter((row) => row["product"] === "Two Basic")
    expect(covers.find((row) => row["slug"] === "cancelTrip")).toMatchObject({
      value: "900",
      source: "https://example.test/new",
      as_of: "2026-06",
      confidence: "high",
    })
    expect(covers.find((row) => row["slug"] === "hospitalFeesAbroad")).toMatchObject({
      state: "unknown",
      source: "unsourced",
    })
  })

  it("leaves a figure that newer facts only confirm, and takes their page for its source", () => {
    const [first, ...rest] = [
      "country,network,product,tier,slug,state,value,currency,condition,source_url,as_of,seen,confidence,change",
      "US,visa,Two Basic,entry,cancelTrip,value,1500,USD,as it stands there,https://example.test/new,2026-06,2026-11-28,high,confirmed",
      "FR,visa,Visa Classic,entry,hospitalFeesAbroad,included,,,as it stands there,https://example.test/new,2026-06,2026-11-28,high,confirmed_state",
      "FR,visa,No Such Card,entry,cancelTrip,value,100,EUR,,https://example.test/new,2026-06,2026-11-28,high,new",
    ]
    newer("benefits.csv", [first ?? "", ...rest], "2026-11-28")
    newer(
      "cover-terms.csv",
      [
        "country,product,slug,term,amount,source,as_of,confidence",
        "FR,Visa Classic,(all),age_limit,74 at most,https://example.test/terms,2026,high",
        "FR,Visa Classic,(all),no_such_term (yet),1,https://example.test/terms,2026,high",
      ],
      "2026-11-28",
    )
    runImport()
    const covers = table("coach/benefits.csv")
    const cover = (product: string, slug: string) =>
      covers.find((row) => row["product"] === product && row["slug"] === slug)
    expect(cover("Two Basic", "cancelTrip")).toMatchObject({
      value: "1500",
      condition: "per person; 75% on card; not verified",
      source: "https://example.test/new; condition read at https://example.test/two",
      as_of: "2026-06",
      confidence: "high",
    })
    expect(cover("Visa Classic", "hospitalFeesAbroad")).toMatchObject({
      state: "value",
      source: "https://example.test/classic; held also by https://example.test/new",
    })
    expect(covers.map((row) => row["product"])).not.toContain("No Such Card")
    const terms = table("coach/cover_terms.csv").filter((row) => row["product"] === "Visa Classic")
    expect(terms.map((row) => [row["term"], row["amount"]])).toEqual([
      ["age_limit", "74"],
      ["day_limit", "90"],
    ])
  })

  it("takes for unknown what only a list of other cards denies, and doubts what nobody can open", () => {
    newer("us-benefits.csv", [
      "country,network,product,tier,slug,state,value,currency,condition,source_url,as_of,confidence,change",
      "US,visa,Two Basic,entry,cancelTrip,not_available,,,card absent from 2024 list of cards with cover,https://example.test/list,2024,medium,new",
      "US,visa,Two Basic,entry,hospitalFeesAbroad,value,900,USD,,public-code-file:7,2026,high,new",
    ])
    runImport()
    const covers = table("coach/benefits.csv").filter((row) => row["product"] === "Two Basic")
    expect(covers).toMatchObject([
      { slug: "hospitalFeesAbroad", state: "value", confidence: "low" },
      { slug: "cancelTrip", state: "unknown", source: "unsourced" },
    ])
  })

  it("keeps the number of a card that is no longer sold, and says so beside its name", () => {
    editFacts("banks-world.csv", (lines) =>
      lines.map((line) => line.replace("Two Basic,", "Two Basic (no longer sold),")),
    )
    newer("fr-cards.csv", [
      "country,bank,card_name,network,tier,benefit_product,sold,source_url,note",
      "FR,Banque Une,Carte Premier,visa,mid,Visa Premier,current,https://example.test/sold,",
      "FR,Banque Une,Carte Muette,visa,entry,unknown,current,recalled,",
      "FR,Banque Une,Carte Sans,visa,entry,Visa Classic,current,recalled,no travel cover is recalled",
    ])
    runImport()
    const cards = table("coach/cards.csv")
    const sold = Object.fromEntries(cards.map((row) => [row["card_name"], row["sold"]]))
    expect(sold).toMatchObject({ "Two Basic": "withdrawn", "Carte Premier": "current" })
    expect(sold["Two Business"]).toBe("")
    for (const name of ["Carte Muette", "Carte Sans"]) {
      const card = cards.find((row) => row["card_name"] === name)
      expect(card).toMatchObject({ benefit_product: name, source: "unsourced" })
      const covers = table("coach/benefits.csv").filter((row) => row["product"] === name)
      expect(new Set(covers.map((row) => row["state"]))).toEqual(new Set(["unknown"]))
    }
  })

  it("keeps the ranks that the catalogue declares", () => {
    runImport()
    const path = join(into(), "coach/cards.csv")
    const text = readFileSync(path, "utf8").replace("Visa Classic,,,", "Visa Classic,,1,")
    writeFileSync(path, text)
    runImport()
    expect(table("coach/cards.csv")[0]).toMatchObject({ catalogue_id: "1", rank: "1" })
  })

  it("says which figures of the tables are not those of the facts, and writes nothing", () => {
    runImport()
    const check = () =>
      spawnSync(process.execPath, [script, "check", "--from", from(), "--into", into()], {
        encoding: "utf8",
      })
    expect(check()).toMatchObject({ status: 0 })
    const path = join(into(), "coach/benefits.csv")
    const edited = readFileSync(path, "utf8").replace("value,155000,EUR", "value,150000,EUR")
    writeFileSync(path, edited)
    const { status, stdout } = check()
    expect(status).toBe(1)
    expect(stdout).toContain(
      "coach/benefits.csv: FR Visa Premier hospitalFeesAbroad: value 150000 EUR, the facts have value 155000 EUR\n",
    )
    expect(stdout).toMatch(/^\d+ figures of the facts, 1 told otherwise$/m)
    expect(readFileSync(path, "utf8")).toBe(edited)
  })

  it("stops with one line on a fact file that is broken", () => {
    writeFileSync(join(from(), "bins.csv"), 'bin_from,bin_to\n"400000,1\n')
    expect(failure()).toContain("Cannot read bins.csv:2:1")
    expect(readdirSync(folder)).toEqual(["facts"])
  })
})
