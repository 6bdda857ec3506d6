import { describe, expect, it } from "vitest"
import { checkChoices } from "../../../../rules/coach/card/check-choices.ts"
import { byBasicness } from "../../../../rules/coach/card/catalogue-index.ts"
import { preparePieces } from "../../../../rules/coach/prepared.ts"
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
const landing = (tables: typeof shippedTables, country: string, bank: string, range: string) => {
  const [network = "", tier = ""] = range.split(" ")
  return preparePieces(tables).resolver.bankCard(country, bank, network, tier)?.name
}

describe("the card that stands for a bank, network and range", () => {
  it.each([
    ["FR", "BNP Paribas", "visa entry", "Carte Visa Classic"],
    ["FR", "Hello bank!", "visa entry", "Carte Hello One"],
    ["FR", "Monabanq", "visa entry", "Carte Visa Classic"],
    ["US", "Chase", "visa mid", hyatt],
    ["CA", "TD", "visa mid", "TD Aeroplan Visa Platinum"],
    ["CA", "Scotiabank", "visa premium", "Scotiabank Passport Visa Infinite"],
  ])("in %s at %s for %s is %s", (country, bank, range, name) => {
    expect(landing(shippedTables, country, bank, range)).toBe(name)
  })

  it("is the one of the lowest declared rank, whatever it holds", () => {
    const reserved = withCell(3, "tier", "entry")
    expect(landing(reserved, "FR", "BNP Paribas", "visa entry")).toBe("Carte Visa Classic")
    const ranked = withCell(1, "rank", "1")
    expect(landing(ranked, "FR", "BNP Paribas", "visa entry")).toBe("Carte Visa Origin")
  })

  it("is never one that is no longer sold", () => {
    const sold = withCell(2, "sold", "withdrawn")
    expect(landing(sold, "FR", "BNP Paribas", "visa entry")).toBe("Carte Visa Origin")
  })

  it("is one of which half the covers are known, before one of which few are known to be held", () => {
    const { catalogue } = preparePieces(shippedTables)
    const [known, little] = [hyatt, "Marriott Bonvoy Boundless Card"].map((name) =>
      catalogue.banks.flatMap(({ cards }) => cards).find((card) => card.name === name),
    )
    if (known === undefined || little === undefined) throw new Error("Expected both cards")
    expect(byBasicness(known, little)).toBeLessThan(0)
    expect(byBasicness(little, known)).toBeGreaterThan(0)
  })
})

describe("the check of chosen cards", () => {
  it("warns where a sibling is known to hold fewer covers, at the chosen card's line", () => {
    const finding = checkChoices(shippedTables).find(
      (each) => each._tag === "RicherChoice" && each.chosen === hyatt,
    )
    const row = shippedTables.coachCards.rows.find(({ cardName }) => cardName === hyatt)
    expect(finding).toMatchObject({
      file: "coach/cards.csv",
      line: shippedTables.coachCards.lineOf(row),
      other: "Marriott Bonvoy Boundless Card",
      otherHeld: 0,
    })
  })

  it("is silent where a rank is declared, or the sibling is no longer sold", () => {
    const id = shippedTables.coachCards.rows.find(({ cardName }) => cardName === hyatt)
    const chosen = (tables: typeof shippedTables) => warned(tables).map(([name]) => name)
    expect(chosen(shippedTables)).toContain(hyatt)
    expect(chosen(withCell(id?.catalogueId ?? 0, "rank", "1"))).not.toContain(hyatt)
    expect(chosen(shippedTables)).not.toContain("Carte Visa Classic")
    const gone = withCards((cells) =>
      cells["bank"] === "Chase" && cells["card_name"] !== hyatt
        ? { ...cells, sold: "withdrawn" }
        : cells,
    )
    expect(chosen(gone)).not.toContain(hyatt)
  })

  it("says nothing where a table is missing", () => {
    expect(checkChoices({ coachCards: shippedTables.coachCards })).toEqual([])
  })
})
