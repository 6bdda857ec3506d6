import { medicalSlug } from "../card/products.ts"
import type { TripFlag } from "../coach-vocabulary.ts"
import { type Breach, conditionsBroken, type NamedGap } from "../covers/gaps.ts"
import { type CoverTerm, tripFlagsOf } from "../covers/terms.ts"
import { type BilanCase, coverReason, reachReasons, sportsReasons } from "./bilan-case.ts"
import { marketNeedReasons, rateReasons, stepReason } from "./medical.ts"
import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"

/** Why the card's gaps are those and no others, then each gap figure by figure. */
export const guaranteeFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { gaps, tables } = bilan.pieces
  const { currency } = bilan.market
  const { others, reach } = bilan.situation
  const needs = gaps.needsOf(currency, bilan.request.trip, reach.kind)
  const found = bilan.situation.gaps.flatMap((named) => {
    const need = needs.find(({ slug }) => slug === named.slug)
    return need === undefined ? [] : [{ named, need }]
  })
  const met = needs.filter(({ slug }) => found.every(({ named }) => named.slug !== slug))
  const whole: FigureFinding = {
    figure: "card.guarantees",
    because: [
      citeRow(
        tables.coachMarkets,
        bilan.market,
        `covers are recommended in ${currency}`,
        "currency",
      ),
      ...rateReasons(bilan),
      ...nearReasons(bilan, needs),
      ...sportsReasons(bilan),
      ...met.flatMap((need) => metReasons(bilan, need)),
    ],
    from: [
      ...[...found.map(({ named }) => named), ...others].map(
        ({ slug }) => `card.guarantees.${slug}.badge`,
      ),
      "card.currency",
    ],
  }
  return [
    whole,
    ...found.flatMap(({ named, need }) => gapFindings(bilan, named, need)),
    ...others.flatMap((named) => otherFindings(bilan, named)),
  ]
}

/**
 * Cites the strictest term of its kind, and those of other covers that it was found stricter than: with
 * another figure one of them would stand in its place. What binds the medical cover has no rivals.
 */
export const strictestReasons = (bilan: BilanCase, strictest: CoverTerm): ReadonlyArray<Reason> => {
  const { gaps, terms } = bilan.pieces
  const { card, marketCurrency, reach } = bilan.situation
  const { product } = card
  const { trip } = bilan.request
  const compared =
    strictest.slug === medicalSlug
      ? []
      : gaps.heldNeedsOf(product, marketCurrency, trip, reach.kind)
  const rivals = compared
    .filter((slug) => slug !== strictest.slug)
    .flatMap((slug) => terms.termsOf(product, slug))
    .filter(
      ({ amount, own, term }) =>
        term === strictest.term && own === strictest.own && amount !== null,
    )
  return [strictest, ...rivals].map((term) => termReason(bilan, term))
}

/** Cites the terms that say that what a card holds of a guarantee is not well known. */
export const foundationReasons = (bilan: BilanCase, slug: string): ReadonlyArray<Reason> =>
  bilan.situation.conditions.terms
    .filter((each) => each.slug === slug && each.term === "unverified")
    .map((term) => termReason(bilan, term))

/** Cites what one thing about the trip breaks in any cover that the trip needs and the card holds. */
export const breachReasons = (
  bilan: BilanCase,
  { flag, term: said, voids }: Breach,
): ReadonlyArray<Reason> => {
  const { gaps, tables } = bilan.pieces
  const { card, conditions, marketCurrency, reach } = bilan.situation
  const { product } = card
  const { trip } = bilan.request
  const { country } = product
  // What leaves whole a cover that such trips usually break decides as much as what breaks one.
  const decided = gaps
    .heldNeedsOf(product, marketCurrency, trip, reach.kind)
    .filter(
      (slug) =>
        gaps.brokenBy(product, trip, slug).includes(flag) ||
        (country !== null && conditionsBroken(tables, country, flag, slug).length > 0),
    )
    .flatMap((slug) => brokenReasons(bilan, slug, flag))
  const voiding = conditions.terms.filter(
    ({ own, term }) => voids && own && term === "void_if_longer",
  )
  return [
    ...decided,
    ...[...(said === null ? [] : [said]), ...voiding].map((term) => termReason(bilan, term)),
  ]
}

/** Cites that the trip goes no farther than home, and what it needs no more for that. */
const nearReasons = (bilan: BilanCase, needs: ReadonlyArray<Need>): ReadonlyArray<Reason> => {
  const { gaps, tables } = bilan.pieces
  const { marketCurrency, reach } = bilan.situation
  const farther = gaps.needsOf(marketCurrency, bilan.request.trip, "abroad")
  return [
    ...reachReasons(bilan),
    ...farther
      .filter(({ slug }) => needs.every((need) => need.slug !== slug))
      .map((need) =>
        citeHit(
          tables.recommendedCover,
          need,
          `no trip of ${reach.kind} needs ${need.slug}`,
          "reach",
        ),
      ),
  ]
}

type Need = ReturnType<BilanCase["pieces"]["gaps"]["needsOf"]>[number]

/** Why a guarantee that the trip needs is no gap: what is asked, what is held, and what the trip leaves whole. */
const metReasons = (bilan: BilanCase, need: Need): ReadonlyArray<Reason> => [
  ...needReasons(bilan, need),
  ...coverReason(bilan, need.slug),
  ...tripFlagsOf(bilan.request.trip).flatMap((flag) => brokenReasons(bilan, need.slug, flag)),
]

/** Cites the row that a guarantee is measured by, and those that ask for less of it. */
const needReasons = (bilan: BilanCase, need: Need): ReadonlyArray<Reason> => {
  const { recommendedCover } = bilan.pieces.tables
  const { currency } = bilan.market
  const lesser = recommendedCover
    .evaluate({ currency, ...bilan.request.trip, reach: bilan.situation.reach.kind })
    .filter(({ line, slug }) => slug === need.slug && line !== need.line)
  return [
    citeHit(recommendedCover, need, needText(need), need.basis === "amount" ? "amount" : "basis"),
    ...lesser.map((row) => citeHit(recommendedCover, row, `${needText(row)}, which is no more`)),
  ]
}

const needText = ({ amount, basis, slug, state }: Need): string => {
  switch (basis) {
    case "target":
      return `${slug} should reach the medical target`
    case "amount":
      return `${slug} should reach ${amount ?? "any amount"}`
    case "presence":
      return `${slug} should be held (${state})`
  }
}

/**
 * Cites what decides whether one thing about the trip breaks a cover: a known day limit, a notice that insures
 * companions, or usual conditions.
 */
const brokenReasons = (bilan: BilanCase, slug: string, flag: TripFlag): ReadonlyArray<Reason> => {
  const { tables, terms } = bilan.pieces
  const { product } = bilan.situation.card
  if (product.country === null) return []
  const limit = flag === "long_trip" ? terms.dayLimitOf(product, slug) : undefined
  if (limit !== undefined) {
    const long = tables.limits.get("long_trip_days")
    return [
      termReason(bilan, limit),
      citeRow(tables.limits, long, `a trip is long beyond ${long?.value ?? 0} days`, "value"),
    ]
  }
  const companions = flag === "friends" ? terms.companionsOf(product, slug) : undefined
  if (companions !== undefined) return [termReason(bilan, companions)]
  return conditionsBroken(tables, product.country, flag, slug).map((row) =>
    citeHit(tables.cardConditions, row, row.condition),
  )
}

/** Cites the row of a term: the product's own, or the usual one of its country. */
const termReason = ({ pieces, situation }: BilanCase, term: CoverTerm): Reason => {
  const { coverTerms, usualTerms } = pieces.tables
  const { country, name } = situation.card.product
  const amount = term.amount === null ? "" : ` ${term.amount}`
  const says = `${term.slug}: ${term.term}${amount}`
  return "product" in term.row
    ? citeRow(coverTerms, term.row, `${name} ${says}`, "term")
    : citeRow(usualTerms, term.row, `cards of ${country} usually: ${says}`, "term")
}

const gapFindings = (
  bilan: BilanCase,
  { broken, gap, slug }: NamedGap,
  need: Need,
): ReadonlyArray<FigureFinding> => {
  const at = `card.guarantees.${slug}`
  const held = (name: string, column: string): FigureFinding => ({
    figure: `${at}.${name}`,
    because: coverReason(bilan, slug, undefined, column),
    from: ["card.origin"],
  })
  const aims = need.basis === "target"
  return [
    held("state", "state"),
    { figure: `${at}.covered`, because: [], from: [`${at}.state`] },
    held("value", "value"),
    {
      figure: `${at}.recommendedValue`,
      because: [
        ...needReasons(bilan, need),
        ...(aims ? [stepReason(bilan)] : []),
        ...(need.basis === "presence" ? [] : rateReasons(bilan)),
      ],
      from: [
        ...(aims ? ["bilan.medical.targetValue"] : []),
        "card.currency",
        "meta.market",
        "request.trip",
      ],
    },
    {
      figure: `${at}.badge`,
      because:
        gap.badge === "conditional"
          ? broken.flatMap((flag) => brokenReasons(bilan, slug, flag))
          : [],
      from: [
        `${at}.state`,
        ...(gap.badge === "missing" ? [] : [`${at}.value`, `${at}.recommendedValue`]),
      ],
    },
    ...toldFindings(bilan, slug),
  ]
}

/** The sentence on a gap, and what it shows: the figures as the market tells them, and their source. */
const toldFindings = (bilan: BilanCase, slug: string): ReadonlyArray<FigureFinding> => {
  const at = `card.guarantees.${slug}`
  const figures = [`${at}.state`, `${at}.value`, `${at}.recommendedValue`]
  return [
    { figure: `${at}.key`, because: [], from: [`${at}.badge`, ...figures] },
    {
      figure: `${at}.vars`,
      because: [
        ...coverReason(bilan, slug, undefined, "source"),
        ...foundationReasons(bilan, slug),
        ...marketNeedReasons(bilan, slug),
        ...rateReasons(bilan),
      ],
      from: [...figures, "meta.market", "meta.lang"],
    },
    { figure: `${at}.values`, because: [], from: [`${at}.vars`] },
  ]
}

/** A guarantee that cards can carry and the trip does not need: listed where there is no card. */
const otherFindings = ({ pieces }: BilanCase, { slug }: NamedGap): ReadonlyArray<FigureFinding> => {
  const { coachBenefits } = pieces.tables
  const carried = citeRow(coachBenefits, pieces.gaps.carriedBy.get(slug), `cards can carry ${slug}`)
  return ["state", "covered", "value", "recommendedValue", "badge", "key", "vars", "values"].map(
    (name) => ({
      figure: `card.guarantees.${slug}.${name}`,
      because: [carried],
      from: ["card.origin"],
    }),
  )
}
