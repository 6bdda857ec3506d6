import { prepareArgumentGuards } from "../../../../rules/coach/arguments/argument-guards.ts"
import { describe, expect, it } from "vitest"
import { checkChoices } from "../../../../rules/coach/card/check-cards.ts"
import { byBasicness } from "../../../../rules/coach/card/catalogue.ts"
import type { CoachTables } from "../../../../rules/coach/coach-tables.ts"
import { prepareCoachPieces } from "../../../../rules/coach/coach-pieces.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import { withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"

type Cells = Readonly<Record<string, string>>

const withCards = (edit: (cells: Cells) => Cells) =>
  withEditedFile(offlineDefinitions, shippedTables, "coach/cards.csv", ({ cells }) => edit(cells))

/** The shipped cards with one cell of one of them changed. */
const withCell = (catalogueId: number, column: string, cell: string) =>
  withCards((cells) =>
    cells["catalogue_id"] === String(catalogueId) ? { ...cells, [column]: cell } : cells,
  )

const warned = (tables: Parameters<typeof checkChoices>[0]) =>
  checkChoices(tables).flatMap((finding) =>
    finding._tag === "RicherChoice" ? [[finding.chosen, finding.other]] : [],
  )

const hyatt = "World of Hyatt Credit Card"
const landing = (tables: CoachTables, country: string, bank: string, range: string) => {
  const [network = "", tier = ""] = range.split(" ")
  return prepareCoachPieces(tables, prepareArgumentGuards).resolver.bankCard(
    country,
    bank,
    network,
    tier,
  )?.name
}

describe("the card that stands for a bank, network and range", () => {
  it.each([
    ["FR", "BNP Paribas", "visa entry", "Carte Visa Classic"],
    ["FR", "Hello bank!", "visa entry", "Carte Visa Electron"],
    ["FR", "Monabanq", "visa entry", "Carte Visa Classic"],
    // Premier is a range in France, and a name elsewhere: Chase prints no range on its Visas.
    ["US", "Chase", "visa mid", undefined],
    ["US", "Chase", "visa premier", "Southwest Rapid Rewards Premier Card"],
    ["US", "American Express", "amex premium", "The Platinum Card from American Express"],
    ["CA", "TD", "visa premium", "TD Aeroplan Visa Platinum"],
    ["CA", "Scotiabank", "visa premium", "Scotiabank Passport Visa Infinite"],
  ])("in %s at %s for %s is %s", (country, bank, range, name) => {
    expect(landing(shippedTables, country, bank, range)).toBe(name)
  })

  it("is the one of the lowest declared rank, whatever it holds", () => {
    const reserved = withCell(3, "tier", "entry")
    expect(landing(reserved, "FR", "BNP Paribas", "visa entry")).toBe("Carte Visa Classic")
    const origin = withCards((cells) =>
      cells["catalogue_id"] === "1" ? { ...cells, tier: "entry", rank: "1" } : cells,
    )
    expect(landing(origin, "FR", "BNP Paribas", "visa entry")).toBe("Carte Visa Origin")
    const platinum = withCell(87, "rank", "")
    const delta = "Delta SkyMiles Platinum American Express Card"
    expect(landing(platinum, "US", "American Express", "amex premium")).toBe(delta)
  })

  it("is never one that is no longer sold", () => {
    const origin = withCards((cells) => {
      if (cells["catalogue_id"] === "1") return { ...cells, tier: "entry" }
      return cells["catalogue_id"] === "2" ? { ...cells, sold: "withdrawn" } : cells
    })
    expect(landing(origin, "FR", "BNP Paribas", "visa entry")).toBe("Carte Visa Origin")
  })

  it("is one of which half the covers are known, before one of which few are known to be held", () => {
    const { catalogue } = prepareCoachPieces(shippedTables, prepareArgumentGuards)
    const [known, little] = [hyatt, "Marriott Bonvoy Boundless Card"].map((name) =>
      catalogue.banks.flatMap(({ cards }) => cards).find((card) => card.name === name),
    )
    if (known === undefined || little === undefined) throw new Error("Expected both cards")
    expect(byBasicness(known, little)).toBeLessThan(0)
    expect(byBasicness(little, known)).toBeGreaterThan(0)
  })
})

describe("the check of chosen cards", () => {
  const chosen = (tables: CoachTables) => warned(tables).map(([name]) => name)
  const unranked = (edit: (cells: Cells) => Cells = (cells) => cells) =>
    withCards((cells) => edit(chaseMid(cells)))

  /** The cards of Chase that are worth mid, as if their names said so. */
  const chaseMid = (cells: Cells): Cells => {
    if (cells["bank"] !== "Chase" || cells["level"] !== "mid") return cells
    return { ...cells, tier: "mid", ...(cells["card_name"] === hyatt ? { rank: "" } : {}) }
  }

  it("finds nothing in the shipped tables, where ranks are declared", () => {
    expect(checkChoices(shippedTables)).toEqual([])
  })

  it("warns where a sibling is known to hold fewer covers, at the chosen card's line", () => {
    const row = shippedTables.coachCards.rows.find(({ cardName }) => cardName === hyatt)
    expect(checkChoices(unranked())).toMatchObject([
      {
        _tag: "RicherChoice",
        file: "coach/cards.csv",
        line: shippedTables.coachCards.lineOf(row),
        chosen: hyatt,
        held: 4,
        other: "Marriott Bonvoy Boundless Card",
        otherHeld: 0,
      },
    ])
  })

  it("is silent where the sibling is no longer sold, or no sibling holds fewer", () => {
    const gone = unranked((cells) =>
      cells["bank"] === "Chase" && cells["card_name"] !== hyatt
        ? { ...cells, sold: "withdrawn" }
        : cells,
    )
    expect(chosen(gone)).toEqual([])
    const elsewhere = unranked((cells) =>
      cells["bank"] === "Chase" && /^(?:Southwest|Marriott)/.test(cells["card_name"] ?? "")
        ? { ...cells, network: "mastercard" }
        : cells,
    )
    expect(chosen(elsewhere)).toEqual([])
  })

  it("says nothing where a table is missing", () => {
    expect(checkChoices({ coachCards: shippedTables.coachCards })).toEqual([])
  })
})
