import { memo } from "../../../core/memory.ts"
import { makePathMemory } from "../../../core/path-memory.ts"
import {
  type ArgumentTemplate,
  fill,
  speak,
  type Spoken,
  type TargetPlace,
  templateOf,
} from "./open-texts.ts"
import { cardSubjects, placeSubjects, type Subject, type SubjectFacts } from "./subjects.ts"
import { prepareTermVariables } from "./term-variables.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { isWithdrawn, unmatchedOf } from "../card/resolve-card.ts"
import type { CoachTables } from "../coach-tables.ts"
import {
  categories,
  type Category,
  type ReachKind,
  sourceVars,
  type Strength,
  strengths,
} from "../coach-vocabulary.ts"
import type { Argument } from "../response.ts"
import { limitOf } from "../../reference/limits.ts"
import type { GuardedArgument, PrepareArgumentGuards } from "./argument-guards.ts"
import {
  type Choice,
  type Found,
  type Weighed,
  prepareGather,
  prepareRelations,
  prepareRow,
} from "./found-arguments.ts"

/** An argument that is told, with its values. */
export interface ToldArgument {
  readonly found: Found
  readonly spoken: Spoken
}

/** The arguments that are told, in the order of an answer, and the relations that made them so. */
export interface Told extends Pick<Weighed, "rows"> {
  readonly tellings: ReadonlyArray<ToldArgument>
  /** What guards did to arguments. */
  readonly guarded: ReadonlyArray<GuardedArgument>
  /** The covers that arguments may cite as unverified, told or not. */
  readonly unverified: ReadonlyArray<string>
}

/** The arguments of a situation. */
export interface ArgumentRules {
  /** What is found about the card, whatever the destinations demand. */
  readonly aboutCard: (situation: BilanSituation) => ReadonlyArray<Found>
  /** What is found about what the destinations demand, and what is warned of. */
  readonly aboutPlaces: (situation: BilanSituation) => ReadonlyArray<Found>
  /** The strongest of what is found, each fact once. */
  readonly tell: (situation: BilanSituation, found: ReadonlyArray<Found>) => Told
  /** Their templates; where facts alone are shown, by category and with texts of their own. */
  readonly templatesOf: (situation: BilanSituation, told: Told) => ReadonlyArray<ArgumentTemplate>
  /** All at once, for a whole situation. */
  readonly toldFor: (situation: BilanSituation) => Told
}

/** The facts for the table. Named one by one: each spread would give the engine another shape. */
export const argumentFacts = (situation: BilanSituation, subject: SubjectFacts) => {
  const { card, medicalOk, reach, step, trip } = situation
  return {
    scope: subject.scope,
    slug: subject.slug,
    badge: subject.badge,
    broken: subject.broken,
    ceiling: subject.ceiling,
    shortfallPercent: subject.shortfallPercent,
    term: subject.term,
    demand: subject.demand,
    basis: subject.basis,
    found: subject.found,
    origin: card.origin,
    unmatched: unmatchedOf(card),
    withdrawn: isWithdrawn(card),
    warning: subject.warning,
    reach: reach.kind,
    plan: reach.plan,
    longTrip: trip.longTrip,
    medicalOk,
    step,
  }
}

/** What was found of covers that nobody has confirmed: each cover, and the row of an argument about it. */
export const unverifiedIn = (found: ReadonlyArray<Found>) =>
  found.flatMap(({ choices }) =>
    choices.flatMap(({ prepared: { row }, subject: { of } }) =>
      of._tag === "Gap" && of.gap.gap.badge === "unverified" ? [{ row, slug: of.gap.slug }] : [],
    ),
  )

/**
 * As many arguments as there is room for, in the same order. Places are kept for a warning, for what
 * destinations demand, and for what each thing about the trip breaks: no other argument takes them.
 */
const keptPlaces = (
  told: ReadonlyArray<ToldArgument>,
  countMax: number,
): ReadonlyArray<ToldArgument> => {
  if (told.length <= countMax) return told
  const reasons = told.map(keptFor)
  const first = told.filter((_, index) => {
    const reason = reasons[index]
    return reason !== undefined && reasons.indexOf(reason) === index
  })
  const rest = told.filter((each) => !first.includes(each)).sort(byPlace)
  const chosen = new Set([...first, ...rest].slice(0, countMax))
  return told.filter((each) => chosen.has(each))
}

/** Who has a place before whom: the stronger, then what a guard prefers; else as they stand. */
const byPlace = ({ found: left }: ToldArgument, { found: right }: ToldArgument): number =>
  strengths.indexOf(left.strength) - strengths.indexOf(right.strength) ||
  Number(right.isPreferred ?? false) - Number(left.isPreferred ?? false)

/** What a place is kept for; undefined for an argument that is told by its strength. */
const keptFor = ({ found: { choice, id } }: ToldArgument): string | undefined => {
  const { of } = choice.subject
  if (of._tag === "Warning" || of._tag === "Demand") return id
  const { condition } = choice.prepared.row
  switch (condition) {
    case "friends":
    case "long_trip":
    case "risky_activity":
      return condition
    case "void":
      return "long_trip"
    default:
      return undefined
  }
}

/** By category; within one, the order in which they are told. */
const byCategory = (left: ToldArgument, right: ToldArgument): number =>
  categoryOf(left) - categoryOf(right)

const categoryOf = ({ found }: ToldArgument): number =>
  categories.indexOf(found.choice.prepared.row.category)

/** Fills all templates in for a destination. */
export const fillAll = (
  templates: ReadonlyArray<ArgumentTemplate>,
  place: TargetPlace,
): ReadonlyArray<Argument> => templates.map((each) => fill(each, place))

/** What weighs of the arguments: all but those about terms, or all where there are no others. */
export const weighingOf = (templates: ReadonlyArray<ArgumentTemplate>): ReadonlyArray<Weight> => {
  const weighing = templates.filter(({ isTerm }) => !isTerm)
  return (weighing.length === 0 ? templates : weighing).map(({ argument }) => argument)
}

/**
 * Prepares the argument table. It is evaluated once for each subject of a situation; the rows of one id
 * make one argument, what arguments do to each other is done, and the strongest are told: by strength,
 * then category, then the table's rank. Templates are shared: most cards have most of theirs in common.
 */
export const prepareArguments = (
  tables: CoachTables,
  prepareGuards: PrepareArgumentGuards,
): ArgumentRules => {
  const table = tables.coachArguments
  const prepared = memo(prepareRow)
  const countMax = limitOf(tables, "coach_arguments_max")
  const gather = prepareGather(tables)
  const weighTogether = prepareRelations(tables)
  const guard = prepareGuards(tables)
  const listTerms = prepareTermVariables(tables)
  const factsKeys = memo((id: string): Argument["messageKeys"] | undefined => {
    const row = tables.argumentFacts.get(id)
    return row && Object.freeze({ hook: row.hook, fact: row.fact, pitch: row.pitch })
  })
  const contents = makePathMemory<string | number | undefined, ArgumentTemplate>(contentsMax)

  const choose = (
    situation: BilanSituation,
    subjects: ReadonlyArray<Subject>,
  ): ReadonlyArray<Choice> => {
    const choices: Array<Choice> = []
    for (const subject of subjects) {
      const hits = table.evaluate(argumentFacts(situation, subject.facts))
      if (hits.length === 0) continue
      const values = subject.values()
      for (const row of hits) choices.push({ prepared: prepared(row), subject, values })
    }
    return choices
  }

  const tell: ArgumentRules["tell"] = (situation, found) => {
    const speakable = found.filter((each) => speak(situation, each, listTerms) !== undefined)
    const { rows, told: weighed } = weighTogether(speakable)
    const { guarded, told } =
      guard === undefined
        ? { guarded: noGuards, told: weighed }
        : guard(situation, weighed, ({ choice }) => argumentFacts(situation, choice.subject.facts))
    // An argument whose terms others say has nothing left to say, and takes no place.
    const tellings = told.flatMap((each): ReadonlyArray<ToldArgument> => {
      const spoken = speak(situation, each, listTerms)
      return spoken === undefined ? [] : [{ found: each, spoken }]
    })
    const unverified = new Set(unverifiedIn(found).map(({ slug }) => slug))
    return { rows, guarded, tellings: keptPlaces(tellings, countMax), unverified: [...unverified] }
  }

  const aboutCard: ArgumentRules["aboutCard"] = (situation) =>
    gather(choose(situation, cardSubjects(situation)))

  const aboutPlaces: ArgumentRules["aboutPlaces"] = (situation) =>
    gather(choose(situation, placeSubjects(situation)))

  return {
    aboutCard,
    aboutPlaces,
    tell,
    templatesOf: ({ factsOnly }, { tellings }) =>
      (factsOnly ? tellings.toSorted(byCategory) : tellings).flatMap((telling) => {
        const { found, spoken } = telling
        const keys = factsOnly ? factsKeys(found.id) : found.choice.prepared.messageKeys
        if (keys === undefined) return []
        return contents.get(contentOf(telling, factsOnly), () => templateOf(found, spoken, keys))
      }),
    toldFor: (situation) => tell(situation, [...aboutCard(situation), ...aboutPlaces(situation)]),
  }
}

const noGuards: ReadonlyArray<GuardedArgument> = []

/** Whether a cover should be offered. */
export interface SellingRule {
  readonly shouldSell: (facts: SellingFacts) => boolean
  /** The row that says so; undefined where none does, and nothing is offered. */
  readonly rowFor: (facts: SellingFacts) => CoachTables["coachSelling"]["rows"][number] | undefined
}

/** Prepares the selling table. */
export const prepareSelling = (tables: Pick<CoachTables, "coachSelling">): SellingRule => {
  const rowFor: SellingRule["rowFor"] = (facts) => tables.coachSelling.evaluate(facts)[0]
  return { rowFor, shouldSell: (facts) => rowFor(facts)?.shouldSell ?? false }
}

/** Chooses the subjects that the arguments weigh most on. */
export type FocusOf = (
  args: ReadonlyArray<Pick<Argument, "category" | "strength">>,
) => ReadonlyArray<Category>

/**
 * Prepares that choice: heaviest subject first, ties in the order of categories, as many as the
 * limit allows, none without arguments.
 */
export const prepareFocus = (tables: Pick<CoachTables, "coachStrengths" | "limits">): FocusOf => {
  const weights = new Map<Strength, number>(
    tables.coachStrengths.rows.map(({ strength, weight }) => [strength, weight]),
  )
  const countMax = limitOf(tables, "coach_focus_categories_max")
  return (args) => {
    const totals = new Map<Category, number>()
    for (const { category, strength } of args) {
      totals.set(category, (totals.get(category) ?? 0) + (weights.get(strength) ?? 0))
    }
    return categories
      .filter((category) => totals.has(category))
      .sort((left, right) => (totals.get(right) ?? 0) - (totals.get(left) ?? 0))
      .slice(0, countMax)
  }
}

/** What arguments are weighed by. */
type Weight = Pick<Argument, "category" | "strength">

/** This many different arguments are kept; there are some thousand. */
const contentsMax = 8_192

/** What identifies the template of an argument: its rows, and the values that its texts may show. */
const contentOf = (
  { found, spoken }: ToldArgument,
  factsOnly: boolean,
): Array<string | number | undefined> => {
  const { prepared } = found.choice
  const content: Array<string | number | undefined> = [
    factsOnly ? 1 : 0,
    prepared.row.line,
    found.strength,
    found.choice.subject.of._tag,
    JSON.stringify(spoken.figure),
    JSON.stringify(spoken.values.cardValue),
    JSON.stringify(spoken.values.recommended),
  ]
  for (const name of [...prepared.vars, ...sourceVars])
    content.push(JSON.stringify(spoken.values[name]))
  return content
}

/** What decides whether a cover should be offered. */
export interface SellingFacts {
  /** The strength of the strongest argument; null without any. */
  readonly strongest: Strength | null
  /** The level of the gravest travel warning; null without one. */
  readonly warning: number | null
  readonly reach: ReachKind
  /** Whether it is known that the card is enough, if it is. */
  readonly confirmed: boolean
}
