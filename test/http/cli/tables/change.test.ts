import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { shippedTablesFolder } from "../../../../http/shipped-tables.ts"
import { copyTables } from "../../../http/tables/copied-tables.ts"
import { expectLine, runHere } from "../run.ts"

const viatica = runHere({})

const shipped = (file: string): string => readFileSync(join(shippedTablesFolder, file), "utf8")

/** The lines of a file that another version of it has not. */
const newLines = (folder: string, file: string): ReadonlyArray<string> => {
  const known = new Set(shipped(file).split("\n"))
  return readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => !known.has(line))
}

describe("viatica tables scale", () => {
  it("shows what the tables would say, and writes only where that is asked for", async () => {
    using copied = copyTables()
    const { folder } = copied
    const asked = [
      "tables",
      "scale",
      "sandbox/offers",
      "--where",
      "plan=Essential insurer=lindengrove",
    ]
    const scaled = [...asked, "--by", "1.05", "--round", "0.10", "--tables", folder]
    const shown = await viatica(scaled)
    assert.strictEqual(shown.status, 0, shown.stderr)
    assert.match(shown.stdout, /offer_id 101: minimum_premium 9\.00 → 9\.50/)
    assert.match(
      shown.stdout,
      /\n2 cells of 2 rows to scale by 1\.05 in minimum_premium; --write does it\n$/,
    )
    assert.deepStrictEqual(newLines(folder, "sandbox/offers.csv"), [])
    const written = await viatica([...scaled, "--write", "--json"])
    const told = JSON.parse(written.stdout) as {
      readonly written: boolean
      readonly cells: ReadonlyArray<{ readonly after: string }>
    }
    assert.isTrue(told.written)
    assert.strictEqual(told.cells[0]?.after, "9.50")
    const lines = newLines(folder, "sandbox/offers.csv")
    assert.lengthOf(lines, told.cells.length)
    assert.include(shipped("sandbox/offers.csv"), (lines[0] ?? "").replace("9.50", "9.00"))
  })

  it("keeps the line ends and the mark that a file has", async () => {
    using copied = copyTables()
    const file = "sandbox/offers.csv"
    const marked = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`
    copied.edit(file, marked)
    const asked = ["tables", "scale", file, "--where", "offer_id=101", "--by", "2", "--write"]
    const ended = await viatica([...asked, "--tables", copied.folder])
    assert.strictEqual(ended.status, 0, ended.stderr)
    const now = readFileSync(join(copied.folder, file), "utf8")
    const row = /^101,.*$/m.exec(shipped(file))?.[0] ?? ""
    assert.strictEqual(now, marked(shipped(file).replace(row, row.replace(",9.00,", ",18.00,"))))
  })

  it("refuses what it cannot do or what would not load, in words, and writes nothing", async () => {
    using copied = copyTables()
    const { folder } = copied
    const asked = ["tables", "scale", "--tables", folder, "--write"]
    const cases = [
      [["sandbox/zones", "--by", "2"], "sandbox/zones.csv has no amounts of money"],
      [["sandbox/offers", "--by", "0"], "--by takes a decimal above 0, such as 1.05"],
      [["sandbox/offers", "--by", "2", "--where", "plan"], '--where takes column=cell, not "plan"'],
      [["sandbox/offers", "--by", "2", "--column", "minimum"], "no column .minimum.;"],
      [
        ["sandbox/offers", "--by", "100000"],
        "Nothing is written, the tables would hold mistakes: sandbox/offers.csv:.* should be a decimal",
      ],
    ] as const
    for (const [args, says] of cases) {
      expectLine(await viatica([...asked, ...args]), 1, new RegExp(says))
    }
    assert.deepStrictEqual(newLines(folder, "sandbox/offers.csv"), [])
  })
})

describe("viatica tables scale over ranges", () => {
  it("says which rows a range cuts, and cuts them first where that is asked for", async () => {
    using copied = copyTables()
    const { folder } = copied
    const asked = ["tables", "scale", "catalogue/tariffs", "--tables", folder, "--by", "1.05"]
    const from60 = [...asked, "--where", "tariff=br_escapade_1 age>=60"]
    expectLine(
      await viatica(from60),
      1,
      /9 rows of catalogue\/tariffs\.csv lie partly in that range of age \(\[18\.\.64\]\); --split cuts them at 60 first/,
    )
    const whole = await viatica([...asked, "--where", "tariff=br_escapade_1 age=[65..84]"])
    assert.match(whole.stdout, /\n72 cells of 36 rows to scale by 1\.05/)
    const shown = await viatica([...from60, "--split", "--write"])
    assert.strictEqual(shown.status, 0, shown.stderr)
    assert.match(shown.stdout, /\n90 cells of 45 rows scaled by 1\.05 in .*, 9 rows cut first;/)
    const lines = newLines(folder, "catalogue/tariffs.csv")
    assert.include(lines, "br_escapade_1,europe,<=8,[18..59],0,10.20,0.63")
    assert.include(lines, "br_escapade_1,europe,<=8,[60..64],0,10.71,0.66")
    assert.strictEqual(lines.length, 54)
  })
})

describe("viatica tables split and merge", () => {
  it("cut rows in two, and give the file back byte for byte", async () => {
    using copied = copyTables()
    const { folder } = copied
    const file = "catalogue/tariffs.csv"
    const which = ["--column", "age", "--where", "tariff=br_escapade_1", "--tables", folder]
    const cut = ["tables", "split", file, ...which, "--at", "60"]
    const shown = await viatica(cut)
    assert.match(shown.stdout, /equivalent: proven for everything that it can be asked/)
    assert.match(
      shown.stdout,
      /\n9 rows of catalogue\/tariffs\.csv to cut at age 60; .*--write does it\n$/,
    )
    assert.deepStrictEqual(newLines(folder, file), [])
    const written = await viatica([...cut, "--write"])
    assert.strictEqual(written.status, 0, written.stderr)
    assert.lengthOf(newLines(folder, file), 18)
    expectLine(
      await viatica(cut),
      1,
      /no row of .* is cut by age 60, as each lies on one side of it/,
    )
    const back = await viatica(["tables", "merge", file, ...which, "--write"])
    assert.match(
      back.stdout,
      /\n18 rows of .* merged into 9 by age; all facts are answered as before\n$/,
    )
    assert.strictEqual(readFileSync(join(folder, file), "utf8"), shipped(file))
    expectLine(
      await viatica(["tables", "merge", file, ...which]),
      1,
      /no rows of .* differ in age alone by bands that touch/,
    )
  })

  it("refuse what is no place to cut, and columns without bands", async () => {
    const cases = [
      [["--column", "age", "--at", "sixty"], /--at takes the number where the upper part begins/],
      [
        ["--column", "zone", "--at", "6"],
        /zone of catalogue\/tariffs\.csv is no condition over numbers/,
      ],
    ] as const
    for (const [flags, says] of cases) {
      expectLine(await viatica(["tables", "split", "catalogue/tariffs", ...flags]), 1, says)
    }
  })
})

describe("viatica tables copy", () => {
  it("copies an offer with all its rows, and nothing else", async () => {
    using copied = copyTables()
    const { folder } = copied
    const asked = ["tables", "copy", "1002", "1018", "--tables", folder]
    const shown = await viatica(asked)
    assert.strictEqual(shown.status, 0, shown.stderr)
    assert.match(shown.stdout, /\nWith rows of its own under tariff=br_escapade_2_1018\n/)
    assert.match(shown.stdout, /\nShared with others as before: cancellation_scale=br_standard\n/)
    assert.match(shown.stdout, /\n\d+ rows in \d tables to copy; --write does it\n$/)
    assert.deepStrictEqual(newLines(folder, "catalogue/offers.csv"), [])
    const written = await viatica([...asked, "--write"])
    assert.strictEqual(written.status, 0, written.stderr)
    for (const file of ["eligibility", "guarantees", "highlights", "surcharges"]) {
      const path = `catalogue/${file}.csv`
      const rows = shipped(path)
        .split("\n")
        .filter((line) => /(?:^|,)1002(?:,|$)/.test(line) && !line.startsWith("#"))
      assert.isAbove(rows.length, 0, path)
      assert.deepStrictEqual(
        newLines(folder, path),
        rows.map((row) => row.replace(/(^|,)1002(?=,|$)/, "$11018")),
        path,
      )
    }
    const rates = newLines(folder, "catalogue/tariffs.csv").filter((line) => !line.startsWith("#"))
    const old = shipped("catalogue/tariffs.csv")
      .split("\n")
      .filter((line) => line.startsWith("br_escapade_2,"))
    assert.deepStrictEqual(
      rates,
      old.map((line) => line.replace("br_escapade_2,", "br_escapade_2_1018,")),
    )
    const checked = await viatica(["tables", "check", "--tables", folder])
    assert.strictEqual(checked.status, 0, checked.stdout)
    assert.notInclude(checked.stdout, "br_escapade_2_1018")
  })

  it("copies a card product within its country", async () => {
    using copied = copyTables()
    const { folder } = copied
    const asked = ["tables", "copy", "FR:Visa Premier", "Visa Premier Plus", "--tables", folder]
    const written = await viatica([...asked, "--write"])
    assert.strictEqual(written.status, 0, written.stderr)
    for (const path of ["coach/products.csv", "coach/benefits.csv", "coach/cover_terms.csv"]) {
      const lines = newLines(folder, path)
      assert.isAbove(lines.length, 0)
      for (const line of lines) assert.match(line, /^FR,Visa Premier Plus,/)
      const old = lines.map((line) => line.replace("Visa Premier Plus", "Visa Premier"))
      assert.include(shipped(path), old.join("\n"))
    }
    assert.deepStrictEqual(newLines(folder, "coach/cards.csv"), [])
  })

  it("refuses names that are not there, or there already, or not fit", async () => {
    using copied = copyTables()
    const { folder } = copied
    const cases = [
      [
        "FR:Visa Premeir",
        "X",
        'no offer and no card product is called "FR:Visa Premeir"; did you mean "Visa Premier"?',
      ],
      ["1002", "101", 'offer "101" is there already'],
      ["101", "x", /Nothing is written, .*offer_id: "x" should be an integer/],
    ] as const
    for (const [from, to, says] of cases) {
      expectLine(await viatica(["tables", "copy", from, to, "--tables", folder]), 1, says)
    }
  })
})

describe("viatica tables add", () => {
  const told = [
    "tables",
    "add",
    "argument",
    "--like",
    "friends_not_insured",
    JSON.stringify({
      id: "friends_own_cards",
      basis: "",
      rank: 1,
      hook_en: "Four friends, one card?",
      hook_fr: "Quatre amis, une carte : l'avez-vous vu ?",
      fact_en: "Your card insures its holder and the family.",
      fact_fr: "Votre carte assure son titulaire et la famille.",
      pitch_en: "Travel insurance can cover the whole group.",
      facts_hook: "coach.argument.friends_own_cards.hook",
      facts_fact: "coach.argument.friends_own_cards.fact",
      source: "judgement (unsourced)",
    }),
  ]

  it("lists what is missing with its place, and adds nothing until nothing is", async () => {
    using copied = copyTables()
    const ended = await viatica([...told, "--write", "--tables", copied.folder])
    assert.strictEqual(ended.status, 1)
    assert.include(ended.stdout, "pitch_fr (Offer, in French): Nothing is said yet")
    assert.match(ended.stdout, /messages\/arguments\.csv:\d+/)
    assert.include(ended.stderr, "Nothing is added: 1 fact missing, as listed")
    assert.deepStrictEqual(newLines(copied.folder, "coach/arguments.csv"), [])
    const wrong = await viatica(["tables", "add", "card", '{"bnk":"A"}', "--tables", copied.folder])
    assert.include(wrong.stderr, 'did you mean "bank"?')
  })

  it("adds all rows from a file of answers, as the bilan tells then", async () => {
    using copied = copyTables()
    const where = ["--tables", copied.folder]
    const listed = await viatica([...told, "--missing", "--json", ...where])
    const { facts } = JSON.parse(listed.stdout) as {
      readonly facts: Readonly<Record<string, string>>
    }
    assert.strictEqual(facts["strength"], "decisive")
    assert.strictEqual(facts["hook_fr"], "Quatre amis, une carte\u00a0: l’avez-vous vu\u202f?")
    const answers = join(copied.folder, "answers.json")
    writeFileSync(
      answers,
      JSON.stringify({ ...facts, pitch_fr: "Une assurance couvre le groupe." }),
    )
    const written = await viatica(["tables", "add", "argument", `@${answers}`, "--write", ...where])
    assert.strictEqual(written.status, 0, written.stderr)
    assert.include(written.stdout, "5 rows in 3 tables added")
    assert.lengthOf(newLines(copied.folder, "messages/arguments.csv"), 3)
    const bilan = await runHere({ TABLES_DIR: copied.folder })([
      "bilan",
      '{"residence":"FR","destinations":["US"],"card":{"network":"visa","tier":"premier"},"trip":{"friends":true}}',
      "--render",
    ])
    assert.strictEqual(bilan.status, 0, bilan.stderr)
    assert.include(bilan.stdout, "Quatre amis, une carte")
  })
})
