import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { ViewName, Views } from "../../../../../http/workbench/protocol/views.ts"
import { shippedTables } from "../../../../support/tables.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"

const tariff = "hw_voyager_core"

const edit = (folder: string, file: string, edited: (line: string) => ReadonlyArray<string>) => {
  const path = join(folder, file)
  writeFileSync(
    path,
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line) => edited(line))
      .join("\n"),
  )
}

/** A step down at 32 days, no row for two bands of ages, a dearer place, and a cover that fell. */
const changeShapes = (folder: string): void => {
  edit(folder, "catalogue/tariffs.csv", (line) => {
    if (line.startsWith(`${tariff},north_america,[9..31],[18..64],`)) {
      return [line.replace(/[\d.]+$/, "1.40")]
    }
    return /^hw_voyager_core,north_america,\[9\.\.31\],\[(?:65|70)/.test(line) ? [] : [line]
  })
  edit(folder, "countries.csv", (line) => [
    line.startsWith("JP,") ? line.replace(",high,", ",top,") : line,
  ])
  edit(folder, "coach/benefits.csv", (line) => [
    line.startsWith("FR,Visa Premier,hospitalFeesAbroad,value,")
      ? line.replace(/,value,\d+,/, ",value,1000,")
      : line,
  ])
}

describe("the shape of tables, asked of the workbench", () => {
  let bench: TestWorkbench | undefined
  beforeAll(async () => {
    bench = await openWorkbench(changeShapes)
  })
  afterAll(() => bench?.end())

  const ask = async <Name extends ViewName>(
    name: Name,
    input: Views[Name]["input"],
  ): Promise<Views[Name]["output"]> => answered((await bench?.call(name, input)) ?? assert.fail())

  const offerOf = async (named: string) =>
    (await ask("shapeChoices", {})).offers.find((each) => each.tariff === named) ?? assert.fail()

  it("offers what can be drawn, and says which tariffs are changed", async () => {
    const { banks, offers, places, residence } = await ask("shapeChoices", {})
    assert.strictEqual(residence, "FR")
    assert.strictEqual(places.length, shippedTables.countries.rows.length)
    assert.isNotEmpty(banks.filter(({ country }) => country === "FR"))
    assert.deepStrictEqual(
      [...new Set(offers.map(({ catalogue }) => catalogue))],
      ["live", "sandbox"],
    )
    assert.deepStrictEqual(
      offers.filter(({ isChanged }) => isChanged).map((each) => each.tariff),
      [tariff],
    )
  })

  it("marks the step down with both figures, and the ages without a row", async () => {
    const { catalogue, offerId } = await offerOf(tariff)
    const view = await ask("shapePremium", { catalogue, offerId, residence: "FR" })
    const changed = view.days.filter(({ isSame }) => !isSame)
    assert.deepStrictEqual(
      changed.map(({ zone }) => zone),
      ["north_america"],
    )
    // 3 + 22.10 + 1.40 x 31 before the bound of the bands, 3 + 27.10 + 0.84 x 32 behind it.
    assert.deepStrictEqual(changed[0]?.stepsDown, [{ days: 32, fromMinor: 6850, toMinor: 5698 }])
    assert.deepStrictEqual(view.ageGaps, [{ zone: "north_america", ageMin: 65, ageMax: 74 }])
    const band = view.ages.find(({ ageMin }) => ageMin === 65)
    const american = band?.premiums.find(({ zone }) => zone === "north_america")
    assert.strictEqual(american?.before.amountMinor, 5530)
    assert.deepStrictEqual(american?.after, { amountMinor: null, line: null })
    const [first] = view.days
    assert.strictEqual(first?.after.length, 62)
  })

  it("finds nothing in a tariff that stays as it was", async () => {
    const { catalogue, offerId } = await offerOf("hw_voyager_plus")
    const view = await ask("shapePremium", { catalogue, offerId, residence: "FR" })
    assert.isTrue(
      view.days.every(
        ({ gaps, isSame, stepsDown }) => isSame && gaps.length === 0 && stepsDown.length === 0,
      ),
    )
    assert.deepStrictEqual(view.ageGaps, [])
  })

  it("refuses an offer that no tariff prices", async () => {
    const reply = await bench?.call("shapePremium", {
      catalogue: "live",
      offerId: 1,
      residence: "FR",
    })
    assert.strictEqual(reply?._tag === "Refused" ? reply.refusal.code : "", "NoSuchOffer")
  })

  it("counts every country in one step, and tells which place moves", async () => {
    const { places, steps } = await ask("shapeMedical", { residence: "FR" })
    assert.strictEqual(
      steps.reduce((sum, step) => sum + step.places, 0),
      places.length,
    )
    assert.deepStrictEqual(
      places
        .filter(({ after, before }) => after !== before)
        .map(({ code, after }) => [code, after]),
      [["JP", "top"]],
    )
  })

  it("shows the covers of profiles and of a bank, and what a cell was", async () => {
    const trip = {
      residence: "FR",
      destination: "US",
      longTrip: false,
      friends: false,
      riskyActivity: false,
    }
    const usual = await ask("shapeCovers", { ...trip, bank: null })
    const changed = usual.cards.flatMap(({ cells, profile }) =>
      Object.entries(cells).flatMap(([slug, { amount, was }]) =>
        was === null ? [] : [[profile?.network, profile?.tier, slug, amount]],
      ),
    )
    assert.deepStrictEqual(changed, [["visa", "mid", "hospitalFeesAbroad", 1000]])
    const bank = await ask("shapeCovers", { ...trip, bank: "BNP Paribas" })
    assert.include(
      bank.cards.map(({ name }) => name),
      "Carte Visa Premier",
    )
    for (const { cells } of [...usual.cards, ...bank.cards]) {
      for (const { place } of Object.values(cells)) assert.isNotNull(place)
    }
  })
})
