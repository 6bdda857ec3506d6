import { type ByteText, jsonBytes } from "../../../core/json/byte-text.ts"
import { once } from "../../../core/memory.ts"
import { frozenTexts, openTexts } from "./open-texts.ts"
import { basisOf, coverValues, foundValues, sourceValues } from "./subjects.ts"
import { plain, truth } from "./term-variables.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { coverOf } from "../card/products.ts"
import { type CeilingDoubt, type GapKey, gapVars } from "../coach-vocabulary.ts"
import type { Gap, GapFigures } from "../response.ts"
import { doubtOf, type NamedGap } from "../covers/gaps.ts"

/** The gaps of a card as an answer has them, by their guarantees. */
export interface ToldGaps {
  readonly guarantees: Readonly<Record<string, Gap>>
  /** The same as JSON in UTF-8. */
  readonly guaranteesJson: () => ByteText
}

/** Tells the gaps of a situation. */
export type TellGaps = (situation: BilanSituation) => ToldGaps

/**
 * Prepares what says gaps: the key of the sentence on each, and its values. What is said about one
 * reading of a card in one market and language is told once, frozen, and shared.
 */
export const prepareTellGaps = (): TellGaps => {
  const told = new WeakMap<ReadonlyArray<NamedGap>, Map<string, ToldGaps>>()
  return (situation) => {
    const { card, factsOnly, gaps, market, wording } = situation
    const known = told.get(gaps) ?? new Map<string, ToldGaps>()
    told.set(gaps, known)
    const key = `${market} ${wording.language} ${card.origin} ${String(factsOnly)}`
    const found = known.get(key) ?? tellAll(situation)
    known.set(key, found)
    return found
  }
}

/**
 * The text that a gap is told with: by its badge, then by how its ceiling stands, and why it may reach
 * the benchmark where it is not shown to; undefined for a badge that is not known.
 *
 * ```ts
 * import { gapKeyOf } from "../rules/coach/arguments/told-gaps.ts"
 *
 * const gap = { state: "value", covered: true, value: 800, recommendedValue: 1000, badge: "insufficient" } as const
 * gapKeyOf(gap) // => "insufficient_printed"
 * gapKeyOf({ ...gap, state: "not_available", covered: false, value: null, badge: "unverified" }) // => "unverified"
 * gapKeyOf({ ...gap, badge: "unverified" }, "least") // => "unverified_least"
 * ```
 */
export const gapKeyOf = (gap: GapFigures, doubt?: CeilingDoubt): GapKey | undefined => {
  const { badge, covered, recommendedValue, value } = gap
  switch (badge) {
    case "missing":
      return recommendedValue === null ? "missing" : "missing_recommended"
    case "insufficient":
      return value === null || recommendedValue === null
        ? "insufficient_unprinted"
        : "insufficient_printed"
    case "unverified":
      if (doubt !== undefined) return `unverified_${doubt}`
      return covered ? "unverified_ceiling" : "unverified"
    case "conditional":
      return badge
  }
}

const tellAll = (situation: BilanSituation): ToldGaps => {
  const guarantees: Record<string, Gap> = {}
  for (const named of [...situation.gaps, ...situation.others]) {
    guarantees[named.slug] = tell(situation, named)
  }
  Object.freeze(guarantees)
  return { guarantees, guaranteesJson: once(() => jsonBytes(guarantees)) }
}

const tell = (situation: BilanSituation, { broken, gap, slug }: NamedGap): Gap => {
  const cover = coverOf(situation.card.product, slug)
  const open = openTexts(gapVars, {
    basis: plain(basisOf(situation, cover)),
    converted: truth(false),
    ...coverValues(situation, slug, cover, gap.recommendedValue),
    period: plain(gap.state === "per_day" ? "day" : "stay"),
    condition: plain(gap.badge === "conditional" ? (broken[0] ?? "other") : "other"),
    lookFor: { text: situation.wording.lookFor(slug) ?? slug, raw: slug },
    ...foundValues(situation, slug, gap.recommendedValue),
    ...sourceValues(situation, cover.source),
  })
  const { values, vars } = frozenTexts(open)
  const usual = gapKeyOf(gap, doubtOf(cover, gap.recommendedValue)) ?? "unverified"
  const key = situation.factsOnly ? (factsKeys[usual] ?? usual) : usual
  return Object.freeze({ ...gap, key, vars, values })
}

/** What takes the place of a text that recommends something, where facts alone are shown. */
const factsKeys: Readonly<Partial<Record<GapKey, GapKey>>> = {
  missing: "facts_missing",
  insufficient_unprinted: "facts_unprinted",
  conditional: "facts_conditional",
  unverified: "facts_unverified",
  unverified_ceiling: "facts_unprinted",
  unverified_range: "facts_range",
  unverified_least: "facts_least",
}
