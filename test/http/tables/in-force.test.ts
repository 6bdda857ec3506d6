import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { describeTableError } from "../../../core/table/error.ts"
import { inForceOn } from "../../../http/tables/in-force.ts"
import { releaseMistakes } from "../../../http/tables/releases.ts"
import { type CheckFiles, makeCheckFiles, tablesHash } from "../../../http/tables/table-bundle.ts"
import type { Release } from "../../../rules/tables/release.ts"
import { releaseOf, withdrawn } from "../../rules/tables/releases.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const shipped = shippedSources()
const languages = "reference/languages.csv"
const text = (file: string): string => shipped.get(file) ?? ""
const more = `${text(languages).trimEnd()}\nxx,Test\n`
const wrong = "language,name\nXX,Upper\n"

const held = (releases: ReadonlyArray<Release>, sources = shipped) => ({
  folder: "tables",
  files: { sources, errors: [] },
  releases,
})

const today = "2027-01-15"

const inForce = (releases: ReadonlyArray<Release>, day = today) =>
  Result.getOrThrow(inForceOn(held(releases), day))

const states = (releases: ReadonlyArray<Release>, day = today) =>
  Object.fromEntries(inForce(releases, day).bundle.releases.map(({ name, state }) => [name, state]))

describe("tables in force", () => {
  it("are those of the folder until a release's day, and with its files from then on", () => {
    const rise = releaseOf("rise", "2027-01-01", { [languages]: more })
    expect(inForce([rise], "2026-12-31").bundle.hash).toBe(tablesHash(shipped))
    const begun = inForce([rise], "2027-01-01")
    expect(begun.sources.get(languages)).toBe(more)
    expect(begun.bundle.hash).toBe(tablesHash(begun.sources))
    expect(begun.bundle.tables.languages.get("xx")?.name).toBe("Test")
  })

  it("are judged alike by a check that has seen others, and read once", () => {
    const rise = releaseOf("rise", "2027-01-01", { [languages]: more })
    const bad = releaseOf("bad", "2027-01-02", { "fees.csv": "key,value\nnone,much\n" })
    const check = makeCheckFiles()
    const told = (releases: ReadonlyArray<Release>, by?: CheckFiles) => {
      const { bundle } = Result.getOrThrow(inForceOn(held(releases), today, by))
      return { hash: bundle.hash, releases: bundle.releases, tables: bundle.tables }
    }
    const [first, others] = [told([rise, bad], check), told([bad], check)]
    const again = told([rise, bad], check)
    for (const releases of [[rise, bad], [bad], [rise]]) {
      const { tables: _, ...fresh } = told(releases)
      const { tables: __, ...seen } = told(releases, check)
      expect(seen).toEqual(fresh)
    }
    expect(again.hash).toBe(first.hash)
    expect(again.tables.countries).toBe(first.tables.countries)
    expect(others.hash).not.toBe(first.hash)
  })

  it("are the earlier ones again once a release is withdrawn", () => {
    const rise = releaseOf("rise", "2027-01-01", { [languages]: more })
    expect(inForce([withdrawn(rise, today)]).bundle.hash).toBe(tablesHash(shipped))
  })

  it("leave a faulty release out, and name its mistake in its own file", () => {
    const bad = releaseOf("bad", "2027-01-01", { [languages]: wrong })
    const good = releaseOf("good", "2027-01-02", { "fees.csv": `# checked\n${text("fees.csv")}` })
    const { bundle, sources } = inForce([bad, good])
    expect(bundle.releases.map(({ state }) => state)).toEqual(["refused", "inForce"])
    expect(sources.get(languages)).toBe(text(languages))
    expect(sources.get("fees.csv")).toMatch(/^# checked/)
    const [mistake] = bundle.releases[0]?.mistakes ?? []
    expect(mistake && describeTableError(mistake)).toMatch(
      /^releases\/bad\/reference\/languages\.csv:2/,
    )
  })

  it("judge a release by those before it alone, whatever comes after", () => {
    const faulty = releaseOf("a", "2027-01-01", { [languages]: wrong })
    const mending = releaseOf("b", "2027-01-02", { [languages]: more })
    const other = releaseOf("c", "2027-01-03", { "countries.csv": "code\n" })
    expect(states([faulty])).toEqual({ a: "refused" })
    expect(states([faulty, mending])).toEqual({ a: "refused", b: "inForce" })
    expect(states([faulty, mending, other])).toEqual({
      a: "refused",
      b: "inForce",
      c: "refused",
    })
  })

  it("tell the fault of a release that waits before its day", () => {
    const bad = releaseOf("bad", "2027-06-01", { [languages]: wrong })
    const good = releaseOf("good", "2027-05-01", { [languages]: more })
    expect(states([good, bad])).toEqual({ good: "waiting", bad: "refused" })
    expect(inForce([good, bad]).bundle.hash).toBe(tablesHash(shipped))
  })

  it("are none where the tables of the folder themselves hold a mistake", () => {
    const sources = new Map([...shipped, [languages, wrong]])
    const rise = releaseOf("rise", "2027-01-01", { [languages]: more })
    expect(Result.isFailure(inForceOn(held([rise], sources), today))).toBe(true)
  })
})

describe("the mistakes of a release", () => {
  it("are those that it brings, not those that are there without it", () => {
    const bad = releaseOf("bad", "2027-01-01", { [languages]: wrong })
    const good = releaseOf("good", "2027-02-01", { "fees.csv": text("fees.csv") })
    expect(releaseMistakes(held([bad, good]), good)).toEqual([])
    expect(releaseMistakes(held([bad, good]), bad).map(({ file }) => file)).toContain(
      "releases/bad/reference/languages.csv",
    )
  })
})
