import { type Told, type ToldArgument, unverifiedIn, weighingOf } from "../arguments/arguments.ts"
import { conditionTold, isOnDays, strongestOf } from "../arguments/headline.ts"
import type { Subject } from "../arguments/subjects.ts"
import { shownBy } from "../arguments/open-texts.ts"
import { medicalSlug, repatriationSlug } from "../card/products.ts"
import { type ArgumentVar, type HeadlineVar, sourceVars } from "../coach-vocabulary.ts"
import {
  type BilanCase,
  countryNameReason,
  coverReason,
  demandReasons,
  destinationNameReason,
  inPlaceReason,
  reachReasons,
  sportsReasons,
  warningReasons,
} from "./bilan-case.ts"
import { breachReasons, foundationReasons, strictestReasons } from "./guarantees.ts"
import { marketNeedReasons, rateReasons } from "./medical.ts"
import { citeHit, citeRow, testedInputs } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"

/** Why each argument is made and what its values are; then what follows from the arguments. */
export const argumentFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { pieces, situation } = bilan
  const { coachSelling, coachStrengths, limits } = pieces.tables
  const told = pieces.arguments.toldFor(situation)
  const each = told.tellings.map((_, index) => `bilan.arguments[${index}]`)
  const findings = told.tellings.flatMap((telling, index) =>
    findingsFor(bilan, telling, told, index),
  )
  const from = [...each, "card.guarantees"]
  const strongest = strongestOf(told)
  const selling = pieces.selling.rowFor(pieces.headline.sellingFactsFor(situation, told))
  const weighing = weighingOf(pieces.arguments.templatesOf(situation, told))
  const weighed = new Set(weighing.map(({ strength }) => strength))
  const most = citeRow(
    limits,
    limits.get("coach_arguments_max"),
    "at most this many are told",
    "value",
  )
  return [
    {
      figure: "bilan.shouldSell",
      because: [
        citeHit(
          coachSelling,
          selling,
          strongest === null ? "no argument" : `the strongest argument is ${strongest}`,
          "should_sell",
        ),
        ...confirmedReasons(bilan),
        ...warningReasons(bilan),
      ],
      from: [...each, "card.guarantees"],
    },
    { figure: "bilan.argumentCount", because: [most, ...heldBackReasons(bilan, told)], from },
    {
      figure: "bilan.focusCategories",
      because: [
        ...coachStrengths.rows
          .filter(({ strength }) => weighed.has(strength))
          .map((row) =>
            citeRow(coachStrengths, row, `${row.strength} weighs ${row.weight}`, "weight"),
          ),
        citeRow(limits, limits.get("coach_focus_categories_max"), "at most this many", "value"),
      ],
      from,
    },
    ...findings,
  ]
}

/** Why the headline and the line under it are these, and what their values are. */
export const headlineFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { coachHeadlines, medicalLines } = bilan.pieces.tables
  const told = bilan.pieces.arguments.toldFor(bilan.situation)
  const row = bilan.pieces.headline.rowFor(bilan.situation, told)
  const line = bilan.pieces.headline.lineRowFor(bilan.situation)
  const because = [
    ...coverReason(bilan, medicalSlug),
    ...foundationReasons(bilan, medicalSlug),
    ...reachReasons(bilan),
    ...warningReasons(bilan),
  ]
  const from = ["card.origin", "bilan.medical.ceilingOk", "card.guarantees", "request.trip"]
  const says = "the first row that fits"
  return [
    {
      figure: "bilan.headline.key",
      because: [citeHit(coachHeadlines, row, says, "key"), ...because, ...confirmedReasons(bilan)],
      from: [...from, "bilan.argumentCount"],
    },
    ...varFindings(bilan, "bilan.headline", row.vars),
    {
      figure: "bilan.medical.key",
      because: [citeHit(medicalLines, line, says, "key"), ...because],
      from,
    },
    ...varFindings(bilan, "bilan.medical", line.vars),
  ]
}

/** Cites what a card must be known to hold to be enough. */
const confirmedReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  const { limits } = bilan.pieces.tables
  const most = limits.get("coach_enough_unverified_max")
  return [
    citeRow(limits, most, `enough with at most ${most?.value ?? 0} covers unverified`, "value"),
    ...coverReason(bilan, repatriationSlug),
  ]
}

/** Cites the arguments that unverified covers are counted by, whether there is room to tell them or not. */
const unverifiedReasons = ({ pieces, situation }: BilanCase): ReadonlyArray<Reason> =>
  unverifiedIn(pieces.arguments.aboutCard(situation)).map(({ row, slug }) =>
    citeHit(pieces.tables.coachArguments, row, `${slug} is unverified`),
  )

const findingsFor = (
  bilan: BilanCase,
  telling: ToldArgument,
  told: Told,
  index: number,
): ReadonlyArray<FigureFinding> => {
  const { coachArguments } = bilan.pieces.tables
  const { choice, choices } = telling.found
  const { prepared, subject } = choice
  const { row } = prepared
  const at = `bilan.arguments[${index}]`
  const tested = choices.flatMap((each) =>
    testedInputs(coachArguments, each.prepared.row).flatMap((name) => origins[name] ?? []),
  )
  const shown = shownBy(row.figure)
  const figure = shown === undefined ? together([]) : valueOrigin(bilan, telling, shown)
  const quote = together(quoteFrom(telling).map((name) => valueOrigin(bilan, telling, name)))
  return [
    {
      figure: at,
      value: row.id,
      because: rowReasons(bilan, telling, told),
      from: [...choices.map((each) => subjectOf(bilan, each.subject).from), ...tested],
    },
    {
      figure: `${at}.figure`,
      because: [citeHit(coachArguments, row, `shows ${row.figure}`, "figure"), ...figure.because],
      from: figure.from,
    },
    ...[...new Set([...prepared.vars, ...sourceVars])].flatMap(
      (name): ReadonlyArray<FigureFinding> => {
        const { values } = telling.spoken
        const isPlace = name === "inPlace" || name === "destinationName" || name === "destination"
        if (values[name] === undefined && !isPlace) return []
        return [{ figure: `${at}.vars.${name}`, ...valueOrigin(bilan, telling, name) }]
      },
    ),
    {
      figure: `${at}.vars.quote`,
      because: quote.because,
      from: quote.from.length === 0 ? [`${at}.figure`] : quote.from,
    },
    {
      figure: `${at}.values`,
      because: [],
      from: [at, `${at}.figure`, subjectOf(bilan, subject).from],
    },
  ]
}

/** Where a fact that arguments test comes from, in the answer or in the request. */
const origins: Readonly<Record<string, string>> = {
  basis: "card.origin",
  origin: "card.origin",
  unmatched: "card.origin",
  withdrawn: "card.origin",
  found: "card.origin",
  ceiling: "card.origin",
  reach: "request.destinations",
  plan: "request.residence",
  warning: "request.destinations",
  long_trip: "request.trip.longTrip",
  medical_ok: "bilan.medical.ceilingOk",
  step: "bilan.medical.targetValue",
}

const together = (origins: ReadonlyArray<ValueOrigin>): ValueOrigin => ({
  because: origins.flatMap(({ because }) => because),
  from: origins.flatMap(({ from }) => from),
})

/** Why a value is what it is: the rows behind it, and the figures and fields that it follows from. */
interface ValueOrigin {
  readonly because: ReadonlyArray<Reason>
  readonly from: ReadonlyArray<string>
}

/** A value that is the target of medical cover. */
const fromTarget: ValueOrigin = { because: [], from: ["bilan.medical.target"] }

/** Why a value of an argument is what it is. */
const valueOrigin = (bilan: BilanCase, telling: ToldArgument, name: ArgumentVar): ValueOrigin => {
  const { of } = telling.found.choice.subject
  switch (name) {
    case "target":
      return fromTarget
    case "cardValue":
    case "converted":
    case "ranged":
      return {
        because: rateReasons(bilan),
        from: [...gapFrom(telling, ["value", "state"]), "meta.market"],
      }
    case "recommended":
      return {
        because: recommendedReasons(bilan, telling),
        from: [...gapFrom(telling, ["recommendedValue"]), "meta.market"],
      }
    case "shortfall":
      return {
        because: [...recommendedReasons(bilan, telling), ...rateReasons(bilan)],
        from: [...gapFrom(telling, ["value", "recommendedValue"]), "meta.market"],
      }
    case "limit":
      return of._tag === "Breach" && of.breach.limit !== null
        ? { because: strictestReasons(bilan, of.breach.limit), from: ["card.origin"] }
        : listOrigin(bilan, telling)
    case "basis":
    case "limitKnown":
    case "cover":
    case "lead":
    case "terms":
    case "covers":
    case "coverCount":
      return listOrigin(bilan, telling)
    case "zone":
    case "costs":
    case "scheme":
    case "destination":
      return { because: [], from: ["bilan.medical.targetValue"] }
    case "inPlace":
      return {
        because: [inPlaceReason(bilan)],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
    case "destinationName":
      return {
        because: [
          of._tag === "Warning"
            ? countryNameReason(bilan, of.warning.country)
            : destinationNameReason(bilan),
        ],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
    case "sports":
      return { because: sportsReasons(bilan), from: ["request.destinations"] }
    case "found":
    case "cardsHolding":
    case "cardsRead":
    case "what":
    case "cardName":
      return { because: [], from: ["card.origin"] }
    case "extent":
      return of._tag === "Demand"
        ? { because: demandReasons(bilan, of.demand), from: ["request.destinations"] }
        : { because: reachReasons(bilan), from: ["request.destinations"] }
    case "demand":
    case "demandKnown":
      return of._tag === "Demand"
        ? { because: demandReasons(bilan, of.demand), from: ["request.destinations"] }
        : { because: [], from: ["request.destinations"] }
    case "demandCountry":
      return of._tag === "Demand"
        ? {
            because: [countryNameReason(bilan, of.demand.destination)],
            from: ["request.destinations", "meta.lang"],
          }
        : { because: [], from: ["request.destinations"] }
    case "issuer":
    case "stale":
    case "own":
      return { because: warningReasons(bilan), from: ["request.destinations", "meta.lang"] }
    case "sourceKind":
    case "old":
    case "asOf":
    case "page":
    case "according":
      return sourceOrigin(bilan, telling)
  }
}

/** Where an argument says that its figures come from: the row of its cover, its term or its warning. */
const sourceOrigin = (bilan: BilanCase, telling: ToldArgument): ValueOrigin => {
  const { from } = subjectOf(bilan, telling.found.choice.subject)
  return { because: [], from: [from, "card.origin", "meta.lang"] }
}

/** The figures of the gap that an argument is about; those of the medical target for any other. */
const gapFrom = ({ found }: ToldArgument, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { of } = found.choice.subject
  return of._tag === "Gap"
    ? names.map((name) => `card.guarantees.${of.gap.slug}.${name}`)
    : ["bilan.medical.targetValue"]
}

/** Why an amount that is recommended is that, in the market's currency. */
const recommendedReasons = (bilan: BilanCase, { found }: ToldArgument): ReadonlyArray<Reason> => {
  const { of } = found.choice.subject
  return of._tag === "Gap" ? marketNeedReasons(bilan, of.gap.slug) : []
}

const listOrigin = (bilan: BilanCase, telling: ToldArgument): ValueOrigin => ({
  because: [...termReasons(bilan, telling), ...orderReasons(bilan, telling), ...rateReasons(bilan)],
  from: ["card.origin", ...coversFrom(bilan, telling)],
})

/** The rows of the terms that an argument lists or rests on. */
const termReasons = (bilan: BilanCase, { found }: ToldArgument): ReadonlyArray<Reason> =>
  found.choices.flatMap(({ subject: { of } }) => {
    if (of._tag === "Term") return strictestReasons(bilan, of.term)
    return of._tag === "Breach" ? breachReasons(bilan, of.breach) : []
  })

/** Rows that put the terms or the covers of a list in their order. */
const orderReasons = (
  { pieces }: BilanCase,
  { found, spoken }: ToldArgument,
): ReadonlyArray<Reason> => {
  const { coverRanks, limits, toldTerms } = pieces.tables
  const terms = found.terms.map(({ term }) => term)
  const slugs = [...found.covers, ...found.terms.map(({ slug }) => slug)]
  const hasAge = spoken.list?.terms.some(({ term }) => term === "senior_day_limit") ?? false
  return [
    ...[...new Set(terms)].map((term) =>
      citeRow(toldTerms, toldTerms.get(term), `how a list tells ${term}`),
    ),
    ...[...new Set(slugs)].map((slug) =>
      citeRow(coverRanks, coverRanks.get(slug), `where ${slug} stands in a list`, "rank"),
    ),
    ...(hasAge ? [citeRow(limits, limits.get("senior_age"), "who is a senior", "value")] : []),
  ]
}

/** The gaps in the covers that an argument lists; a cover that is whole is none. */
const coversFrom = (
  { situation }: BilanCase,
  { found: { choice, covers } }: ToldArgument,
): ReadonlyArray<string> => {
  if (choice.subject.of._tag === "Term") return []
  const listed = new Set([...situation.gaps, ...situation.others].map(({ slug }) => slug))
  return covers.filter((slug) => listed.has(slug)).map((slug) => `card.guarantees.${slug}.badge`)
}

const quoteFrom = ({
  spoken: { values },
}: ToldArgument): ReadonlyArray<"cardValue" | "recommended"> =>
  values.cardValue === undefined || values.recommended === undefined
    ? []
    : ["cardValue", "recommended"]

/** The rows that make an argument, that add to it, and that are weighed with it. */
const rowReasons = (
  bilan: BilanCase,
  { found }: ToldArgument,
  { rows }: Told,
): ReadonlyArray<Reason> => {
  const { argumentRelations, coachArguments } = bilan.pieces.tables
  return [
    ...found.choices.flatMap(({ prepared: { row }, subject }) => {
      const { about, because } = subjectOf(bilan, subject)
      return [citeHit(coachArguments, row, `${row.id} speaks about ${about}`), ...because]
    }),
    ...rows
      .filter(({ argument }) => argument === null || argument === found.id)
      .map((row) =>
        citeRow(argumentRelations, row, `${row.told ?? "no other"} ${row.effect} ${found.id}`),
      ),
  ]
}

/** What a subject is, in words, and the rows that make it so. */
const subjectOf = (
  bilan: BilanCase,
  { of }: Subject,
): { readonly about: string; readonly because: ReadonlyArray<Reason>; readonly from: string } => {
  switch (of._tag) {
    case "Gap": {
      const { slug } = of.gap
      return {
        about: `the gap in ${slug}`,
        because: foundationReasons(bilan, slug),
        from: `card.guarantees.${slug}.badge`,
      }
    }
    case "Breach":
      return {
        about: `what ${of.breach.flag} breaks`,
        because: breachReasons(bilan, of.breach),
        from: "request.trip",
      }
    case "Term":
      return {
        about: `the term ${of.term.term} of ${of.term.slug}`,
        because: strictestReasons(bilan, of.term),
        from: "card.origin",
      }
    case "Demand":
      return {
        about: `what ${of.demand.destination} demands`,
        because: demandReasons(bilan, of.demand),
        from: "request.destinations",
      }
    case "Warning":
      return {
        about: `the warning against ${of.warning.country}`,
        because: warningReasons(bilan),
        from: "request.destinations",
      }
    case "Trip":
      return {
        about: "the trip",
        because: [...reachReasons(bilan), ...foundationReasons(bilan, medicalSlug)],
        from: "request.destinations",
      }
  }
}

/**
 * The rows of arguments that others left out or weakened, and what did so: without them they were told.
 * What the trip breaks is found whether or not there is room to tell it.
 */
const heldBackReasons = (bilan: BilanCase, { guarded, rows }: Told): ReadonlyArray<Reason> => {
  const { pieces, situation } = bilan
  const { argumentRelations, coachArguments } = pieces.tables
  const found = [
    ...pieces.arguments.aboutCard(situation),
    ...pieces.arguments.aboutPlaces(situation),
  ]
  const isHeldBack = (id: string): boolean =>
    rows.some(({ argument }) => argument === null || argument === id)
  return [
    ...rows.map((row) =>
      citeRow(argumentRelations, row, `${row.told ?? "no other"} ${row.effect} others`),
    ),
    ...found
      .filter(({ id }) => isHeldBack(id))
      .flatMap(({ choices, id }) =>
        choices.map(({ prepared }) =>
          citeHit(coachArguments, prepared.row, `${id} gives way to others`),
        ),
      ),
    ...guarded.map(({ does, id, row, table }) =>
      citeHit(table, row, `${id} ${guardTexts[does]}: ${row.reason}`, "reason"),
    ),
    ...situation.conditions.breaches.flatMap((breach) => breachReasons(bilan, breach)),
  ]
}

/** What guards do to arguments, in words. */
const guardTexts: Readonly<Record<Told["guarded"][number]["does"], string>> = {
  drop: "is dropped",
  weaken: "weighs less",
  prefer: "is brought forward",
}

const varFindings = (
  bilan: BilanCase,
  at: "bilan.headline" | "bilan.medical",
  vars: ReadonlyArray<HeadlineVar>,
): ReadonlyArray<FigureFinding> => {
  const told = bilan.answer.bilan[at === "bilan.headline" ? "headline" : "medical"].vars
  const shown = vars.filter((name) => name in told)
  const none: ValueOrigin = { because: [], from: [`${at}.key`] }
  return [
    ...(shown.length === 0 ? [{ figure: `${at}.vars`, ...none }] : []),
    ...shown.map((name) => ({ figure: `${at}.vars.${name}`, ...varOrigin(bilan, at, name) })),
    { figure: `${at}.values`, ...none },
  ]
}

const varOrigin = (
  bilan: BilanCase,
  at: "bilan.headline" | "bilan.medical",
  name: HeadlineVar,
): ValueOrigin => {
  const { arguments: rules } = bilan.pieces
  switch (name) {
    case "target":
      return fromTarget
    case "cardValue":
    case "converted":
    case "ranged":
    case "cardsRead":
      return {
        because: [...coverReason(bilan, medicalSlug), ...rateReasons(bilan)],
        from: ["card.origin", "meta.market"],
      }
    case "what":
      return { because: [], from: ["card.origin"] }
    case "coverCount":
      return { because: unverifiedReasons(bilan), from: ["card.guarantees"] }
    case "here":
      return { because: [], from: ["request.destinations", "meta.lang"] }
    case "scheme":
      return { because: [], from: ["bilan.medical.targetValue"] }
    case "according":
    case "sourceKind":
    case "old":
    case "asOf":
      return { because: coverReason(bilan, medicalSlug), from: ["card.origin", "meta.lang"] }
    case "own":
      return { because: warningReasons(bilan), from: ["request.residence"] }
    case "condition":
      return { because: [], from: ["bilan.headline.key", "request.trip"] }
    case "basis":
    case "limit": {
      const about = conditionTold(rules.toldFor(bilan.situation))
      const isOfCover = name === "basis" && (at === "bilan.medical" || !about || !isOnDays(about))
      return about === undefined || isOfCover
        ? { because: [], from: ["card.origin"] }
        : valueOrigin(bilan, about, name)
    }
    case "destinationName": {
      const country = bilan.situation.travelWarning?.country
      return {
        because: [
          country === undefined ? destinationNameReason(bilan) : countryNameReason(bilan, country),
          ...warningReasons(bilan),
        ],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
    }
    case "inPlace":
    case "inPlaces":
      return {
        because: [inPlaceReason(bilan)],
        from: ["request.destinations", "bilan.medical.targetValue", "meta.lang"],
      }
  }
}
