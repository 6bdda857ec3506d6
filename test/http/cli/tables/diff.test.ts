import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, expect, it } from "@effect/vitest"
import { type CopiedTables, copyTables } from "../../tables/copied-tables.ts"
import { builtEnvironment, builtProgram } from "../../../support/built-package.ts"
import { readPage } from "../../../support/page-check.ts"
import { runProcess } from "../../../support/run-process.ts"
import { runHere } from "../run.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const shipped = join(root, "data")

const diff = (args: ReadonlyArray<string>) => runHere({})(["tables", "diff", ...args])

/** Runs in a folder of its own, which takes a process of its own. */
const diffIn = async (cwd: string, args: ReadonlyArray<string>) =>
  runProcess(process.execPath, [await builtProgram(), "tables", "diff", "--no-impact", ...args], {
    cwd,
    environment: {
      ...builtEnvironment(),
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    },
  })

const alone = (args: ReadonlyArray<string>) => diff(["--no-impact", ...args])

const git = (folder: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })

interface RegionJson {
  readonly conditions: Record<string, string>
  readonly witness: Record<string, unknown>
  readonly gone: ReadonlyArray<{ readonly line: number; readonly outputs: Record<string, string> }>
  readonly come: RegionJson["gone"]
  readonly wordsOnlyAfter: Record<string, ReadonlyArray<string>>
}

interface ReportJson {
  readonly commit: string | null
  readonly tables: ReadonlyArray<{
    readonly file: string
    readonly verdict: string
    readonly decision?: { readonly regions: ReadonlyArray<RegionJson>; readonly beyond: string }
  }>
  readonly impact: null | {
    readonly situations: number
    readonly changed: number
    readonly borrowed: ReadonlyArray<string>
    readonly prices: ReadonlyArray<{ readonly offerId: number }>
    readonly fields: ReadonlyArray<{ readonly examples: ReadonlyArray<unknown> }>
    readonly unavailable?: string
  }
}

const json = async (args: ReadonlyArray<string>): Promise<ReportJson> => {
  const { status, stderr, stdout } = await diff([...args, "--json"])
  assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
  return JSON.parse(stdout) as ReportJson
}

const told = ({ tables }: ReportJson) => tables.filter(({ verdict }) => verdict !== "unchanged")

/** Replaces the first row of a file that starts with some cells. */
const change = (tables: CopiedTables, file: string, start: string, row: string): void =>
  tables.edit(file, (text) => {
    const lines = text.split("\n")
    const place = lines.findIndex((line) => line.startsWith(start))
    assert.isAtLeast(place, 0, `${file} has no row ${start}`)
    return lines.with(place, row).join("\n")
  })

const lineOf = (file: string, start: string): number =>
  readFileSync(join(shipped, file), "utf8")
    .split("\n")
    .findIndex((line) => line.startsWith(start)) + 1

const essential = "leisure_essential,europe,<=8,"

describe("viatica tables diff --base DIR", () => {
  it("finds nothing between tables and themselves", async () => {
    const { status, stderr, stdout } = await diff([
      "--base",
      shipped,
      "--exit-code",
      "--count",
      "5",
    ])
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    const [versions, summary, ...rest] = stdout.trimEnd().split("\n")
    expect(versions).toBe(`data against ${shipped}`)
    expect(summary).toMatch(/^(\d+) tables: \1 unchanged$/)
    expect(rest.join("\n")).toMatch(
      /^\nImpact on \d+ cases and 5 generated situations \(seed \d+\): none changes$/,
    )
  })

  it("shows where outcomes differ, with a witness and the lines of both versions", async () => {
    using base = copyTables()
    base.insert("sandbox/tariffs.csv", "# A line more.")
    change(base, "sandbox/tariffs.csv", essential, `${essential}10.7,9.90`)
    const { status, stdout } = await alone(["--base", base.folder])
    const line = lineOf("sandbox/tariffs.csv", essential)
    expect(status).toBe(0)
    expect(stdout.trimEnd().split("\n").slice(2)).toEqual([
      "",
      "sandbox/tariffs.csv: 1 region differs",
      "  1. tariff=leisure_essential zone=europe days=<=8",
      "     for example tariff=leisure_essential zone=europe days=1",
      `     before  ${base.folder}/sandbox/tariffs.csv:${line + 1}  per_person_per_day 9.90`,
      `     after   data/sandbox/tariffs.csv:${line}  per_person_per_day 0.66`,
    ])
  })

  it("says equivalent of a refactoring, and that what is new or does not load is not compared", async () => {
    using base = copyTables()
    change(base, "sandbox/tariffs.csv", essential, `${essential}10.7,0.66`)
    base.edit("sandbox/tariffs.csv", (text) => {
      const [header = "", ...lines] = text.split("\n")
      return [header, ...lines.filter((line) => line !== "").reverse(), ""].join("\n")
    })
    base.edit("coach/markets.csv", (text) => text.replace("locale", "place"))
    base.remove("fees.csv")
    const report = await json(["--base", base.folder, "--no-impact"])
    expect(Object.fromEntries(told(report).map(({ file, verdict }) => [file, verdict]))).toEqual({
      "sandbox/tariffs.csv": "equivalent",
      "coach/markets.csv": "mistakes",
      "fees.csv": "new",
    })
    const { status, stderr, stdout } = await alone(["--base", base.folder, "--exit-code"])
    expect(stdout).toContain(
      "sandbox/tariffs.csv: equivalent: proven for everything that it can be asked\n",
    )
    expect(stdout).toContain('"place" should be one of the columns')
    expect(status).toBe(1)
    expect(stderr).toBe("viatica: Not proven equivalent: coach/markets.csv, fees.csv\n")
  })

  it("says of words that only one version allows that the other is never asked with them", async () => {
    using base = copyTables()
    const offers = readFileSync(join(shipped, "sandbox/offers.csv"), "utf8").trimEnd().split("\n")
    const last = offers.at(-1) ?? ""
    const id = last.slice(0, last.indexOf(","))
    const without = (text: string): string =>
      text
        .split("\n")
        .filter((line) => !line.startsWith(`${id},`) && !line.endsWith(`,${id}`))
        .join("\n")
    for (const file of ["offers", "guarantees", "highlights", "eligibility", "surcharges"]) {
      base.edit(`sandbox/${file}.csv`, without)
    }
    base.insert("sandbox/surcharges.csv", "101,,true,,,11")
    const today = copyTables()
    today.insert("sandbox/surcharges.csv", `${id},,,,,77`)
    const args = [
      "--base",
      base.folder,
      "--tables",
      today.folder,
      "--table",
      "sandbox/surcharges.csv",
    ]
    const report = await json([...args, "--no-impact"])
    today[Symbol.dispose]()
    const [surcharges, ...others] = report.tables
    expect(others).toEqual([])
    const regions = surcharges?.decision?.regions ?? []
    const added = regions.find(({ come }) =>
      come.some(({ outputs }) => outputs["surcharge_percent"] === "77"),
    )
    expect(added?.conditions).toEqual({ offer_id: id })
    expect(added?.wordsOnlyAfter).toEqual({ offer_id: [id] })
    expect(regions.length).toBeGreaterThan(1)
  })

  it("counts what changes in the corpus, for all tables or for one alone", async () => {
    using base = copyTables()
    change(base, "sandbox/tariffs.csv", essential, `${essential}10.70,1.16`)
    base.remove("fees.csv")
    const asked = ["--base", base.folder, "--count", "150", "--seed", "7"]
    const { impact } = await json(asked)
    assert.isNotNull(impact)
    expect(impact.borrowed).toEqual(["fees.csv"])
    expect(impact.changed).toBeGreaterThan(0)
    expect(impact.prices.length).toBeGreaterThan(0)
    expect(impact.fields.every(({ examples }) => examples.length > 0)).toBe(true)
    const cases = await json(["--base", base.folder, "--cases-only"])
    expect(cases.impact?.situations).toBe(impact.situations - 150)
    const other = await json([...asked, "--table", "sandbox/zones.csv"])
    expect(other.impact?.changed).toBe(0)
    expect(other.tables.map(({ verdict }) => verdict)).toEqual(["unchanged"])
  })

  it("compares two folders that lie in no repository, either way round", async () => {
    using base = copyTables()
    using today = copyTables()
    change(base, "sandbox/tariffs.csv", essential, `${essential}10.70,1.16`)
    today.remove("fees.csv")
    const outside = mkdtempSync(join(tmpdir(), "viatica-outside-"))
    const { status, stderr, stdout } = await diffIn(outside, [
      "--count",
      "20",
      base.folder,
      today.folder,
    ])
    const { stdout: reverse } = await alone([today.folder, base.folder])
    rmSync(outside, { recursive: true })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toContain("fees.csv: gone: the newer version has no such table\n")
    expect(stdout).toContain("per_person_per_day 0.66\n")
    expect(reverse).toContain("fees.csv: new: the base has no such table\n")
  })

  it("takes a named table within the others of its own version", async () => {
    using base = copyTables()
    using today = copyTables()
    // An offer that only the tables before have, and a row on it in the table that is looked at.
    const row = readFileSync(join(shipped, "sandbox/offers.csv"), "utf8")
      .split("\n")
      .find((line) => line.startsWith("101,"))
    base.insert("sandbox/offers.csv", `199,${row?.slice(4)}`)
    base.insert("sandbox/surcharges.csv", "199,,true,,,11")
    const { impact } = await json([
      "--table",
      "sandbox/surcharges.csv",
      "--count",
      "5",
      base.folder,
      today.folder,
    ])
    expect(impact?.unavailable).toBeUndefined()
    expect(impact?.changed).toBe(0)
  })

  it("shows mistakes of today, compares the other tables and ends with status 1", async () => {
    using base = copyTables()
    using today = copyTables()
    today.insert("fees.csv", "standard_fee,1,bps,test")
    change(today, "sandbox/tariffs.csv", essential, `${essential}10.70,1.16`)
    const args = ["--base", base.folder, "--tables", today.folder, "--count", "1"]
    const { status, stderr, stdout } = await diff(args)
    expect(status).toBe(1)
    expect(stdout).toContain("sandbox/tariffs.csv: 1 region differs\n")
    expect(stdout).toContain("fees.csv: not compared: 1 mistake today\n")
    expect(stdout).toContain(
      "No impact on the corpus: the tables after hold mistakes, first of all ",
    )
    expect(stderr).toMatch(/^viatica: Mistakes in the tables in .*fees\.csv:2:1 name: .*\n$/)
  })
})

describe("viatica tables diff --base REVISION", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-diff-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const tables = join(folder, "nested/my tables")
  mkdirSync(join(folder, "nested"))
  cpSync(shipped, tables, { recursive: true })
  git(folder, "init", "--quiet")
  git(folder, "add", "--all")
  git(folder, "commit", "--quiet", "--message", "first")
  const first = git(folder, "rev-parse", "HEAD").trim()
  const path = join(tables, "sandbox/tariffs.csv")
  const text = readFileSync(path, "utf8")
  writeFileSync(path, text.replace(`${essential}10.70,0.66`, `${essential}10.70,0.76`))
  git(folder, "commit", "--quiet", "--all", "--message", "second")
  writeFileSync(path, text.replace(`${essential}10.70,0.66`, `${essential}10.70,0.86`))

  const found = async (base: string) => {
    const report = await json(["--base", base, "--tables", tables, "--no-impact"])
    const [only, ...others] = told(report)
    expect(others).toEqual([])
    const [region] = only?.decision?.regions ?? []
    const figures = [region?.gone, region?.come].map((rows) =>
      rows?.map(({ outputs }) => outputs["per_person_per_day"]),
    )
    return [only?.file, report.commit, figures]
  }

  it("reads the tables as they were, in the place of the folder inside its repository", async () => {
    const second = git(folder, "rev-parse", "HEAD").trim()
    expect(await found("HEAD")).toEqual(["sandbox/tariffs.csv", second, [["0.76"], ["0.86"]]])
    expect(await found("HEAD~1")).toEqual(["sandbox/tariffs.csv", first, [["0.66"], ["0.86"]]])
  })

  it("names lines of a revision as git shows them", async () => {
    const { stdout } = await alone(["--base", "HEAD", "--tables", tables])
    expect(stdout).toContain(`against HEAD (commit `)
    const line = lineOf("sandbox/tariffs.csv", essential)
    expect(stdout).toContain(
      `before  HEAD:nested/my tables/sandbox/tariffs.csv:${line}  per_person_per_day 0.76\n`,
    )
  })

  it("compares two revisions, and a revision with the tables as they lie in a project", async () => {
    const figures = async (args: ReadonlyArray<string>) => {
      const { status, stderr, stdout } = await alone([...args, "--tables", tables])
      assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
      return [...stdout.matchAll(/per_person_per_day (\S+)/g)].map(([, figure]) => figure)
    }
    expect(await figures([first, "HEAD"])).toEqual(["0.66", "0.76"])
    expect(await figures(["HEAD", first])).toEqual(["0.76", "0.66"])
    expect(await figures(["HEAD", tables])).toEqual(["0.76", "0.86"])
    expect(await figures(["HEAD"])).toEqual(["0.76", "0.86"])
    const project = join(folder, "project")
    cpSync(tables, join(project, "data"), { recursive: true })
    expect(await figures(["HEAD", project])).toEqual(["0.76", "0.86"])
  })

  it("says in one line when it is not told what to compare, or told twice", async () => {
    const refused = async (args: ReadonlyArray<string>) => {
      const { status, stderr } = await alone(args)
      expect(status).toBe(2)
      return stderr
    }
    expect(await refused(["--base", "HEAD", "HEAD"])).toBe(
      "viatica: tables diff takes either two versions or --base, not both\n",
    )
  })

  it("takes a folder before a revision of the same name", async () => {
    git(folder, "branch", "--force", "kept", first)
    cpSync(tables, join(folder, "kept"), { recursive: true })
    const here = await diffIn(folder, ["--base", "kept", "--tables", tables, "--exit-code"])
    expect({ status: here.status, stderr: here.stderr }).toEqual({ status: 0, stderr: "" })
    const elsewhere = await alone(["--base", "kept", "--tables", tables, "--exit-code"])
    expect(elsewhere.status).toBe(1)
  })

  it("refuses what is neither a folder nor a revision in one line", async () => {
    const refused = async (base: string, where: string) => {
      const { status, stderr, stdout } = await alone([`--base=${base}`, "--tables", where])
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
      return stderr
    }
    for (const base of ["no-such-branch", "--output=/tmp/x"]) {
      expect(await refused(base, tables)).toBe(
        `viatica: ${JSON.stringify(base)} is neither a folder nor a revision of the git repository of ${tables}\n`,
      )
    }
    using loose = copyTables()
    expect(await refused("HEAD", loose.folder)).toBe(
      `viatica: "HEAD" is not a folder, and ${loose.folder} is in no git repository that could have it as a revision\n`,
    )
    const untracked = join(folder, "untracked")
    cpSync(tables, untracked, { recursive: true })
    expect(await refused("HEAD", untracked)).toBe(
      `viatica: The revision "HEAD" has no tables where ${untracked} is\n`,
    )
    mkdirSync(join(folder, "empty"))
    expect(await refused(join(folder, "empty"), tables)).toBe(
      `viatica: The folder ${JSON.stringify(join(folder, "empty"))} has no tables\n`,
    )
  })
})

describe("viatica tables diff --html", () => {
  it("writes one page with balanced tags, links to itself alone and everything escaped", async () => {
    using base = copyTables()
    const path = join(base.folder, "page.html")
    change(base, "sandbox/tariffs.csv", essential, `${essential}10.70,1.16`)
    base.insert("sandbox/highlights.csv", "101,included,,certificate_at_once,")
    base.insert(
      "coach/bank_aliases.csv",
      `FR,"<script>alert(""x"")</script> & more",BNP Paribas,unsourced`,
      `FR,<b onclick='x'>,BNP Paribas,unsourced`,
    )
    base.insert("fees.csv", "<i>,1,bps,test")
    const args = ["--base", base.folder, "--html", path, "--count", "60"]
    const { status, stdout } = await diff(args)
    expect(status).toBe(0)
    expect(stdout).toMatch(/\n\n.*page\.html written\n$/)
    const page = readFileSync(path, "utf8")
    const { elements, ids, links, unbalanced } = readPage(page)
    expect(unbalanced).toEqual([])
    for (const element of ["i", "img", "link", "iframe", "object"]) {
      expect(elements.has(element), element).toBe(false)
    }
    expect(page).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more")
    expect(page).toContain("&lt;b onclick=&#39;x&#39;&gt;")
    expect(page).toContain("&lt;i&gt;")
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) {
      assert.isTrue(link.startsWith("#") && ids.includes(link.slice(1)), link)
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(page).not.toMatch(/(?:\ssrc=|url\(|@import)/)
    // The one script is that of the policy; nothing else may run.
    const [, script = "", ...more] = page.split(/<\/?script>/)
    expect(more).toHaveLength(1)
    const digest = createHash("sha256").update(script).digest("base64")
    expect(page).toContain(`script-src &#39;sha256-${digest}&#39;`)
    expect(page.length).toBeLessThan(100_000)
  })

  it("begins with the money, names products, and never shows paths of answers", async () => {
    using base = copyTables()
    const path = join(base.folder, "page.html")
    base.edit("sandbox/tariffs.csv", (text) =>
      text.replaceAll(
        /^(leisure_essential,.*),([\d.]+),([\d.]+)$/gm,
        (_, start: string, flat: string, daily: string) =>
          [start, (Number(flat) * 0.8).toFixed(4), (Number(daily) * 0.8).toFixed(4)].join(","),
      ),
    )
    const args = ["--base", base.folder, "--count", "40", "--html", path]
    const { status, stdout } = await diff([...args, "--markdown", "-"])
    expect(status).toBe(0)
    const page = readFileSync(path, "utf8")
    expect(stdout).toMatch(/^## [\d,]+ prices dearer by \+?2\d\.\d %\n/)
    expect(page).toMatch(/<h1>[\d,]+ prices dearer by 2\d\.\d %<\/h1>/)
    for (const text of [stdout, page]) {
      expect(text).toContain("(Lindengrove Assurance, sandbox)")
      expect(text).not.toMatch(/(?:quote|live)\.offers\.\d|amountInCents/)
      expect(text.replaceAll("\\", "")).toMatch(
        /\d+ rows of tariff leisure_essential: per_person and per_person_per_day × 1\.25/,
      )
    }
    expect(stdout).toMatch(/\| [A-Z]{3} [\d.,]+ \| [A-Z]{3} [\d.,]+ \| \*\*\+2\d\.\d %\*\* \|/)
  })

  it("says in one line when the page cannot be written", async () => {
    const path = join(tmpdir(), "no-such-folder", "page.html")
    const { status, stderr } = await alone(["--base", shipped, "--html", path])
    expect(status).toBe(1)
    expect(stderr).toBe(`viatica: Cannot write ${path}: no such file or folder\n`)
  })
})

it("viatica tables diff without a base is wrong usage", async () => {
  const { status, stderr } = await diff([])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^viatica: .*base.*\n$/)
})
