import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Result from "effect/Result"
import { expect, it, onTestFinished } from "vitest"
import { withMarketEntries, writePackedModules } from "../../../.config/packed-modules.ts"
import { severityOf } from "../../../core/check/severity.ts"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { describeTableError } from "../../../core/table/error.ts"
import { compileText } from "../../../http/messages/icu.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { startCheck } from "../../../http/tables/check-report.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { prepareCoach } from "../../../rules/coach/engine.ts"
import { makeBilanRenderer } from "../../../rules/messages/render.ts"
import { openCoachOver } from "../../../rules/offline/coach.ts"
import type { PackedTables } from "../../../rules/offline/packed-tables.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import { loadAllTables } from "../../../rules/tables/index.ts"
import { manifestOf } from "../../../rules/tables/bundle.ts"
import { liveContext } from "../../rules/coach/support.ts"
import manifest from "../../../http/library/package.json" with { type: "json" }
import { filesOfBelgium, withBelgium } from "../../support/sixth-market.ts"
import { shippedTables } from "../../support/tables.ts"

const sources = withBelgium()

const tables = Result.getOrThrow(loadAllTables(sources))

const coach = prepareCoach(tables)

const today = { ...liveContext, today: "2026-11-29" }

const gold = {
  residence: "BE",
  destinations: ["US"],
  card: { bank: "Banque Exemple", network: "mastercard", tier: "gold" },
}

/** A check that remembers, so that it asks of each version only what is new. */
const check = startCheck(shippedTablesFolder, { today: "2026-11-29", asked: ["required rows"] })

/** The mistakes and errors of tables with Belgium but for its rows in some files, by file. */
const errorsWithout = (without: ReadonlyArray<string>): ReadonlyArray<string> => {
  const files = { sources: withBelgium(without), errors: [] }
  const { findings, mistakes } = check(files)
  const errors = findings.filter((finding) => severityOf(finding) === "error")
  return [...mistakes.map(describeTableError), ...errors.map(({ file }) => file)]
}

it("a sixth market is made by rows alone, and its cards are read", () => {
  const answer = Result.getOrThrow(coach.bilan(gold, today))
  expect(answer.meta).toMatchObject({ market: "be", lang: "fr", warnings: [] })
  expect(answer.card).toMatchObject({ origin: "exact", currency: "EUR" })
  expect(answer.card.guarantees["hospitalFeesAbroad"]).toMatchObject({
    value: 155_000,
    recommendedValue: 500_000,
    badge: "insufficient",
  })
  expect(answer.bilan.social.values).toEqual({ market: "be" })
  const render = makeBilanRenderer({ texts: tables, format: compileText })
  expect(render(answer).unknown).toEqual([])
  expect(render(answer).medical).toMatch(/500.000\s€/)
  // Another market's resident may ask for it, and who asks for none that exists gets his own.
  const asked = (residence: string, market: string) =>
    Result.getOrThrow(coach.bilan({ ...gold, residence, market }, today)).meta.market
  expect(asked("FR", "be")).toBe("be")
  expect(asked("BE", "nl")).toBe("be")
})

it("a sixth market is listed in the catalogue, in reports and among the words of requests", () => {
  const listed = Result.getOrThrow(coach.cards({ country: "BE" }, { keyId: "", mode: "live" }))
  expect(listed.countries.find(({ code }) => code === "BE")).toEqual({
    code: "BE",
    market: "be",
    banks: 1,
    cards: 2,
  })
  expect(listed.banks.flatMap(({ cards }) => cards.map(({ name }) => name))).toEqual([
    "Mastercard Classic",
    "Mastercard Gold",
  ])
  expect(coach.words.knowsWord("markets", "be", gold)).toBe(true)
  expect(coach.words.knowsWord("markets", "nl", gold)).toBe(false)
  expect(coach.words.wordsOf("markets")).toContain("be")
})

it("a check of the tables names what a sixth market lacks, table by table", () => {
  expect(errorsWithout([])).toEqual([])
  for (const file of filesOfBelgium) {
    // Without its cards a market has products that no card is read as: that is noted.
    if (file === "coach/cards.csv") continue
    expect(errorsWithout([file]), file).not.toEqual([])
  }
})

it("a market is refused whose currency has no rate, or whose residents another one has", () => {
  const told = (from: string, to: string) => {
    const text = (sources.get("coach/markets.csv") ?? "").replace(from, to)
    const files = { sources: new Map([...sources, ["coach/markets.csv", text]]), errors: [] }
    return check(files).mistakes.flatMap(({ cell, column, file }) =>
      file === "coach/markets.csv" ? [`${column} ${cell}`] : [],
    )
  }
  expect(told("be,BE,EUR", "be,BE,XTS")).toEqual(["currency XTS"])
  expect(told("be,BE,EUR", "be,BE|MC|FR,EUR")).toEqual(["residences FR"])
  expect(told("be,BE,EUR", "be,BE|MC,EUR")).toEqual([])
})

it("a sixth market packs as entries of its own", async () => {
  const entries = (from: typeof tables) => Object.keys(withMarketEntries(manifest.exports, from))
  expect(entries(shippedTables)).toEqual(Object.keys(manifest.exports))
  expect(entries(tables).filter((entry) => !(entry in manifest.exports))).toEqual([
    "./tables/be",
    "./bilans/be",
  ])
  const limits = limitsOf(tables)
  const folder = mkdtempSync(join(tmpdir(), "viatica-sixth-market-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const shape = shapeOf(bilanBody(limits))
  writePackedModules({
    folder: join(folder, "tables"),
    lib: join(folder, "lib"),
    engineVersion: today.engineVersion,
    sources,
    tables,
    facts: {
      apiVersion: "1",
      manifest: manifestOf(tables),
      bilanShape: shape,
      quoteShape: shape,
      iconNames: {},
    },
  })
  const { tables: belgian } = (await import(pathToFileURL(join(folder, "tables/be.js")).href)) as {
    readonly tables: PackedTables
  }
  expect(belgian.market).toBe("be")
  const packed = openCoachOver([belgian], { shape, today: today.today })
  const { meta: _, offer: __, ...whole } = Result.getOrThrow(coach.bilan(gold, today))
  const { meta: ___, offer: ____, ...own } = Result.getOrThrow(packed.bilan(gold))
  expect(own).toEqual(whole)
  const french = Result.getFailure(packed.bilan({ ...gold, residence: "FR" }))
  expect(french).toMatchObject({ value: { code: "OTHER_MARKET", market: "fr", tablesOf: "be" } })
})
