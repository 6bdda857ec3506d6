import { citeHit, citeRow, testedInputs } from "../../explanation/cite.ts"
import type { ExplainedValue, Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { type ToldArgument, type Told, weighingOf } from "../arguments/arguments.ts"
import { strongestOf } from "../arguments/medical-comparison.ts"
import type { Subject } from "../arguments/subject.ts"
import { shownBy } from "../arguments/templates.ts"
import { medicalSlug } from "../card/products.ts"
import type { VarValue } from "../argument-variables.ts"
import { type ValueOrigin, valueOrigin } from "./argument-values.ts"
import type { BilanCase } from "./bilan-case.ts"
import { demandReasons } from "./formalities.ts"
import { reachReasons } from "./reach.ts"
import { breachReasons, foundationReasons, strictestReasons } from "./terms.ts"
import { warningReasons } from "./warning.ts"

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

/** What is shown of a value that is a list of terms: their words. */
const shownList = (value: VarValue | undefined): ExplainedValue | undefined =>
  Array.isArray(value)
    ? value.map((each: string | { readonly term: string }) =>
        typeof each === "string" ? each : each.term,
      )
    : undefined

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

const quoteFrom = ({
  spoken: { values },
}: ToldArgument): ReadonlyArray<"cardValue" | "recommended"> =>
  values.cardValue === undefined || values.recommended === undefined
    ? []
    : ["cardValue", "recommended"]

const together = (origins: ReadonlyArray<ValueOrigin>): ValueOrigin => ({
  because: origins.flatMap(({ because }) => because),
  from: origins.flatMap(({ from }) => from),
})

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
    ...prepared.vars.flatMap((name): ReadonlyArray<FigureFinding> => {
      const { values } = telling.spoken
      const isPlace = name === "inPlace" || name === "destinationName" || name === "destination"
      if (values[name] === undefined && !isPlace) return []
      const value = shownList(values[name]?.text)
      const origin = valueOrigin(bilan, telling, name)
      return [
        { figure: `${at}.vars.${name}`, ...origin, ...(value === undefined ? {} : { value }) },
      ]
    }),
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

/**
 * The rows of arguments that others left out or weakened, and what did so: without them they were told.
 * What the trip breaks is found whether or not there is room to tell it.
 */
const heldBackReasons = (bilan: BilanCase, { rows }: Told): ReadonlyArray<Reason> => {
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
    ...situation.conditions.breaches.flatMap((breach) => breachReasons(bilan, breach)),
  ]
}

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
  const warning = situation.travelWarning?.level ?? null
  const selling = pieces.selling.rowFor({ strongest, warning })
  const weighing = weighingOf(pieces.arguments.templatesOf(told))
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
        ...warningReasons(bilan),
      ],
      from: each.length === 0 ? ["card.guarantees"] : each,
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
