import * as Result from "effect/Result"
import { brotliCompressSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { describeTableError } from "../../../../core/table/error.ts"
import { checkBins, isYoung } from "../../../../rules/coach/card/check-cards.ts"
import { loadTables, type Tables } from "../../../../rules/tables/index.ts"
import { withBins } from "../../../support/bin-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"

const today = "2026-11-25"

const changed = (file: string, change: (text: string) => string): Tables => {
  const sources = new Map(shippedSources())
  return Result.getOrThrow(loadTables(sources.set(file, change(sources.get(file) ?? ""))))
}

const mistakesIn = (tables: Tables): ReadonlyArray<string> =>
  (checkBins(tables, today)?.mistakes ?? []).map(describeTableError)

const added = (...rows: ReadonlyArray<string>) =>
  changed("coach/bins.csv", (text) => [text.trimEnd(), ...rows, ""].join("\n"))

describe("the check of card number ranges", () => {
  const shipped = checkBins(shippedTables, today)
  const reachIn = (market: string) => {
    const found = shipped?.reach.find((each) => each.market === market)
    if (found === undefined) throw new Error(`No market is ${market}`)
    return found
  }

  it("finds nothing wrong in the shipped ones", () => {
    expect(shipped?.mistakes).toEqual([])
  })

  it("counts that four of five French ranges of listed banks reach a card", () => {
    const { ofListedBanks, reaching, withLevel } = reachIn("fr")
    expect(withLevel).toBeGreaterThan(800)
    expect(withLevel).toBeGreaterThan(2000)
    expect(reaching * 5).toBeGreaterThanOrEqual(ofListedBanks * 4)
    expect(reaching).toBeLessThanOrEqual(ofListedBanks)
  })

  it("counts that far over a quarter of the American ones do that lead to a listed bank and to covers", () => {
    // Most American ranges are of debit cards, which carry no covers, or of banks without a listed card.
    const { ofListedBanks, reaching } = reachIn("us")
    expect(reaching).toBeGreaterThan(1000)
    expect(reaching * 4).toBeGreaterThanOrEqual(ofListedBanks)
  })

  it.each(["ca", "sg", "my"])("counts that ranges of market %s reach cards, too", (market) => {
    expect(reachIn(market).reaching * 3).toBeGreaterThanOrEqual(reachIn(market).ofListedBanks)
  })

  it("counts each range in one market, and those of no market as universal", () => {
    const counts = (shipped?.reach ?? []).map(({ ranges }) => ranges)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(35_920)
    expect(reachIn("universal").reaching).toBe(0)
    expect(reachIn("universal").ranges).toBeGreaterThan(1000)
  })

  it("counts only ranges of listed banks with covers among those that could reach a card", () => {
    const tables = Result.getOrThrow(
      loadTables(
        withBins(
          shippedSources(),
          "400000,400000,classic,debit,BNP,FR,proof",
          "400002,400002,business,credit,BNP,FR,proof",
          "400004,400004,,credit,BNP,FR,proof",
          "400006,400006,classic,credit,No such bank,FR,proof",
          "400008,400008,classic,debit,Chase,US,proof",
          "400010,400010,classic,credit,Chase,US,proof",
        ),
      ),
    )
    const reach = checkBins(tables, today)?.reach
    expect(reach?.find(({ market }) => market === "fr")).toEqual({
      market: "fr",
      ranges: 4,
      withLevel: 3,
      ofListedBanks: 1,
      reaching: 1,
    })
    expect(reach?.find(({ market }) => market === "us")).toEqual({
      market: "us",
      ranges: 2,
      withLevel: 2,
      ofListedBanks: 1,
      reaching: 1,
    })
  })

  it("finds numbers that two ranges claim, at either end of one, by their line", () => {
    expect(mistakesIn(added("FR,A,,any-c3 999910-999920", "FR,B,,any-c3 999921-999930"))).toEqual(
      [],
    )
    const twice = mistakesIn(added("FR,A,,any-c3 999910-999920", "FR,B,,any-c3 999920-999930"))
    expect(twice).toHaveLength(1)
    expect(twice[0]).toMatch(
      /^coach\/bins\.csv:\d+:1 ranges: "999920-999930" should be numbers of its own; line \d+ has 999910-999920$/,
    )
    expect(mistakesIn(added("FR,A,,any-c3 999910-999920", "FR,B,,any-c3 999912"))).toHaveLength(1)
    expect(
      mistakesIn(added("FR,A,,any-c3 999910-999920", "FR,B,,any-c3 999912 999919")),
    ).toHaveLength(2)
  })

  it("lets longer numbers stand inside shorter ones, which they win over", () => {
    expect(mistakesIn(added("FR,A,,any-c3 999910-999920", "FR,B,,any-c3 99991010"))).toEqual([])
  })

  it("finds ranges that do not begin as their row says", () => {
    expect(mistakesIn(added("FR,A,99,any-c3 999910-999920"))).toEqual([])
    expect(mistakesIn(added("FR,A,98,any-c3 999910-999920"))[0]).toContain(
      '"999910" should be numbers that begin with 98',
    )
  })

  it("refuses an old list of a community as proof", () => {
    const proven = changed("coach/bin_lists.csv", (text) =>
      text.replace("2014-08,false", "2014-08,true"),
    )
    expect(mistakesIn(proven)[0]).toContain(
      'proof: "true" should be false: hugolantaume/credit_card_bins is no list of the last 3 years',
    )
    const issuers = changed("coach/bin_lists.csv", (text) =>
      text.replace(/,community,69d6db7,2014-08,false/, ",issuer,69d6db7,2014-08,true"),
    )
    expect(mistakesIn(issuers)).toEqual([])
  })

  it("takes a list as young up to three years after its month", () => {
    expect(isYoung("2023-11", "2026-10-31")).toBe(true)
    expect(isYoung("2023-11", "2026-11-30")).toBe(true)
    expect(isYoung("2023-11", "2026-12-01")).toBe(false)
    expect(isYoung(null, "2026-11-25")).toBe(false)
  })

  it("says nothing where a table that it needs is missing", () => {
    const { coachBinLists: _, ...others } = shippedTables
    expect(checkBins(others, today)).toBeUndefined()
  })
})

describe("the tables of card numbers", () => {
  it("are small: half a megabyte, a quarter of that compressed", () => {
    const sources = shippedSources()
    const files = ["bins", "bin_kinds", "bin_lists", "bin_networks"]
    const text = files.map((name) => sources.get(`coach/${name}.csv`) ?? "").join("\n")
    expect(Buffer.byteLength(text)).toBeGreaterThan(100_000)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500_000)
    expect(brotliCompressSync(text).length).toBeLessThanOrEqual(125_000)
  })
})
