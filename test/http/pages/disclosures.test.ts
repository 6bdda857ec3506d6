import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Demo } from "../../../http/ports/house.ts"
import { examineOperator } from "../../../http/cli/doctor/examine.ts"
import { prepareDisclosures } from "../../../rules/documents/disclosures.ts"
import type { DisclosurePlace } from "../../../rules/documents/document-tables.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { comingTrip } from "../../support/coming-trip.ts"
import { useOwnService } from "../../support/service.ts"
import { shippedTables as tables } from "../../support/tables.ts"
import { makeTraveller } from "./funnel/traveller.ts"

const stated = {
  OPERATOR_NAME: "Sentiers SAS",
  OPERATOR_ADDRESS: "1 rue du Port, 75001 Paris",
  OPERATOR_REGISTER: "ORIAS 00 000 000, orias.example",
  OPERATOR_COMPLAINTS: "plaintes@sentiers.example",
  OPERATOR_MEDIATOR: "mediateur.example",
  OPERATOR_TIES: "none",
  OPERATOR_WITHDRAWAL_URL: "https://sentiers.example/retract",
}

const demo = () => Layer.succeed(Demo, { partnerCode: "demo" })
const service = useOwnService(stated, demo())
const silent = useOwnService({}, demo())
const traveller = makeTraveller(service)
const disclosuresAt = prepareDisclosures(tables)

/** A country of each market, one of the Union without a market of its own, and one of none. */
const residences = [
  ...tables.disclosureMarkets.rows.flatMap(({ residences: [first] }) => first ?? []),
  "DE",
  "JP",
]

/** The texts that a page shows, each once: prices of several offers stand beside the same. */
const shownOn = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(/data-disclosure="([^"]+)"/g)].map(([, key = ""]) => key)),
]

const asked = (residence: string, ...places: ReadonlyArray<DisclosurePlace>) => [
  ...new Set(places.flatMap((place) => disclosuresAt(residence, place).map(({ text }) => text))),
]

/** The text of a page without its tags. */
const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")

const abroad = (residence: string): string => (residence === "US" ? "JP" : "US")

/** The comparison of a trip abroad; the form again where the card is asked about. */
const compared = async (residence: string, card: Readonly<Record<string, string>> = {}) => {
  const fields = {
    lang: "en",
    residence,
    destinations: abroad(residence),
    start: comingTrip.start,
    end: comingTrip.end,
    ages: "34",
    ...card,
  }
  const answer = await traveller.post("/compare", Object.entries(fields))
  const { headers, status } = answer
  return status === 303 ? traveller.get(headers["location"] ?? "") : answer
}

describe.each(residences)("a traveller from %s", (residence) => {
  it("reads above the list, beside prices and at the foot what the law asks for", async () => {
    const page = await compared(residence)
    expect(page.status).toBe(200)
    const [beforeTable = ""] = page.text.split("offers-part")
    expect(shownOn(beforeTable)).toEqual(asked(residence, "before_list"))
    expect(shownOn(page.text).toSorted()).toEqual(
      asked(residence, "before_list", "offer", "footer").toSorted(),
    )
  })

  it("finds the section of the law, however the residence is written", async () => {
    const { text } = await traveller.get(`/compare/about?lang=en&residence=${residence}`)
    expect(shownOn(text).toSorted()).toEqual(asked(residence, "section").toSorted())
    for (const fact of ["Sentiers SAS", "1 rue du Port", "ORIAS", "plaintes@", "mediateur"]) {
      expect(text).toContain(fact)
    }
    expect(text).not.toContain("data-unset")
    const typed = tables.countries.get(residence)?.nameEn ?? ""
    const named = `/compare/about?lang=en&residence=${encodeURIComponent(typed)}`
    expect(shownOn((await traveller.get(named)).text)).toEqual(shownOn(text))
    expect(
      (await traveller.get(`/compare?lang=en&residence=${residence.toLowerCase()}`)).text,
    ).toContain(`/compare/about?lang=en&amp;residence=${residence}"`)
  })

  it("reads before the contract, at payment and on the receipt what the law asks for", async () => {
    const [, cheapest] = /name="offer"\s+value="(\d+)"/.exec((await compared(residence)).text) ?? []
    const quote = await traveller.linked({
      offerId: Number(cheapest),
      trip: { countryResidence: residence, arrivalCountries: [abroad(residence)] },
    })
    const review = await traveller.sendForm(quote.form, "review", await traveller.get(quote.form))
    expect(shownOn(review.text).toSorted()).toEqual(asked(residence, "review", "footer").toSorted())
    await traveller.presubscribed(quote)
    const payment = await traveller.get(quote.form)
    expect(shownOn(payment.text).toSorted()).toEqual(
      asked(residence, "payment", "footer").toSorted(),
    )
    await traveller.sendForm(quote.form, "finish", payment)
    const receipt = await traveller.get(quote.form)
    expect(shownOn(receipt.text).toSorted()).toEqual(
      asked(residence, "receipt", "footer").toSorted(),
    )
    expect(receipt.text.includes("https://sentiers.example/retract")).toBe(
      tables.countries.get(residence)?.eu === true,
    )
  })
})

describe("disclosures", () => {
  it("are whole sentences in every language", async () => {
    for (const language of travellerLanguages) {
      for (const residence of residences) {
        const page = await traveller.get(`/compare/about?lang=${language}&residence=${residence}`)
        const text = plain(page.text)
        expect([language, residence, /[{}]|undefined|NaN|\[object/.exec(text)?.[0]]).toEqual([
          language,
          residence,
          undefined,
        ])
      }
    }
  })

  it("tell the handling fee in money, and the partner that is paid", async () => {
    const quote = await traveller.linked({ offerId: 1021 })
    const review = await traveller.sendForm(quote.form, "review", await traveller.get(quote.form))
    expect(plain(review.text)).toMatch(
      /Handling fee in the price: €\d+\.\d\d\. .+ gets a commission/,
    )
    expect(plain(review.text)).toContain("Operator of this service: Sentiers SAS.")
  })

  it("say what an operator has not stated, and the doctor names it", async () => {
    const other = makeTraveller(silent)
    const page = await other.get("/compare/about?lang=en&residence=FR")
    expect(page.text).toContain(`data-unset="${Object.keys(stated).join(" ")}"`)
    expect(plain(page.text)).toContain("Operator not stated by the operator")
    const findings = (origin: string) => Effect.runPromise(examineOperator(new URL(origin)))
    expect(await findings(`http://127.0.0.1:${silent().port}`)).toMatchObject([
      { check: "operator", state: "doubtful", found: expect.stringContaining("OPERATOR_NAME") },
    ])
    expect(await findings(`http://127.0.0.1:${service().port}`)).toMatchObject([
      { check: "operator", state: "ok" },
    ])
  })
})

describe("the card that was read", () => {
  it("is named with its range, and leads to where it is changed", async () => {
    const { text } = await compared("FR", { bank: "BNP Paribas", network: "visa", tier: "mid" })
    expect(plain(text)).toContain("Card read: BNP Paribas · Visa · Mid-range")
    expect(text).toContain('href="#network"')
    expect(text).toContain('class="card-column"')
  })

  it("has the weightiest conditions in its cells: what is paid at all, and how", async () => {
    const { text } = await compared("FR", { bank: "BNP Paribas", network: "visa", tier: "mid" })
    const cells = [
      ...text.matchAll(
        /<th scope="row"[^>]*abbr="([^"]*)"[^]*?<td class="card-column">([^]*?)<\/td>/g,
      ),
    ].map(([, name = "", cell = ""]) => [name, plain(cell).trim()])
    const told = Object.fromEntries(cells) as Readonly<Record<string, string>>
    expect(told["Ski and mountain"]).toMatch(/^€800 hired gear, 20% left to you$/)
    expect(told["Daily allowance"]).toMatch(/^included not paid in cash\b/)
  })

  it("shows no figures of other cards where the first digits are in no list", async () => {
    const { status, text } = await compared("FR", { bin: "999999" })
    expect(status).toBe(200)
    expect(plain(text)).toContain("These first digits are in no list of ours")
    for (const trace of ['class="card-column"', 'class="meter"', "11,000", "Usually"]) {
      expect(text).not.toContain(trace)
    }
  })

  it("is asked about where a bank alone is named, with the cards that it sells", async () => {
    const asked = await compared("FR", { bank: "BNP" })
    expect(asked.status).toBe(422)
    expect(plain(asked.text)).toContain("Which card of this bank do you have? BNP")
    const answers = [...asked.text.matchAll(/name="answer"\s+value="([^"]+)"/g)].map(
      ([, value = ""]) => value.replaceAll("&amp;", "&"),
    )
    expect(answers.length).toBeGreaterThan(3)
    expect(answers.at(-1)).toBe("bank=")
    for (const answer of answers.slice(0, -1)) {
      const read = await compared("FR", { bank: "BNP", answer })
      expect([answer, read.status]).toEqual([answer, 200])
      const name = new URLSearchParams(answer).get("tier") ?? ""
      expect(plain(read.text)).toContain(`· ${name} `)
    }
    const without = await compared("FR", { bank: "BNP", answer: "bank=" })
    expect(without.text).not.toContain("Card read:")
    const unknown = await compared("FR", { bank: "Nobody's Bank" })
    expect(unknown.status).toBe(422)
    expect(plain(unknown.text)).toContain("Which card of this bank do you have? Nobody's Bank")
  })

  it("is said to be unknown where no card of the country was read", async () => {
    const german = await compared("DE", { network: "visa", tier: "mid" })
    expect(plain(german.text)).toContain("No cards of this country have been read (Germany)")
    const french = await compared("RE", { network: "visa", tier: "mid" })
    expect(plain(french.text)).not.toContain("No cards of this country have been read")
  })
})
