import type { BilanRequest, CardRequest } from "../request.ts"
import type { CoachTables } from "../coach-tables.ts"
import { networks, profileTiers } from "../coach-vocabulary.ts"

/** What a field of a request would be instead, as the body of a request says it. */
export type WantedField =
  | string
  | boolean
  | ReadonlyArray<string>
  | Readonly<Record<string, string | number | boolean>>

/** A request that differs in one field from the one that was asked, and the difference in words. */
export interface RequestEdit {
  readonly field: string
  readonly says: string
  readonly would: WantedField
  readonly request: BilanRequest
}

const flagEdits = (request: BilanRequest): ReadonlyArray<RequestEdit> =>
  (["longTrip", "riskyActivity", "friends"] as const).map((flag) => {
    const { trip } = request
    const would = !trip[flag]
    return {
      field: `trip.${flag}`,
      says: `trip.${flag} were ${would} (now ${trip[flag]})`,
      would,
      request: { ...request, trip: { ...trip, [flag]: would } },
    }
  })

const destinationEdits = (
  request: BilanRequest,
  { countries }: CoachTables,
): ReadonlyArray<RequestEdit> =>
  countries.rows.map(({ code, nameEn }) => ({
    field: "destinations",
    says: `the trip went to ${nameEn} (destinations ["${code}"], now ${request.destinations.join(", ")})`,
    would: [code],
    request: { ...request, destinations: [code] },
  }))

const cardEdits = (
  request: BilanRequest,
  { coachCards }: CoachTables,
): ReadonlyArray<RequestEdit> => {
  const edit = (
    says: string,
    card: CardRequest,
    would: Readonly<Record<string, string | number | boolean>>,
  ): RequestEdit => ({
    field: "card",
    says,
    would,
    request: { ...request, card },
  })
  const generic = networks.flatMap((network) =>
    profileTiers.map((tier) =>
      edit(
        `the card were any ${network} ${tier}`,
        { _tag: "Generic", network, tier },
        { network, tier },
      ),
    ),
  )
  const listed = coachCards.rows.map(({ bank, cardName, catalogueId }) =>
    edit(
      `the card were ${bank} ${cardName} (catalogueId ${catalogueId})`,
      { _tag: "Catalogue", catalogueId },
      { catalogueId },
    ),
  )
  return [edit("there were no card", { _tag: "None" }, { none: true }), ...generic, ...listed]
}

const residenceEdits = (
  request: BilanRequest,
  { coachMarkets }: CoachTables,
): ReadonlyArray<RequestEdit> =>
  coachMarkets.rows
    .flatMap(({ residences }) => residences)
    .map((residence) => ({
      field: "residence",
      says: `the traveller lived in ${residence} (residence, now ${request.residence})`,
      would: residence,
      request: { ...request, residence },
    }))

/** Every request that differs in one field, what is easiest to change first. */
export const requestEdits = (
  request: BilanRequest,
  tables: CoachTables,
): ReadonlyArray<RequestEdit> => [
  ...flagEdits(request),
  ...destinationEdits(request, tables),
  ...cardEdits(request, tables),
  ...residenceEdits(request, tables),
]
