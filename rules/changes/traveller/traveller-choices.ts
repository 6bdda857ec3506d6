import { groupBy } from "../../../core/group-by.ts"
import { networks, profileTiers } from "../../coach/coach-vocabulary.ts"
import { preparePictures } from "../../coach/pictures/pictures.ts"
import type { AllTables } from "../../tables/index.ts"
import { makeTravellerTexts } from "../../messages/travellers/traveller-text.ts"
import type { PreparedVersion } from "./prepared-version.ts"
import type { NamedCode, TravellerChoices } from "./traveller-view.ts"

const bankChoices = (tables: AllTables): TravellerChoices["banks"] => {
  const pictures = preparePictures(tables)
  const sold = tables.coachCards.rows.toSorted(
    (left, right) =>
      left.country.localeCompare(right.country) || left.bank.localeCompare(right.bank),
  )
  return [...groupBy(sold, ({ bank, country }) => `${country} ${bank}`).values()].flatMap(
    (cards) => {
      const [first] = cards
      if (first === undefined) return []
      return {
        name: first.bank,
        country: first.country,
        slug: pictures.slugOf(first.bank) ?? null,
        cards: cards.map(({ cardName, catalogueId, network, tier }) => ({
          id: catalogueId,
          name: cardName,
          network,
          tier,
          hasPicture: pictures.hasCard(catalogueId),
        })),
      }
    },
  )
}

/** What the form of a traveller lets one choose from, with the names of both languages. */
export const travellerChoices = ({ format, tables }: PreparedVersion): TravellerChoices => {
  const texts = makeTravellerTexts({ tables, format })
  const [en, fr] = [texts("en"), texts("fr")]
  const networkNames: Readonly<Record<(typeof networks)[number], string>> = {
    visa: "Visa",
    mastercard: "Mastercard",
    amex: "American Express",
    discover: "Discover",
  }
  const same = (code: string, name: string): NamedCode => ({ code, name: { en: name, fr: name } })
  return {
    countries: tables.countries.rows.map(({ code }) => ({
      code,
      name: { en: en.country(code), fr: fr.country(code) },
    })),
    states: tables.usStates.rows.map(({ name, state }) => same(state, name)),
    intents: tables.intents.rows.flatMap(({ aliasOf, intent }) =>
      aliasOf === null
        ? { code: intent, name: { en: en.intent(intent), fr: fr.intent(intent) } }
        : [],
    ),
    currencies: tables.currencies.rows.map(({ code }) => code),
    networks: networks.map((network) => same(network, networkNames[network])),
    tiers: profileTiers.map((tier) => ({
      code: tier,
      name: { en: en(`comparator.tier_${tier}`), fr: fr(`comparator.tier_${tier}`) },
    })),
    banks: bankChoices(tables),
  }
}
