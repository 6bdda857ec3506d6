import { type CountryCode, isCountryCode } from "../../core/vocabulary/codes.ts"
import type { PartnerCode } from "../accounts/partner.ts"
import { parseQuoteToken, type QuoteToken } from "./link-code.ts"
import type { Trip } from "../trip/trip.ts"

type Parameter = readonly [name: string, value: string | number | null]

/** A comma may stand in a query as it is, and parts the values of a list. */
const encoded = (value: string | number): string =>
  encodeURIComponent(String(value).toWellFormed()).replaceAll("%2C", ",")

const address = (page: string, parameters: ReadonlyArray<Parameter>): string => {
  const query = parameters.flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encoded(value)}`],
  )
  return `${page}?${query.join("&")}`
}

/**
 * The funnel's quote form, filled in with what of a trip may stand in an address: never its dates,
 * never an age. Links of a sandbox key lead there.
 *
 * ```ts
 * import { quoteFormAddress } from "../rules/links/funnel-address.ts"
 *
 * const trip = { countryResidence: "FR", arrivalCountries: ["ES", "PT"], travellers: [{ age: 8 }] }
 * const form = { trip: { ...trip, intent: "forTourism" }, language: "en" }
 * quoteFormAddress("https://f.example", form) // => "https://f.example/quote?residence=FR&destinations=ES,PT&travellers=1&intent=forTourism&lang=en"
 * ```
 */
export const quoteFormAddress = (
  funnelUrl: string,
  form: {
    readonly trip: Pick<Trip, "countryResidence" | "arrivalCountries" | "travellers" | "intent">
    readonly language: string
  },
): string =>
  address(`${funnelUrl}/quote`, [
    ["residence", form.trip.countryResidence],
    ["destinations", form.trip.arrivalCountries.join()],
    ["travellers", form.trip.travellers.length],
    ["intent", form.trip.intent],
    ["lang", form.language],
  ])

/**
 * The funnel's quote form under a tracked link: bare, or with the residence and the language that
 * the Coach knows.
 *
 * ```ts
 * import { creditedFormAddress } from "../rules/links/funnel-address.ts"
 *
 * const form = { ref: "acme-SPRING27", residence: "FR", language: null }
 * creditedFormAddress("https://f.example", form) // => "https://f.example/quote?ref=acme-SPRING27&residence=FR"
 * ```
 */
export const creditedFormAddress = (
  funnelUrl: string,
  form: {
    readonly ref: string
    readonly residence: CountryCode | null
    readonly language: string | null
  },
): string =>
  address(`${funnelUrl}/quote`, [
    ["ref", form.ref],
    ["residence", form.residence],
    ["lang", form.language],
  ])

/** A subscription as addresses of the funnel name it. */
interface AddressedQuote {
  readonly quoteRef: string
  /** Null where it is not known. */
  readonly language: string | null
  /** The offer that was clicked; null for the list of offers. */
  readonly offerId: number | null
}

/**
 * Where a subscription goes on in the funnel: the presubscribe form with its offer selected, or the
 * list of offers where none was clicked.
 *
 * ```ts
 * import { quoteAddress } from "../rules/links/funnel-address.ts"
 *
 * const quote = { quoteRef: "q1", language: "en", offerId: null }
 * quoteAddress("https://f.example", quote) // => "https://f.example/offers?quote=q1&lang=en"
 * quoteAddress("https://f.example", { ...quote, offerId: 7 }) // => "https://f.example/presubscribe?quote=q1&offer=7&lang=en"
 * ```
 */
export const quoteAddress = (funnelUrl: string, quote: AddressedQuote): string =>
  address(`${funnelUrl}/${quote.offerId === null ? "offers" : "presubscribe"}`, [
    ["quote", quote.quoteRef],
    ["offer", quote.offerId],
    ["lang", quote.language],
  ])

/**
 * A tracked link as it is given to travellers, bare.
 *
 * ```ts
 * import { linkAddress } from "../rules/links/funnel-address.ts"
 *
 * linkAddress("https://v.example", "SPRING27") // => "https://v.example/r/SPRING27"
 * ```
 */
export const linkAddress = (baseUrl: string, code: string): string =>
  `${baseUrl}/r/${encoded(code)}`

/**
 * The tracked short link of a subscription: what a live key's `/links` answers with.
 *
 * ```ts
 * import { trackedAddress } from "../rules/links/funnel-address.ts"
 *
 * const link = { code: "SPRING27", quote: "q1.YmFy", offerId: 7 }
 * trackedAddress("https://v.example", link) // => "https://v.example/r/SPRING27?quote=q1.YmFy&offer=7"
 * trackedAddress("https://v.example", { ...link, offerId: null }) // => "https://v.example/r/SPRING27?quote=q1.YmFy"
 * ```
 */
export const trackedAddress = (
  baseUrl: string,
  link: {
    readonly code: string
    /** The subscription, with the MAC of this very address. */
    readonly quote: string
    readonly offerId: number | null
  },
): string =>
  address(linkAddress(baseUrl, link.code), [
    ["quote", link.quote],
    ["offer", link.offerId],
  ])

/**
 * The tracked short link of the Coach, which knows a residence and a language but no quote.
 *
 * ```ts
 * import { coachAddress } from "../rules/links/funnel-address.ts"
 *
 * const link = { code: "SPRING27", residence: "FR", language: "fr" }
 * coachAddress("https://v.example", link) // => "https://v.example/r/SPRING27?res=FR&lang=fr"
 * ```
 */
export const coachAddress = (
  baseUrl: string,
  link: { readonly code: string; readonly residence: CountryCode; readonly language: string },
): string =>
  address(linkAddress(baseUrl, link.code), [
    ["res", link.residence],
    ["lang", link.language],
  ])

/** What no code begins with: codes have letters and digits alone. */
const nothing = "-"

const ownPath = /\/r\/([^/?#]*)/

/**
 * How the codes begin that somebody looks for, in small letters: of a code, of its beginning, of a
 * ref, or of the whole address of a link, as they are typed or pasted. Empty asks for all of them.
 *
 * ```ts
 * import { linkSearch } from "../rules/links/funnel-address.ts"
 *
 * linkSearch(" Summer 27", "acme") // => "summer27"
 * linkSearch("acme-SUMMER27", "acme") // => "summer27"
 * linkSearch("https://v.example/r/SUMMER27?quote=q", "acme") // => "summer27"
 * linkSearch("été", "acme") // => "-"
 * linkSearch("  ", "acme") // => ""
 * ```
 */
export const linkSearch = (typed: string, partnerCode: PartnerCode): string => {
  const text = (ownPath.exec(typed)?.[1] ?? typed).trim().toLowerCase()
  if (text === "") return ""
  const owner = `${partnerCode}-`
  const code = (text.startsWith(owner) ? text.slice(owner.length) : text).replaceAll(/[\s._-]/g, "")
  return /^[a-z0-9]{1,32}$/.test(code) ? code : nothing
}

/** What the address of a tracked link says beside its code; null where it says nothing usable. */
export interface RedirectQuery {
  readonly quote: QuoteToken | null
  readonly offerId: number | null
  readonly residence: CountryCode | null
  readonly language: string | null
}

const offerIdPattern = /^[1-9]\d{0,9}$/

/** Offer ids are kept as signed 32-bit numbers. */
const offerIdMax = 2_147_483_647

/**
 * Reads the query of `/r/<code>`, with or without its question mark. A parameter counts when it is
 * there exactly once and well formed; `languages` are those that the funnel speaks.
 *
 * ```ts
 * import { readRedirectQuery } from "../rules/links/funnel-address.ts"
 *
 * const languages = new Set(["en", "fr"])
 * const { offerId, quote } = readRedirectQuery("quote=q1.YmFy&offer=7", languages)
 * quote // => { quoteRef: "q1", mac: "YmFy", language: null }
 * offerId // => 7
 * readRedirectQuery("res=FR&lang=fr&lang=en", languages) // => { quote: null, offerId: null, residence: "FR", language: null }
 * ```
 */
export const readRedirectQuery = (query: string, languages: ReadonlySet<string>): RedirectQuery => {
  const parameters = new URLSearchParams(query)
  const only = (name: string): string => {
    const [value = "", ...others] = parameters.getAll(name)
    return others.length === 0 ? value : ""
  }
  const [offer, residence, language] = [only("offer"), only("res"), only("lang")]
  return {
    quote: parseQuoteToken(only("quote")) ?? null,
    offerId: offerIdPattern.test(offer) && Number(offer) <= offerIdMax ? Number(offer) : null,
    residence: isCountryCode(residence) ? residence : null,
    language: languages.has(language) ? language : null,
  }
}
