import * as Result from "effect/Result"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { mapCovers, type MappedCard } from "../../coach/covers/cover-map.ts"
import type { BilanRequest } from "../../coach/request.ts"
import type { CoverMark, CoverColumn, CoverMapAsked, CoverMapView } from "./shape-view.ts"
import { type Unanswerable, unanswerable } from "../loaded-versions.ts"
import {
  placeChoice,
  shapeContext,
  type ShapedVersion,
  type ShapedVersions,
} from "./shape-versions.ts"
import type { RowPlace } from "../../../core/table/row-place.ts"

/** A card that a bilan can be asked of, and the row that names it. */
interface NamedCard extends Pick<CoverColumn, "name" | "place" | "profile"> {
  readonly card: Readonly<Record<string, string | number>>
}

/** The request of a bilan for a card on the trip that is asked about. */
const coverRequest = (
  { destination, friends, longTrip, residence, riskyActivity }: CoverMapAsked,
  card: NamedCard["card"] | { readonly none: true },
): unknown => ({
  residence,
  destinations: [destination],
  card,
  trip: { longTrip, friends, riskyActivity },
})

type Read<Value> = Result.Result<Value, Unanswerable>

const readRequest = (version: ShapedVersion, request: unknown): Read<BilanRequest> =>
  Result.mapError(
    version.coach().pieces.readRequest(request, shapeContext.allowedCardModes),
    ({ code }) => unanswerable("NoBilan", { error: code }),
  )

/** Where the trip that is asked about is looked at from. */
const placeAsked = (version: ShapedVersion, asked: CoverMapAsked) =>
  Result.map(
    readRequest(version, coverRequest(asked, { none: true })),
    version.coach().bilans.placeOf,
  )

const usualProfiles = (
  version: ShapedVersion,
  profileCountry: CountryCode,
): ReadonlyArray<NamedCard> => {
  const { pieces } = version.coach()
  const home = pieces.profiles.homeOf(profileCountry)
  const { coachGenericProfiles } = version.tables
  return coachGenericProfiles.rows
    .filter(({ country }) => country === home)
    .map((row) => {
      const { network, tier } = row
      const line = coachGenericProfiles.lineOf(row)
      return {
        name: `${tier} ${network}`,
        profile: { network, tier },
        place: line === undefined ? null : { file: coachGenericProfiles.file, line },
        card: { network, tier },
      }
    })
}

const cardsOfBank = (
  version: ShapedVersion,
  home: string,
  bank: string,
): ReadonlyArray<NamedCard> => {
  const { coachCards } = version.tables
  return coachCards.rows
    .filter((row) => row.country === home && row.bank === bank)
    .map((row) => {
      const line = coachCards.lineOf(row)
      return {
        name: row.cardName,
        profile: null,
        place: line === undefined ? null : { file: coachCards.file, line },
        card: { catalogueId: row.catalogueId },
      }
    })
}

const mapped = (
  version: ShapedVersion,
  asked: CoverMapAsked,
  { card }: NamedCard,
): Read<MappedCard> => {
  const { bilans, pieces } = version.coach()
  return Result.map(readRequest(version, coverRequest(asked, card)), (request) =>
    mapCovers(pieces, bilans, request, shapeContext),
  )
}

const isSame = (
  one: NonNullable<CoverMark["was"]>,
  other: NonNullable<CoverMark["was"]>,
): boolean =>
  one.standing === other.standing && one.state === other.state && one.amount === other.amount

const columnOf = (
  { after, before }: ShapedVersions,
  asked: CoverMapAsked,
  card: NamedCard,
): Read<CoverColumn> =>
  Result.map(Result.all([mapped(before, asked, card), mapped(after, asked, card)]), ([then, now]) =>
    comparedColumn(after, card, then, now),
  )

const comparedColumn = (
  after: ShapedVersion,
  card: NamedCard,
  then: MappedCard,
  now: MappedCard,
): CoverColumn => {
  const old = new Map(then.covers.map((cover) => [cover.slug, cover]))
  const { file } = after.tables.coachBenefits
  const placeOf = (line: number | null): RowPlace | null =>
    line === null ? card.place : { file, line }
  return {
    name: card.name,
    profile: card.profile,
    place: card.place,
    currency: now.currency,
    cells: Object.fromEntries(
      now.covers.map((cover): readonly [string, CoverMark] => {
        const { amount, line, recommended, slug, standing, state } = cover
        const was = old.get(slug)
        return [
          slug,
          {
            standing,
            state,
            amount,
            recommended,
            place: placeOf(line),
            was:
              was === undefined || isSame(was, cover)
                ? null
                : { standing: was.standing, state: was.state, amount: was.amount },
          },
        ]
      }),
    ),
  }
}

/** What cards hold for a trip, card by guarantee, before and after the change. */
export const shapeCovers = (versions: ShapedVersions, asked: CoverMapAsked): Read<CoverMapView> => {
  const { after, isOlder, revision } = versions
  const cards = Result.map(placeAsked(after, asked), ({ profileCountry, residence }) =>
    asked.bank === null
      ? usualProfiles(after, profileCountry)
      : cardsOfBank(after, residence, asked.bank),
  )
  const read = Result.flatMap(cards, (each) =>
    Result.all(each.map((card) => columnOf(versions, asked, card))),
  )
  return Result.map(read, (columns) => {
    const needed = new Set(columns.flatMap(({ cells }) => Object.keys(cells)))
    const { coachBenefits, messageGuarantees } = after.tables
    return {
      revision,
      isOlder,
      residence: placeChoice(after, asked.residence),
      destination: placeChoice(after, asked.destination),
      file: coachBenefits.file,
      fileRows: coachBenefits.rows.length,
      guarantees: [...needed].map((slug) => {
        const names = messageGuarantees.get(slug)
        return { code: slug, name: { en: names?.en ?? slug, fr: names?.fr ?? slug } }
      }),
      cards: columns,
    }
  })
}
