import { citeHit, citeRow, testedInputs } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { type Choice, shownBy } from "../arguments/arguments.ts"
import { quoteOrigin, valueOrigin } from "./argument-values.ts"
import type { BilanCase } from "./bilan-case.ts"
import { demandReasons } from "./formalities.ts"
import { breachReasons, brokenReasons, strictestReasons } from "./terms.ts"

/** Where a fact that arguments test comes from, in the answer or in the request. */
const origins: Readonly<Record<string, string>> = {
  basis: "card.origin",
  origin: "card.origin",
  tier: "card.origin",
  ceiling: "card.origin",
  long_trip: "request.trip.longTrip",
  friends: "request.trip.friends",
  risky_activity: "request.trip.riskyActivity",
  medical_ok: "bilan.medical.ceilingOk",
  step: "bilan.medical.targetValue",
  market: "meta.market",
}

/** What an argument is about, in words, and the rows that make it so. */
const subjectOf = (
  bilan: BilanCase,
  { subject }: Choice,
): { readonly about: string; readonly because: ReadonlyArray<Reason>; readonly from: string } => {
  const { of, facts } = subject
  switch (of._tag) {
    case "Gap": {
      const { slug } = of.gap
      return {
        about: `the gap in ${slug}`,
        because: facts.broken === null ? [] : brokenReasons(bilan, slug, facts.broken),
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
    case "Trip":
      return { about: "the trip", because: [], from: "request.trip" }
  }
}

const findingsFor = (
  bilan: BilanCase,
  choice: Choice,
  index: number,
): ReadonlyArray<FigureFinding> => {
  const { coachArguments } = bilan.pieces.tables
  const { row } = choice.prepared
  const at = `bilan.arguments[${index}]`
  const tested = testedInputs(coachArguments, row).flatMap((name) => origins[name] ?? [])
  const { about, because, from } = subjectOf(bilan, choice)
  const shown = shownBy(row.figure, choice.values)
  const figure = shown === undefined ? { because, from: [] } : valueOrigin(bilan, choice, shown)
  return [
    {
      figure: at,
      value: row.id,
      because: [citeHit(coachArguments, row, `${row.id} speaks about ${about}`), ...because],
      from: [from, ...tested],
    },
    {
      figure: `${at}.figure`,
      because: [citeHit(coachArguments, row, `shows ${row.figure}`, "figure"), ...figure.because],
      from: figure.from,
    },
    ...row.vars.map((name) => ({
      figure: `${at}.vars.${name}`,
      ...valueOrigin(bilan, choice, name),
    })),
    { figure: `${at}.vars.quote`, ...quoteOrigin(bilan, choice, `${at}.figure`) },
  ]
}

/** Why each argument is made and what its values are; then what follows from the arguments. */
export const argumentFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { pieces } = bilan
  const { coachSelling, coachStrengths, limits } = pieces.tables
  const choices = pieces.arguments.choicesFor(bilan.situation)
  const made = bilan.answer.bilan.arguments
  const each = made.map((_, index) => `bilan.arguments[${index}]`)
  const findings = made.flatMap(({ id }, index) => {
    const choice = choices.find(({ prepared }) => prepared.row.id === id)
    return choice === undefined ? [] : findingsFor(bilan, choice, index)
  })
  const from = [...each, "card.guarantees"]
  const selling = pieces.selling.rowFor(made.length)
  const { weighing } = pieces.arguments.argumentsFor(bilan.situation)
  const weighed = new Set(weighing.map(({ strength }) => strength))
  return [
    {
      figure: "bilan.shouldSell",
      because: [citeHit(coachSelling, selling, `${made.length} arguments`, "should_sell")],
      from: ["bilan.argumentCount"],
    },
    { figure: "bilan.argumentCount", because: [], from },
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
