import { describe, expect, it } from "vitest"
import { once } from "../../../core/memory.ts"
import { type DocumentLanguage, documentLanguages } from "../../../rules/documents/covers.ts"
import { ipidOf } from "../../../rules/documents/ipid.ts"
import { ipidSectionWords, type IpidSectionWord } from "../../../rules/documents/document-tables.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import { prepareSandbox } from "../../../rules/pricing/sandbox.ts"
import { pricingZones } from "../../../rules/pricing/zone.ts"
import { textTable } from "../../support/edited-tables.ts"
import { shippedTables } from "../../support/tables.ts"

const catalogues = once(() => [
  prepareSandbox(shippedTables).pieces.tables,
  prepareLive(shippedTables).pieces.tables,
])

const everyOffer = once(() =>
  catalogues().flatMap((catalogue) => catalogue.offers.rows.map((offer) => ({ catalogue, offer }))),
)

const documentOf = (offerId: number, language: DocumentLanguage = "en") => {
  const found = everyOffer().find(({ offer }) => offer.offerId === offerId)
  if (found === undefined) throw new Error(`no offer ${offerId}`)
  return ipidOf(shippedTables, found.catalogue, found.offer, language)
}

const textsOf = (offerId: number, wanted: IpidSectionWord, language: DocumentLanguage = "en") =>
  documentOf(offerId, language)
    .find(({ section }) => section === wanted)
    ?.lines.map(({ text }) => text.replaceAll(/\s/g, " ")) ?? []

/** The names of the zones in which rows of eligibility, as they are written, take an offer. */
const soldZones = (offerId: number): ReadonlyArray<string> => {
  const written = ["catalogue/eligibility.csv", "sandbox/eligibility.csv"].flatMap((file) =>
    textTable(file).rows.filter(({ cells }) => cells["offer_id"] === String(offerId)),
  )
  return pricingZones.flatMap((zone) => {
    const name = shippedTables.zoneWords.get(zone)?.en ?? ""
    const isSold = written.some(({ cells }) => {
      const words = (cells["zone"] ?? "").split("|")
      return words.includes("") || words.includes(zone)
    })
    return isSold ? name.charAt(0).toUpperCase() + name.slice(1) : []
  })
}

describe("the information document of an offer", () => {
  it("has the nine sections in their order, none of them empty, for every offer in every language", () => {
    expect(everyOffer().length).toBeGreaterThan(100)
    for (const { catalogue, offer } of everyOffer()) {
      for (const language of documentLanguages) {
        const sections = ipidOf(shippedTables, catalogue, offer, language)
        expect(sections.map(({ section }) => section)).toEqual(ipidSectionWords)
        const empty = sections.filter(({ lines }) => lines.length === 0)
        expect([offer.offerId, empty.map(({ section }) => section)]).toEqual([offer.offerId, []])
        const texts = sections.flatMap(({ lines }) => lines.map(({ text }) => text))
        expect(texts.filter((text) => /[{}]|null|undefined|NaN| {2}/.test(text))).toEqual([])
      }
    }
  })

  it("lists every guarantee once: as insured, as an option, or as not insured", () => {
    for (const { catalogue, offer } of everyOffer()) {
      const lines = catalogue.linesOf(offer)
      const held = lines.filter(({ state }) => state !== "not_available")
      const insured = documentOf(offer.offerId).find(({ section }) => section === "insured")
      expect(insured?.lines.length).toBe(held.length)
      expect(insured?.lines.filter(({ optional }) => optional).length).toBe(
        held.filter(({ option }) => option !== null).length,
      )
      const absent = lines.length - held.length
      expect(textsOf(offer.offerId, "not_insured").length).toBeGreaterThanOrEqual(absent)
    }
  })

  it("tells amounts in the currency of the guarantees and in the reader's form", () => {
    const offer = shippedTables.sandboxGuarantees.rows.find(
      ({ offerId, slug }) => offerId === "102" && slug === "suitcaseInsurance",
    )
    expect(offer?.state).toBe("value")
    const baggage = (language: DocumentLanguage) =>
      textsOf(102, "insured", language).find((text) => /^(?:Baggage|Bagages)/.test(text))
    expect(baggage("en")).toMatch(/^Baggage: up to €\d,\d{3}, excess €\d{2} a claim$/)
    expect(baggage("fr")).toMatch(
      /^Bagages : jusqu’à \d \d{3} €, franchise de \d{2}\s€ par sinistre$/,
    )
  })

  it("ticks nothing that is left out: what is insured and where alone has a tick", () => {
    for (const { offer } of everyOffer()) {
      for (const language of documentLanguages) {
        for (const { lines, mark, section } of documentOf(offer.offerId, language)) {
          if (mark !== "tick") continue
          expect(["insured", "where"]).toContain(section)
          for (const { text } of lines) {
            expect(text).not.toMatch(/\b(?:except|leaves out|sauf|exclut|not)\b/iu)
          }
        }
      }
    }
  })

  it("gives options no sign and puts them last", () => {
    const { lines = [] } = documentOf(102).find(({ section }) => section === "insured") ?? {}
    const options = lines.filter(({ optional }) => optional)
    expect(options.length).toBeGreaterThan(0)
    expect(lines.slice(-options.length)).toEqual(options)
    for (const { text } of options) expect(text).toMatch(/ \(option\)$/)
  })

  it("names who is not taken and where the offer does not hold", () => {
    const row = textTable("sandbox/eligibility.csv").rows.find(
      ({ cells }) => cells["offer_id"] === "103",
    )
    const oldest = /^<=(\d+)$/.exec(row?.cells["oldest_age"] ?? "")?.[1]
    expect(oldest).toBeDefined()
    expect(textsOf(103, "restrictions")).toContain(`Travellers who are over ${oldest}.`)
    expect(textsOf(1003, "restrictions").join()).toMatch(/Trips to Afghanistan, .* and Yemen,/)
    expect(textsOf(1003, "restrictions", "fr").join()).toMatch(
      /: Afghanistan, Corée du Nord, .* et Yémen\.$/,
    )
  })

  it("ticks nothing but what an offer holds and the zones where it holds it", () => {
    const zones = new Set(
      shippedTables.zoneWords.rows.map(({ en }) => en.charAt(0).toUpperCase() + en.slice(1)),
    )
    for (const { offerId } of [
      ...shippedTables.catalogueOffers.rows,
      ...shippedTables.sandboxOffers.rows,
    ]) {
      const ticked = documentOf(offerId).filter(({ mark }) => mark === "tick")
      expect(ticked.map(({ section }) => section)).toEqual(["insured", "where"])
      const [insured, where] = ticked
      expect(where?.lines.every(({ text }) => zones.has(text))).toBe(true)
      expect(where?.lines.map(({ text }) => text)).toEqual(soldZones(offerId))
      for (const { text } of insured?.lines ?? [])
        expect(text).not.toMatch(/not (?:covered|available)/i)
    }
  })

  it("says that a year ends by itself and that a month goes on", () => {
    expect(textsOf(108, "cancelling").join()).toContain("At the end of the year")
    expect(textsOf(115, "cancelling").join()).toContain("From month to month")
    expect(textsOf(102, "cancelling").join()).not.toMatch(/year|month to month/)
  })
})
