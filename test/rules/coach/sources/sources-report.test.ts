import { assert, describe, it } from "@effect/vitest"
import {
  checkDates,
  type CoverToRead,
  heldBy,
  type MarketSources,
  sourcesReport,
  timesCited,
} from "../../../../rules/coach/sources/sources-report.ts"
import { severityOf } from "../../../../core/check/severity.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import { editedTables, type EditRow, type TextRow } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"

const cover = { country: "FR", product: "Visa Premier", slug: "cancelTrip" }

const isIt = ({ cells, file }: TextRow): boolean =>
  file === "coach/benefits.csv" &&
  cells["country"] === cover.country &&
  cells["product"] === cover.product &&
  cells["slug"] === cover.slug

/** The French report over tables in which one cover has other cells; undefined drops its row. */
const frenchWith = (cells: Readonly<Record<string, string>> | undefined): MarketSources => {
  const edit: EditRow = (row) => {
    if (!isIt(row)) return row.cells
    return cells === undefined ? undefined : { ...row.cells, ...cells }
  }
  const report = sourcesReport(editedTables(offlineDefinitions, edit), { oldYears: 5 })
  const french = report.find(({ market }) => market === "fr")
  if (french === undefined) throw new Error("no French cards")
  return french
}

const page = { state: "included", value: "", currency: "", source: "https://bank.example/notice" }

const toRead = (french: MarketSources): CoverToRead | undefined =>
  french.next.find(({ product, slug }) => product === cover.product && slug === cover.slug)

const newestYear = Math.max(
  ...sourcesReport(shippedTables, { oldYears: 5 }).map(({ total }) => total.newest ?? 0),
)

describe("the source of a cover", () => {
  it.each(["recalled", "a friend", "72"])(
    "is refused as %j, which nobody can look up",
    (source) => {
      assert.throws(() => frenchWith({ ...page, source }), /source/)
    },
  )

  it.each([
    "notice of May 2024, p. 3",
    "issuer page read in a copy",
    "https://bank.example/n; held",
  ])("may be %j", (source) => {
    assert.doesNotThrow(() => frenchWith({ ...page, source }))
  })
})

describe("the report on sources", () => {
  const report = sourcesReport(shippedTables, { oldYears: 5 })

  it("has every market whose cards have covers, and those of no market under universal", () => {
    const countries = new Set(shippedTables.coachProducts.rows.map(({ country }) => country))
    const markets = report.map(({ market }) => market)
    assert.deepStrictEqual(markets, ["fr", "us", "ca", "sg", "my", "universal"])
    assert.isTrue(countries.has("ZZ"))
    const products = report.reduce((sum, { slugs }) => sum + (slugs[0]?.covers ?? 0), 0)
    assert.strictEqual(products, shippedTables.coachProducts.rows.length)
  })

  it("counts every cover once: sourced, derived, unsourced or unknown", () => {
    for (const { market, slugs, total } of report) {
      for (const count of [...slugs, total]) {
        const { covers, derived, sourced, unknown, unsourced } = count
        assert.strictEqual(sourced + derived + unsourced + unknown, covers, market)
        assert.isAtMost(count.oldest ?? 0, count.newest ?? 0)
        assert.isAtMost(count.fresh, count.dated)
        assert.isAtMost(count.dated, count.openable)
        assert.isAtMost(count.openable, covers - unknown)
      }
      assert.strictEqual(
        total.covers,
        slugs.reduce((sum, { covers }) => sum + covers, 0),
      )
    }
  })

  it("counts the covers that trips may need, and no others", () => {
    const needed = new Set(shippedTables.recommendedCover.rows.map(({ slug }) => slug))
    for (const { slugs } of report) {
      assert.deepStrictEqual(new Set(slugs.map(({ slug }) => slug)), needed)
    }
  })

  it("counts one more page for one more page, and what has no row as unknown", () => {
    const sourced = frenchWith(page).total
    const unsourced = frenchWith({ ...page, source: "unsourced" }).total
    const unknown = frenchWith({ ...page, state: "unknown" }).total
    assert.strictEqual(sourced.sourced - unsourced.sourced, 1)
    assert.strictEqual(unsourced.unsourced - sourced.unsourced, 1)
    assert.strictEqual(unknown.unknown - sourced.unknown, 1)
    assert.deepStrictEqual(frenchWith(undefined).total, unknown)
  })
})

describe("what to look at next", () => {
  it("is what is unknown, unsourced, or of a page over five years older than the newest", () => {
    const year = (before: number) => ({ ...page, as_of: String(newestYear - before) })
    assert.isUndefined(toRead(frenchWith(year(0))))
    assert.isUndefined(toRead(frenchWith(year(5))))
    assert.strictEqual(toRead(frenchWith(year(6)))?.problem, "old")
    assert.isUndefined(toRead(frenchWith({ ...page, as_of: "" })))
    assert.strictEqual(toRead(frenchWith({ ...page, source: "unsourced" }))?.problem, "unsourced")
    assert.strictEqual(toRead(frenchWith({ ...page, state: "unknown" }))?.problem, "unknown")
    assert.isUndefined(toRead(frenchWith({ ...page, source: "derived: of its range" })))
  })

  it("is no cover that is counted over other cards: nobody can look it up by itself", () => {
    assert.isUndefined(toRead(frenchWith({ ...page, state: "unknown", source: "derived" })))
    const lines = new Set(
      shippedTables.coachBenefits.rows.flatMap((row) =>
        row.cardsRead === null ? [] : (shippedTables.coachBenefits.lineOf(row) ?? []),
      ),
    )
    assert.isAbove(lines.size, 500)
    const listed = sourcesReport(shippedTables, { oldYears: 5 }).flatMap(({ next }) => next)
    assert.deepStrictEqual(
      listed.filter(({ line }) => line !== null && lines.has(line)),
      [],
    )
  })

  it("has the place of its row, and none where it has no row", () => {
    const { line } = toRead(frenchWith({ ...page, state: "unknown" })) ?? {}
    assert.isNumber(line)
    assert.isNull(toRead(frenchWith(undefined))?.line)
  })

  it("begins with the most held cards and the most cited guarantees", () => {
    for (const { next } of sourcesReport(shippedTables, { oldYears: 5 })) {
      const weights = next.map(({ cards, citations }) => cards * citations)
      assert.deepStrictEqual(
        weights,
        weights.toSorted((left, right) => right - left),
      )
      for (const { slug, citations } of next) {
        assert.strictEqual(citations, timesCited(shippedTables)(slug))
      }
    }
  })

  it("counts the cards, profiles and baselines that carry the product of a cover", () => {
    const { coachBaselines, coachCards, coachGenericProfiles, coachProducts } = shippedTables
    const carried = [
      ...coachCards.rows.map(({ benefitProduct, country }) => [country, benefitProduct]),
      ...coachGenericProfiles.rows.map(({ country, product }) => [country, product]),
      ...coachBaselines.rows.map(({ country, product }) => [country, product]),
    ].map((names) => names.join(" "))
    const held = heldBy(shippedTables)
    for (const { country, product } of coachProducts.rows) {
      const own = carried.filter((each) => each === `${country} ${product}`).length
      assert.strictEqual(held(country, product), own, `${country} ${product}`)
    }
    assert.strictEqual(held("FR", "a product that nobody carries"), 0)
    const french = sourcesReport(shippedTables, { oldYears: 5 }).find(
      ({ market }) => market === "fr",
    )
    for (const { cards, product } of french?.next ?? []) {
      assert.strictEqual(cards, held("FR", product), product)
    }
  })
})

describe("a page without a date", () => {
  const undated = shippedTables.coachBenefits.rows.filter(
    ({ asOf, source, state }) => state !== "unknown" && asOf === null && /^https?:/.test(source),
  )

  it("is warned of once, with all the covers that rest on it", () => {
    const found = checkDates(shippedTables).flatMap((each) =>
      each._tag === "UndatedPage" ? [each] : [],
    )
    assert.isNotEmpty(found)
    assert.strictEqual(new Set(found.map(({ page: named }) => named)).size, found.length)
    assert.strictEqual(
      found.reduce((sum, { covers }) => sum + covers, 0),
      undated.length,
    )
    for (const finding of found) assert.strictEqual(severityOf(finding), "warning")
  })

  it("draws no warning with a date, or where no cover rests on it", () => {
    const countWith = (cells: Readonly<Record<string, string>>): number => {
      const tables = editedTables(offlineDefinitions, (row) =>
        isIt(row) ? { ...row.cells, ...page, ...cells } : row.cells,
      )
      return checkDates(tables).length
    }
    const usual = countWith({ as_of: "2026" })
    assert.strictEqual(countWith({ as_of: "" }), usual + 1)
    assert.strictEqual(countWith({ as_of: "", state: "unknown" }), usual)
    assert.strictEqual(countWith({ as_of: "", source: "derived" }), usual)
  })
})
