import { describe, expect, it } from "@effect/vitest"
import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { KeyId } from "../../rules/accounts/key-text.ts"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { countries } from "../../rules/reference/countries.ts"
import type { RowOf } from "../../core/table/definition.ts"
import type { Trip } from "../../rules/trip/trip.ts"

// The compiler is the judge: each line below must not compile, or `npm run types` refuses this file.
const country: CountryCode = "FR"
const currency: CurrencyCode = "EUR"
const partner: PartnerCode = "acme"
const amountMinor: AmountMinor = 1_200
const rateBps: Bps = 900

describe("a kind", () => {
  it("takes literals and what nobody has said anything of", () => {
    const plain: string = country
    const again: CurrencyCode = plain
    expect([again, currency, partner, amountMinor + rateBps]).toEqual(["FR", "EUR", "acme", 2_100])
  })

  it("refuses every other kind", () => {
    const take = {
      country: (value: CountryCode) => value,
      currency: (value: CurrencyCode) => value,
      partner: (value: PartnerCode) => value,
      amountMinor: (value: AmountMinor) => value,
      rateBps: (value: Bps) => value,
      keyId: (value: KeyId) => value,
    }
    // @ts-expect-error a currency is no country
    take.country(currency)
    // @ts-expect-error a country is no currency
    take.currency(country)
    // @ts-expect-error a country is no partner
    take.partner(country)
    // @ts-expect-error a rate is no amount
    take.amountMinor(rateBps)
    // @ts-expect-error an amount is no rate
    take.rateBps(amountMinor)
    // @ts-expect-error a partner is no key
    take.keyId(partner)
    expect(Object.keys(take)).toHaveLength(6)
  })

  it("comes out of schemas and of tables' columns", () => {
    const ofTrip = ({ countryResidence, currency: paid }: Trip): ReadonlyArray<CountryCode> => {
      // @ts-expect-error the currency of a trip is no country
      const wrong: CountryCode = paid
      return [countryResidence, wrong]
    }
    const ofRow = ({
      code,
      currency: paid,
    }: RowOf<typeof countries>): ReadonlyArray<CountryCode> => {
      // @ts-expect-error nor is that of a row
      const wrong: CountryCode = paid ?? country
      return [code, wrong]
    }
    expect([ofTrip, ofRow]).toHaveLength(2)
  })
})
