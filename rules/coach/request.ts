import * as Result from "effect/Result"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { BilanField, CardField, TripField } from "./bilan-body.ts"
import type { CoachRefusal } from "./coach-refusal.ts"
import { type WrittenLanguage, writtenLanguages } from "../../core/vocabulary/written-language.ts"
import type { CoachTables } from "./coach-tables.ts"
import { type CardMode, countryForm, type Market } from "./coach-vocabulary.ts"
import { limitOf } from "../reference/limits.ts"

/** The card that a request names; `Unmatched` when it names none, several, or one badly, or is no object. */
export type CardRequest =
  | { readonly _tag: "None" }
  | { readonly _tag: "Unmatched" }
  | { readonly _tag: "Catalogue"; readonly catalogueId: number }
  | { readonly _tag: "Bin"; readonly bin: string }
  | {
      readonly _tag: "Bank"
      readonly bank: string
      /** Empty where it was left out: a bank's cards of a tier are often of one network. */
      readonly network: string
      readonly tier: string
    }
  | { readonly _tag: "Generic"; readonly network: string; readonly tier: string }

/** What the trip is like. */
export interface TripFlags {
  readonly friends: boolean
  readonly longTrip: boolean
  readonly riskyActivity: boolean
}

/** A bilan request once normal. */
export interface BilanRequest {
  readonly residence: CountryCode
  readonly destinations: ReadonlyArray<string>
  readonly card: CardRequest
  readonly trip: TripFlags
  /** The market asked for; null to derive it from the residence. */
  readonly market: Market | null
  readonly ref: string | null
  /** The language asked for; null for that of the market. */
  readonly lang: WrittenLanguage | null
}

/**
 * The upper-case form of a 2-letter code, or null.
 *
 * ```ts
 * import { countryCode } from "../rules/coach/request.ts"
 *
 * countryCode("fr") // => "FR"
 * countryCode("FRA") // => null
 * ```
 */
export const countryCode = (value: unknown): string | null =>
  typeof value === "string" && countryForm.test(value) ? value.toUpperCase() : null

/**
 * Destinations made normal: upper case, invalid ones dropped, each once, in the order of first sight.
 *
 * ```ts
 * import { normalDestinations } from "../rules/coach/request.ts"
 *
 * normalDestinations(["us", 7, "JP", "US", "nowhere"]) // => ["US", "JP"]
 * ```
 */
export const normalDestinations = (value: unknown): ReadonlyArray<string> => {
  if (!Array.isArray(value)) return []
  const seen = new Set<string>()
  for (const item of value) {
    const code = countryCode(item)
    if (code !== null) seen.add(code)
  }
  return [...seen]
}

/** Reads a bilan request from parsed JSON of any shape. */
export type ReadBilan = (
  input: unknown,
  allowedCardModes: ReadonlyArray<CardMode>,
) => Result.Result<BilanRequest, CoachRefusal>

/**
 * Prepares the reading of bilan requests. Refusals, first first: CARD_MODE_FORBIDDEN,
 * BAD_RESIDENCE, NO_DESTINATIONS, TOO_MANY_DESTINATIONS. Optional fields of a wrong type count as
 * absent, the card apart; at most 8 digits of a BIN are kept, and nothing of one that is not all digits.
 */
export const prepareReadBilan = (
  tables: Pick<CoachTables, "coachMarkets" | "limits">,
): ReadBilan => {
  const destinationsMax = limitOf(tables, "coach_destinations_max")
  const readMarket = (market: unknown): Market | null =>
    (typeof market === "string" ? tables.coachMarkets.get(market)?.market : undefined) ?? null
  return (input, allowedCardModes) =>
    readRequest(input, allowedCardModes, { destinationsMax, readMarket })
}

/** What the tables decide of a reading. */
interface Terms {
  readonly destinationsMax: number
  readonly readMarket: (market: unknown) => Market | null
}

const readRequest = (
  input: unknown,
  allowedCardModes: ReadonlyArray<CardMode>,
  { destinationsMax, readMarket }: Terms,
): Result.Result<BilanRequest, CoachRefusal> => {
  const body = fieldsOf<BilanField>(input)
  const card = body["card"]
  const modes = isFields<CardField>(card) ? attemptedModes(card) : []
  const forbidden = modes.find((mode) => !allowedCardModes.includes(mode))
  if (forbidden !== undefined) {
    return refuse({
      _tag: "CoachRefusal",
      code: "CARD_MODE_FORBIDDEN",
      mode: forbidden,
      cardModes: allowedCardModes,
    })
  }
  const residence = countryCode(body["residence"])
  if (residence === null) return refuse({ _tag: "CoachRefusal", code: "BAD_RESIDENCE" })
  const destinations = normalDestinations(body["destinations"])
  if (destinations.length === 0) return refuse({ _tag: "CoachRefusal", code: "NO_DESTINATIONS" })
  if (destinations.length > destinationsMax) {
    return refuse({
      _tag: "CoachRefusal",
      code: "TOO_MANY_DESTINATIONS",
      count: destinations.length,
      countMax: destinationsMax,
    })
  }
  return Result.succeed({
    residence,
    destinations,
    card: isFields<CardField>(card) ? readCard(card, modes) : isPresent(card) ? unmatched : noCard,
    trip: readTrip(fieldsOf(body["trip"])),
    market: readMarket(body["market"]),
    ref: textOf(body["ref"]),
    lang: writtenLanguages.find((known) => known === body["lang"]) ?? null,
  })
}

const fieldsOf = <Name extends string>(value: unknown): Fields<Name> =>
  isFields<Name>(value) ? value : {}

type Fields<Name extends string> = { readonly [_ in Name]?: unknown }

const isFields = <Name extends string>(value: unknown): value is Fields<Name> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The modes that a card object attempts, by its fields: a bank takes network and tier along. */
const attemptedModes = (card: Fields<CardField>): ReadonlyArray<CardMode> => {
  const modes: Array<CardMode> = []
  if (isPresent(card["catalogueId"])) modes.push("catalogueId")
  if (isPresent(card["bin"])) modes.push("bin")
  if (isPresent(card["bank"])) modes.push("bank")
  else if (isPresent(card["network"]) || isPresent(card["tier"])) modes.push("network")
  if (card["none"] === true) modes.push("none")
  return modes
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

const refuse = (refusal: CoachRefusal): Result.Result<never, CoachRefusal> => Result.fail(refusal)

const readCard = (card: Fields<CardField>, modes: ReadonlyArray<CardMode>): CardRequest => {
  const [mode] = modes
  if (mode === undefined || modes.length > 1) return unmatched
  const network = textOf(card["network"])
  const tier = textOf(card["tier"])
  switch (mode) {
    case "none":
      return { _tag: "None" }
    case "catalogueId": {
      const catalogueId = card["catalogueId"]
      return typeof catalogueId === "number" && Number.isSafeInteger(catalogueId)
        ? { _tag: "Catalogue", catalogueId }
        : unmatched
    }
    case "bin": {
      const bin = textOf(card["bin"])
      return bin === null ? unmatched : { _tag: "Bin", bin: binDigits(bin) }
    }
    case "bank": {
      const bank = textOf(card["bank"])
      if (bank === null || tier === null) return unmatched
      if (network === null && isPresent(card["network"])) return unmatched
      return { _tag: "Bank", bank, network: network ?? "", tier }
    }
    case "network":
      return network === null || tier === null ? unmatched : { _tag: "Generic", network, tier }
  }
}

const unmatched: CardRequest = { _tag: "Unmatched" }

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** The first digits of a BIN; nothing of a text that is not digits throughout. */
const binDigits = (bin: string): string => (/^\d+$/.test(bin) ? bin.slice(0, binDigitsMax) : "")

/** Digits of a BIN that are kept; nothing behind them is ever looked at. */
const binDigitsMax = 8

const noCard: CardRequest = { _tag: "None" }

const readTrip = (trip: Fields<TripField>): TripFlags => ({
  friends: trip["friends"] === true,
  longTrip: trip["longTrip"] === true,
  riskyActivity: trip["riskyActivity"] === true,
})
