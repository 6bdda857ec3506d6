import type { RenderingTables } from "./rendering-tables.ts"
import type { MessageWriter } from "./message-writer.ts"

/** What things are called in one language; undefined where no name is known. */
export interface Names {
  /** A place with its preposition: “in the Netherlands”. */
  readonly inPlace: (code: string) => string | undefined
  /** A place alone. */
  readonly place: (code: string) => string | undefined
  /** A market: its country, or all of them. */
  readonly market: (market: string) => string | undefined
  /** A guarantee as the title of a gap. */
  readonly title: (slug: string) => string | undefined
  /** A guarantee inside of a sentence. */
  readonly guarantee: (slug: string) => string | undefined
  /** A guarantee at the start of a sentence. */
  readonly openingGuarantee: (slug: string) => string | undefined
  /** The words for a guarantee to look for in a card's notice. */
  readonly lookFor: (slug: string) => string | undefined
  /** Who gives official advice. */
  readonly issuer: (name: string) => string
  /** A card network. */
  readonly network: (network: string) => string
}

const universal = "universal"

/** Prepares the names that a speech uses. */
export const namesOf = (tables: RenderingTables, writer: MessageWriter): Names => {
  const { choose, language, word } = writer
  const placeOf = (code: string): Readonly<Record<"in" | "name", string>> | undefined => {
    const row = tables.places.get(code)
    if (row === undefined) return undefined
    return {
      en: { in: row.inEn, name: row.nameEn },
      fr: { in: row.inFr, name: row.nameFr },
    }[language]
  }
  const title: Names["title"] = (slug) => {
    const row = tables.messageGuarantees.get(slug)
    return row === undefined ? undefined : (choose({ fr: row.fr, en: row.en }) ?? undefined)
  }
  const guarantee: Names["guarantee"] = (slug) => {
    const row = tables.messageGuarantees.get(slug)
    if (row === undefined) return undefined
    return choose({ fr: row.listFr, en: row.listEn, us: row.listUs }) ?? title(slug)
  }
  const networks: Readonly<Record<string, string>> = {
    visa: word("network_visa"),
    mastercard: word("network_mastercard"),
    amex: word("network_amex"),
    discover: word("network_discover"),
  }
  return {
    inPlace: (code) => placeOf(code)?.in,
    place: (code) => placeOf(code)?.name,
    market: (market) => {
      if (market === universal) return word("all_markets")
      const [residence] = tables.coachMarkets.get(market)?.residences ?? []
      return residence === undefined ? undefined : placeOf(residence)?.name
    },
    title,
    guarantee,
    openingGuarantee: (slug) => {
      const name = guarantee(slug)
      return name === undefined ? undefined : capitalised(name)
    },
    lookFor: (slug) => {
      const row = tables.messageGuarantees.get(slug)
      if (row === undefined) return undefined
      return choose({ fr: row.lookFr, en: row.lookEn }) ?? guarantee(slug)
    },
    issuer: (name) => {
      const row = tables.messageIssuers.get(name)
      return row === undefined ? name : (choose(row) ?? name)
    },
    network: (network) =>
      Object.hasOwn(networks, network) ? (networks[network] ?? network) : network,
  }
}

/**
 * A name as the first word of a sentence.
 *
 * ```ts
 * import { capitalised } from "../rules/messages/names.ts"
 *
 * capitalised("indemnité") // => "Indemnité"
 * capitalised("état") // => "État"
 * ```
 */
export const capitalised = (name: string): string =>
  name.charAt(0).toLocaleUpperCase("fr") + name.slice(1)
