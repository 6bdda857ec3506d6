import { describe, expect, it } from "@effect/vitest"
import type { CardsResponse } from "../../../rules/coach/response.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { bilanBody, paths } from "../../support/sample-trips.ts"
import { type CallOptions, useService } from "../../support/service.ts"

type Cards = CardsResponse

const service = useService()

const get = (query = "", options?: CallOptions) =>
  service().call("GET", `${paths.cards}${query}`, undefined, options)

const cards = async (query = "", options?: CallOptions): Promise<Cards> => {
  const answer = await get(query, options)
  expect(outcomeOf(answer)).toBe("200")
  return answer.body as Cards
}

describe("GET /coach/cards", () => {
  it("lists every country with a bank list when none is asked for", async () => {
    const listed = await cards()
    expect(listed.country).toBeNull()
    expect(listed.countries.map(({ code }) => code)).toEqual(["FR", "US", "CA", "SG", "MY"])
    const banksOf = (code: string) => listed.banks.filter(({ country }) => country === code)
    for (const { banks, cards: count, code } of listed.countries) {
      expect(banksOf(code).length).toBe(banks)
      expect(banksOf(code).flatMap((bank) => bank.cards).length).toBe(count)
    }
    const [french] = listed.countries
    expect(french?.banks).toBeGreaterThanOrEqual(21)
    expect(french?.cards).toBeGreaterThanOrEqual(81)
    const elsewhere = listed.countries.slice(1).reduce((sum, country) => sum + country.cards, 0)
    expect(elsewhere).toBeGreaterThanOrEqual(181)
  })

  it("has each catalogue id once, and banks by their names once in a country", async () => {
    const { banks } = await cards()
    const ids = banks.flatMap((bank) => bank.cards.map(({ catalogueId }) => catalogueId))
    expect(new Set(ids).size).toBe(ids.length)
    const names = banks.map(({ country, name }) => `${country} ${name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it("lists one country's banks, in either case of its code, and all countries beside", async () => {
    const singapore = await cards("?country=SG")
    expect(singapore.country).toBe("SG")
    expect(new Set(singapore.banks.map(({ country }) => country))).toEqual(new Set(["SG"]))
    expect(await cards("?country=sg")).toEqual(singapore)
    expect(singapore.countries.length).toBe(5)
  })

  it("lists no bank for another valid code", async () => {
    const brazil = await cards("?country=BR")
    expect([brazil.country, brazil.banks, brazil.countries.length]).toEqual(["BR", [], 5])
    expect(brazil.generic.length).toBeGreaterThan(0)
  })

  it.each([
    ["?country="],
    ["?country=F"],
    ["?country=FRA"],
    ["?country=F1"],
    ["?country=%00%00"],
    ["?country=FR&country=FR"],
    ["?country=FR&country=US"],
  ])("refuses %s", async (query) => {
    expect(outcomeOf(await get(query))).toBe("400 BAD_COUNTRY")
  })

  it("prints names in French for FR and in English elsewhere, unless told otherwise", async () => {
    const tiers = async (query: string) => (await cards(query)).tiers
    expect(await tiers("?country=FR&lang=en")).toEqual(await tiers("?country=US"))
    expect(await tiers("?country=US&lang=fr")).toEqual(await tiers("?country=FR"))
    expect(await tiers("?country=FR")).not.toEqual(await tiers("?country=US"))
    for (const lang of ["de", "", "FR", "fr&lang=fr"]) {
      expect(await tiers(`?country=US&lang=${lang}`)).toEqual(await tiers("?country=US"))
    }
  })

  it("tells each key the modes that it may send", async () => {
    const live = await service().createKey({ mode: "live" })
    const sandbox = await cards()
    expect(sandbox.key).toEqual({
      keyId: service().key.keyId,
      mode: "sandbox",
      cardModes: ["bin", "bank", "network", "none"],
    })
    expect((await cards("", { key: live })).key).toEqual({
      keyId: live.keyId,
      mode: "live",
      cardModes: ["bin", "bank", "catalogueId", "network", "none"],
    })
  })

  it("marks as byBankTier exactly the cards that bank, network and tier land on", async () => {
    const live = await service().createKey({ mode: "live" })
    const read = async (residence: string, card: Readonly<Record<string, unknown>>) => {
      const body = bilanBody({ residence, destinations: ["US"], card })
      const answer = await service().call("POST", paths.bilan, body, { key: live })
      return (answer.body as { card: unknown }).card
    }
    for (const { code } of (await cards()).countries) {
      const [bank] = (await cards(`?country=${code}`)).banks
      for (const card of bank?.cards.filter(({ byBankTier }) => byBankTier) ?? []) {
        const { catalogueId, network, tier } = card
        expect(await read(code, { bank: bank?.name, network, tier })).toEqual(
          await read(code, { catalogueId }),
        )
      }
    }
  })

  it("takes nothing from the day's reads", async () => {
    const key = await service().createKey()
    await cards("", { key })
    expect(await service().quotaOf(key)).toMatchObject({ reads_used: 0, burst_used: 1 })
  })
})
