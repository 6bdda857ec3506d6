import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { atOnce } from "../../../core/at-once.ts"
import { checkJson } from "../../../rules/check/check-json.ts"
import { checkText } from "../../../http/cli/tables/check-output.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import type { FoundInLaws, StagedCheck } from "../../../rules/check/check-report.ts"
import { openKeptChecks } from "../../../http/tables/kept-checks.ts"
import { readTableFiles } from "../../../http/tables/table-files.ts"
import { lawCatalogues, priceLawWords } from "../../../rules/plausibility/plausibility-tables.ts"
import {
  cataloguesTouchedBy,
  needlessExceptions,
} from "../../../rules/price-laws/check-price-laws.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { shippedTables } from "../../support/tables.ts"
import type { TableFiles } from "../../../rules/tables/table-named.ts"
import { startStagedCheck } from "../../../http/tables/check-report.ts"
import { describeFinding, findingHints } from "../../../core/check/tell/english.ts"

const edited = (files: TableFiles, file: string, change: (text: string) => string): TableFiles => ({
  ...files,
  sources: new Map([...files.sources, [file, change(files.sources.get(file) ?? "")]]),
})

describe("laws of prices", () => {
  const options = { priceLaws: true, asked: ["required rows"] } as const
  const folder = mkdtempSync(join(tmpdir(), "viatica-laws-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const openKept = () => openKeptChecks(join(folder, "checks"), "this program")
  let check: StagedCheck
  let files: TableFiles = { sources: new Map(), errors: [] }
  let shipped: FoundInLaws | undefined

  beforeAll(async () => {
    const kept = await openKept()
    check = startStagedCheck(shippedTablesFolder, { ...options, kept })
    files = await Effect.runPromise(readTableFiles(shippedTablesFolder, tableFiles))
    shipped = atOnce(check.lawSteps(files, lawCatalogues))
    await kept.save()
  })

  it("are proven of the shipped tables, for every trip up to three years, in both catalogues", () => {
    assert.deepStrictEqual(shipped?.findings.map(describeFinding), [])
    for (const { kinds, laws, offers } of shipped?.catalogues ?? []) {
      assert.isAbove(kinds, 5_000)
      assert.isAbove(offers, 30)
      for (const law of priceLawWords) {
        const { proven, refuted, undecided } = laws[law]
        assert.deepStrictEqual({ law, refuted, undecided }, { law, refuted: 0, undecided: 0 })
        // A proof of nothing would be none.
        assert.isAbove(proven, 1_000, law)
      }
    }
    // Insurers who answer for themselves are told as what nothing is proven of.
    assert.deepStrictEqual(
      shipped?.catalogues.map(({ catalogue, outside }) => [catalogue, outside.length > 0]),
      [
        ["live", true],
        ["sandbox", false],
      ],
    )
  })

  it("are known to the next process as they were proven", async () => {
    const given: Array<string> = []
    const kept = { ...(await openKept()), keep: (question: string) => void given.push(question) }
    const next = startStagedCheck(shippedTablesFolder, { ...options, kept })
    assert.deepStrictEqual(atOnce(next.lawSteps(files, lawCatalogues)), shipped)
    assert.deepStrictEqual(given, [])
  })

  it("are proven again where a change touches them, and nowhere else", () => {
    const slip = edited(files, "sandbox/tariffs.csv", (text) =>
      text.replace(
        "leisure_essential,europe,[9..31],12.30",
        "leisure_essential,europe,[9..31],8.30",
      ),
    )
    const found = atOnce(check.lawSteps(slip, lawCatalogues))
    const [live, sandbox] = found?.catalogues ?? []
    assert.strictEqual(live, shipped?.catalogues[0])
    assert.notStrictEqual(sandbox, shipped?.catalogues[1])
    assert.isAbove(sandbox?.laws.day.refuted ?? 0, 0)
    const day = found?.findings.find(
      (finding) => finding._tag === "BrokenPriceLaw" && finding.law === "day",
    )
    if (day === undefined) return assert.fail("nothing was found")
    assert.match(
      describeFinding(day),
      /^sandbox prices: with one day more the cheapest is Leisure Essential \(101\) at [\d.]+ EUR, less than Leisure Essential \(101\) at [\d.]+ EUR without; the tariff does it$/,
    )
    const [trip, less, ...rows] = findingHints(day)
    assert.match(
      trip ?? "",
      /^for example: .*, 8 days from .*, one traveller of 35, without options$/,
    )
    assert.match(less ?? "", /^less: .*, 9 days from /)
    assert.match(
      rows.join("\n"),
      /made of 101: sandbox\/tariffs\.csv:\d+ leisure_essential in europe for 9 days/,
    )
    assert.strictEqual(day.file, "sandbox/tariffs.csv")
  })

  it("are hidden by a mistake in any table, else told to people and to machines", () => {
    const broken = edited(files, "fees.csv", (text) => text.replace(/,\d+,/, ",many,"))
    assert.isUndefined(atOnce(check.lawSteps(broken, lawCatalogues)))
    const hidden = startStagedCheck(shippedTablesFolder, options).whole(broken)
    assert.strictEqual(hidden.priceLaws, "hidden")
    assert.include(checkText(hidden), "price laws: not proven, as there are mistakes")
    const told = { ...hidden, priceLaws: shipped?.catalogues ?? [] }
    const json = checkJson(told) as {
      readonly priceLaws: ReadonlyArray<{
        readonly catalogue: string
        readonly laws: Readonly<Record<string, { readonly proven: number }>>
        readonly exceptions: ReadonlyArray<number>
      }>
    }
    assert.deepStrictEqual(
      json.priceLaws.map(({ catalogue }) => catalogue),
      [...lawCatalogues],
    )
    for (const { exceptions, laws } of json.priceLaws) {
      assert.sameMembers(Object.keys(laws), [...priceLawWords])
      assert.isAbove(exceptions.length, 0)
    }
    assert.match(
      checkText(told),
      /price laws of live, \d+ offers on \d+ kinds of trips; nothing is proven of \d+ offers that insurers rate themselves:\n {2}traveller: \d+ boxes proven, \d+ excepted\n/,
    )
  })

  it("tell exceptions that no catalogue needs", () => {
    const { rows } = shippedTables.priceExceptions
    const [first] = rows
    const proven = (shipped?.catalogues ?? []).map((one) => ({
      ...one,
      needed: new Set(first === undefined ? [] : [first.line]),
    }))
    const needless = needlessExceptions(shippedTables, proven)
    assert.lengthOf(needless, rows.length - 1)
    assert.match(
      needless.map(describeFinding).join("\n"),
      /^no price breaks the law traveller\|age where this row lets it: /m,
    )
  })

  it("are touched by the tables of their catalogue and by those that both share", () => {
    assert.deepStrictEqual(cataloguesTouchedBy("catalogue/tariffs.csv"), ["live"])
    assert.deepStrictEqual(cataloguesTouchedBy("sandbox/offers.csv"), ["sandbox"])
    assert.deepStrictEqual(cataloguesTouchedBy("fees.csv"), lawCatalogues)
    assert.deepStrictEqual(cataloguesTouchedBy("coach/cards.csv"), [])
  })
})
