import * as Result from "effect/Result"
import { createHash } from "node:crypto"
import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { SealedAddresses } from "../../ports/sealed-addresses.ts"
import type { ComparisonPrices } from "../../../rules/comparison/offer-comparison.ts"
import type { TripSearch } from "../../../rules/comparison/trip-search.ts"
import { dayMs } from "../../../core/vocabulary/day.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { formFields } from "../kit/form.ts"
import { carriedFields, readSearch } from "./search.ts"

/** A comparison as its address holds it. */
export interface KeptComparison {
  readonly search: TripSearch
  /** What it cost when the address was made; undefined where nothing was priced then. */
  readonly seen: SeenPrices | undefined
  readonly sealedAtMs: number
}

/** Prices as a traveller saw them, as far as a change of them can be told. */
export interface SeenPrices {
  /** What the cheapest offer cost. */
  readonly amount: number
  readonly currency: CurrencyCode
  /** Tells all prices of a comparison from all others. */
  readonly mark: string
}

/** Why an address leads to no comparison: its days are over, or it was damaged or never was one of ours. */
export type NoComparison = "over" | "broken"

/** The address of a comparison for others. */
export interface SharedComparison {
  /** The whole address. */
  readonly address: string
  /** What stands in it behind `/compare/`. */
  readonly part: string
  /** The last day on which it opens. */
  readonly until: string
}

/** Prepares the addresses of comparisons, which hold so many days. */
export const prepareComparisonAddresses = (
  addresses: SealedAddresses["Service"],
  { baseUrl, daysMax }: { readonly baseUrl: string; readonly daysMax: number },
) => {
  /** The path of a comparison; its days begin at `sealedAtMs`, however often it is written anew. */
  const pathOf = ({ sealedAtMs, search, seen }: KeptComparison): string => {
    const fields = new URLSearchParams(carriedFields(search).map(([name, value]) => [name, value]))
    if (seen !== undefined) {
      fields.set(seenField, [seen.amount, seen.currency, seen.mark].join(" "))
    }
    const packed = deflateRawSync(Buffer.from(fields.toString(), "utf8"), { dictionary, level: 9 })
    return `${comparisonsPath}${addresses.seal("comparison", packed, sealedAtMs)}`
  }

  /** Opens what stands behind `/compare/`. */
  const open = (part: string, nowMs: number): Result.Result<KeptComparison, NoComparison> => {
    const opened = addresses.open("comparison", part)
    if (opened === undefined) return Result.fail("broken")
    const { held, sealedAtMs } = opened
    if (nowMs >= lastsUntil(sealedAtMs)) return Result.fail("over")
    const fields = formFields(inflateRawSync(held, { dictionary }).toString("utf8"))
    const search = readSearch(fields, "form")
    return Result.succeed({ search, seen: readSeen(fields.text(seenField)), sealedAtMs })
  }

  /** A comparison as somebody else, or a later day, may have it. */
  const shareOf = (kept: KeptComparison, language: string): SharedComparison => {
    // Without the session, which changes what was chosen in it.
    const path = pathOf({ ...kept, search: { ...kept.search, session: "" } })
    return {
      part: path.slice(comparisonsPath.length),
      address: `${baseUrl}${path}?lang=${language}`,
      until: utcDay(lastsUntil(kept.sealedAtMs)),
    }
  }

  /** When an address of a moment is over. */
  const lastsUntil = (sealedAtMs: number): number => sealedAtMs + daysMax * dayMs

  return { open, pathOf, shareOf }
}

/** The addresses of comparisons. */
export type ComparisonAddresses = ReturnType<typeof prepareComparisonAddresses>

/** What the addresses of comparisons begin with. */
export const comparisonsPath = "/compare/"

/** What of prices an address holds; undefined where nothing has one. */
export const seenPrices = ({
  offers,
}: Pick<ComparisonPrices, "offers">): SeenPrices | undefined => {
  const [cheapest] = offers
  if (cheapest === undefined) return undefined
  const told = offers
    .map(({ id, price: { amount, currency } }) => `${id} ${amount} ${currency}`)
    .toSorted()
    .join("\n")
  const mark = createHash("sha256").update(told).digest("base64url").slice(0, 8)
  const { amount, currency } = cheapest.price
  return { amount, currency, mark }
}

/** The field that no form has and the address has. */
const seenField = "seen"

const readSeen = (text: string): SeenPrices | undefined => {
  const [amount, currency, mark] = text.split(" ")
  return amount === undefined || currency === undefined || mark === undefined
    ? undefined
    : { amount: Number(amount), currency, mark }
}

/**
 * What most searches say, most usual last: addresses are shorter by a third for it. Another dictionary
 * opens none of the addresses that were made with this one.
 */
const dictionary = Buffer.from(
  "state=CA&bin=497010&bank=&tier=premium&network=mastercard&tier=mid&network=visa&sports=yes" +
    "&annual=yes&cancellation=yes&ref=&session=qs_&ages=8&ages=31&ages=34&destinations=ES&destinations=US" +
    "&seen=+USD+&seen=+EUR+&price=3200&currency=GBP&currency=USD&currency=EUR" +
    "residence=FR&start=2027-0&end=2027-0&intent=forTourism&price=1000&currency=EUR&session=qs_",
  "utf8",
)
