import * as Result from "effect/Result"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import {
  type AgeBand,
  ageBands,
  type DayCurve,
  dayCurves,
  prepareShapePremium,
  type ShapePremium,
  shapedAdultYears,
  shapedTripDays,
  daysToShow,
  isSameCurve,
  stepsDown,
  unpricedRuns,
} from "../../pricing/premium-shape.ts"
import type { AgeGap, PremiumView, RowSpan, ShapedCatalogue, ZoneDays } from "./shape-view.ts"
import { type Unanswerable, unanswerable } from "../loaded-versions.ts"
import { offerChoice, type ShapedVersion, type ShapedVersions } from "./shape-versions.ts"

/** Whose premiums a picture is asked of. */
export interface PremiumAsked {
  readonly catalogue: ShapedCatalogue
  readonly offerId: number
  readonly residence: CountryCode
}

/** Trips of a year are looked at, to find how many days a picture shows. */
const daysLookedAt = 366

const nothing: ShapePremium = () => ({ amountMinor: null, line: null })

const premiumIn = (
  version: ShapedVersion,
  { catalogue, offerId, residence }: PremiumAsked,
): ShapePremium => {
  const { offers, tables } = version.offersOf(catalogue)
  const offer = offers.get(String(offerId))
  return offer === undefined ? nothing : prepareShapePremium(tables, offer, residence)
}

const zoneDays = (before: DayCurve, after: DayCurve, days: number): ZoneDays => {
  const cut = <Value>(values: ReadonlyArray<Value>): ReadonlyArray<Value> => values.slice(0, days)
  const [linesBefore, lines] = [cut(before.lines), cut(after.lines)]
  const [amountsBefore, amounts] = [cut(before.amounts), cut(after.amounts)]
  return {
    zone: after.zone,
    before: amountsBefore,
    after: amounts,
    lines: lines.map((line, index) => line ?? linesBefore[index] ?? null),
    isSame: isSameCurve(amountsBefore, amounts),
    stepsDown: stepsDown(amounts),
    gaps: unpricedRuns(linesBefore, lines).map(({ from, to }) => ({ from: from + 1, to: to + 1 })),
  }
}

const allDays = (before: ShapePremium, after: ShapePremium): ReadonlyArray<ZoneDays> => {
  const [old, now] = [dayCurves(before, daysLookedAt), dayCurves(after, daysLookedAt)]
  const days = daysToShow([...old, ...now].map(({ lines }) => lines))
  return now.flatMap((curve) => {
    const same = old.find(({ zone }) => zone === curve.zone)
    const found = zoneDays(same ?? curve, curve, days)
    return found.lines.every((line) => line === null) ? [] : [found]
  })
}

/** Where bands have no row in a zone that prices those around them, or did before. */
const gapsOf = (bands: ReadonlyArray<AgeBand>, zones: ReadonlyArray<AgeGap["zone"]>) =>
  zones.flatMap((zone): ReadonlyArray<AgeGap> => {
    const linesOf = (version: "before" | "after"): ReadonlyArray<number | null> =>
      bands.map(
        ({ premiums }) => premiums.find((each) => each.zone === zone)?.[version].line ?? null,
      )
    return unpricedRuns(linesOf("before"), linesOf("after")).flatMap(({ from, to }) => {
      const [first, last] = [bands[from], bands[to]]
      return first === undefined || last === undefined
        ? []
        : [{ zone, ageMin: first.ageMin, ageMax: last.ageMax }]
    })
  })

const spanOf = (lines: ReadonlyArray<number | null>): RowSpan | null => {
  const known = lines.filter((line) => line !== null)
  return known.length === 0 ? null : { first: Math.min(...known), last: Math.max(...known) }
}

/** The shape of an offer's premiums over days and over ages, before and after the change. */
export const shapePremium = (
  versions: ShapedVersions,
  asked: PremiumAsked,
): Result.Result<PremiumView, Unanswerable> => {
  const { after, before, isOlder, revision } = versions
  const offer = offerChoice(versions, asked.catalogue, String(asked.offerId))
  if (offer === undefined) {
    return Result.fail(unanswerable("NoSuchOffer", { offerId: asked.offerId }))
  }
  const { tables } = after.offersOf(asked.catalogue)
  const [old, now] = [premiumIn(before, asked), premiumIn(after, asked)]
  const days = allDays(old, now)
  const zones = days.map(({ zone }) => zone)
  const ages = ageBands(old, now, zones)
  const ageLines = ages.flatMap(({ premiums }) => premiums.map((each) => each.after.line))
  return Result.succeed({
    revision,
    isOlder,
    offer,
    minorUnits: tables.currencies.get(offer.currency)?.minorUnits ?? 0,
    file: tables.tariffs.definition.file,
    adultYears: shapedAdultYears,
    tripDays: shapedTripDays,
    days,
    ages,
    ageGaps: gapsOf(ages, zones),
    dayRows: spanOf(days.flatMap(({ lines }) => lines)),
    ageRows: spanOf(ageLines),
  })
}
