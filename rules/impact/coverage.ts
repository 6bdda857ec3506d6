import * as Result from "effect/Result"
import type { WordsOf } from "../../core/analysis/space.ts"
import { type CoverageRecorder, recordCoverage, type Tally } from "../../core/coverage/coverage.ts"
import type { Together } from "../../core/coverage/possible.ts"
import { type CoverageReport, reportCoverage } from "../../core/coverage/uncovered.ts"
import type { Decision } from "../../core/table/decision.ts"
import { isOwnTable } from "../../core/table/own-table.ts"
import { prepareCoach } from "../coach/engine.ts"
import type { Explained, Reason } from "../explanation/explanation.ts"
import { newAccountTerms } from "../fees/handling-fee.ts"
import { prepareQuestions } from "./questions.ts"
import type { BilanOrQuote } from "./request-kind.ts"
import { corpusContext, corpusLinks } from "./situation-answers.ts"
import { type AnyFacts, type AnyHit, watchedIn, type WatchedTable } from "./watched-tables.ts"
import { type Geography, prepareGeography } from "../pricing/plan.ts"
import { prepareLive } from "../pricing/live.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import { type PricingZone, widestZone } from "../pricing/zone.ts"
import { saysOfTravel, type Tables } from "../tables/index.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"

/** How many rows of a plain table the explanations of answers cite. */
export interface PlainCoverage {
  readonly file: string
  readonly rows: Tally
  /** The lines of the rows that none cites, rising. */
  readonly uncitedLines: ReadonlyArray<number>
}

/** What situations of a corpus, or requests, exercise of the tables. */
export interface CorpusCoverage {
  readonly situations: number
  readonly decisions: ReadonlyArray<CoverageReport>
  /** Plain tables that some answer cites. */
  readonly plain: ReadonlyArray<PlainCoverage>
  /** Files of the plain tables that no answer cites, as tables of names and limits. */
  readonly uncited: ReadonlyArray<string>
}

/**
 * Runs situations or requests and reports what they exercise: of decision tables the rows that counted, the
 * cells that decided and the words and ranges that were met, with facts for the rest; of plain
 * tables the rows that explanations of the answers cite.
 */
export const corpusCoverage = (
  tables: Tables,
  wordsOf: WordsOf,
  situations: ReadonlyArray<BilanOrQuote>,
): CorpusCoverage => {
  const recorders = new Map(
    watchedIn(tables).map((name) => [name, recorderOf(tables, name)] as const),
  )
  const together = prepareTogether(tables)
  const askAbout = prepareQuestions(tables)
  const citationsOf = prepareCitations(tables)
  const cited = new Map<string, Set<number>>()
  for (const situation of situations) {
    askAbout(situation, (name, facts) => recorders.get(name)?.ask(facts) ?? [])
    for (const { file, line } of citationsOf(situation)) {
      const lines = cited.get(file) ?? new Set<number>()
      cited.set(file, lines.add(line))
    }
  }
  const plain = plainCoverage(tables, cited)
  return {
    situations: situations.length,
    decisions: [...recorders]
      .map(([name, { coverage }]) =>
        reportCoverage(
          tables[name] as unknown as Decision,
          coverage(),
          wordsOf,
          together(tables[name].definition.file),
        ),
      )
      .sort(byFile),
    plain: plain.filter(({ rows }) => rows.covered > 0).sort(byFile),
    uncited: plain
      .filter(({ rows }) => rows.covered === 0)
      .map(({ file }) => file)
      .sort(),
  }
}

/** The rows that the explanations of all answers to what is asked cite; a row may come several times. */
export type CitationsOf = (asked: BilanOrQuote) => ReadonlyArray<Pick<Reason, "file" | "line">>

/** Prepares citations over one set of tables. */
export const prepareCitations = (tables: Tables): CitationsOf => {
  const coach = prepareCoach(tables)
  const engines = [prepareSandbox(tables), prepareLive(tables)]
  const vocabulary = prepareTripVocabulary(tables)
  const terms = newAccountTerms(tables)
  return ({ bilan, quote }) => {
    const trip = quote === undefined ? undefined : readQuoteRequest(quote, vocabulary)
    return [
      ...(bilan === undefined ? [] : reasonsIn(coach.explainBilan(bilan, corpusContext))),
      ...(trip !== undefined && Result.isSuccess(trip)
        ? engines.flatMap(({ explain }) =>
            reasonsIn(explain(trip.success.trip, terms, corpusLinks)),
          )
        : []),
    ]
  }
}

/**
 * Prepares what the facts of a table have to keep to together, as facts of one trip: what a request
 * cannot bring about is no example. A table keeps to what speaks of its columns alone.
 */
export const prepareTogether = (tables: Tables): ((file: string) => ReadonlyArray<Together>) => {
  const { countries } = tables
  const years = coversOfTheYear(tables.intents.rows)
  const sandbox = ofCatalogue(
    countries.rows,
    prepareGeography({ countries, zones: tables.sandboxZones, excludedCountries: [] }),
  )
  const catalogue = ofCatalogue(
    countries.rows,
    prepareGeography({
      countries,
      zones: tables.catalogueZones,
      excludedCountries: tables.catalogueExcludedCountries.rows.map(({ country }) => country),
    }),
  )
  return (file) => {
    if (isOwnTable(file)) return ages
    if (file.startsWith("sandbox/")) return [...sandbox, ...years]
    return file.startsWith("catalogue/") ? [...catalogue, ...years] : []
  }
}

/** A recorder of a table whose facts and rows are those of its own type. */
const recorderOf = (tables: Tables, name: WatchedTable): AnyRecorder =>
  recordCoverage(tables[name] as unknown as Decision) as unknown as AnyRecorder

type AnyRecorder = CoverageRecorder<AnyFacts, AnyHit>

/** What types of trips settle that are always covered for the year. */
const coversOfTheYear = (
  intents: ReadonlyArray<{ readonly intent: string; readonly forcesAnnual: boolean }>,
): ReadonlyArray<Together> => {
  const forced = new Set(
    intents.flatMap(({ forcesAnnual, intent }) => (forcesAnnual ? intent : [])),
  )
  const isForced = (facts: Readonly<Record<string, unknown>>) => forced.has(String(facts["intent"]))
  return [
    {
      columns: ["intent", "annual"],
      holds: (facts) => facts["annual"] === true || !isForced(facts),
    },
    {
      columns: ["intent", "at_home"],
      holds: (facts) => facts["at_home"] !== true || !isForced(facts),
    },
  ]
}

const ofCatalogue = (
  countries: ReadonlyArray<{ readonly code: string }>,
  geography: Geography,
): ReadonlyArray<Together> => {
  const { isExcluded, isSchengen, zoneOf } = geography
  const places = countries.map(({ code }) => ({
    zone: zoneOf(code),
    schengen: isSchengen(code),
    excluded: isExcluded(code),
  }))
  return [...residences(geography), ...destinations(places), ...ages]
}

/** What a residence settles: its zone, and where a trip to the country itself leads. */
const residences = ({ isSchengen, zoneOf }: Geography): ReadonlyArray<Together> => [
  {
    columns: ["residence", "residence_zone"],
    holds: (facts) => zoneOf(String(facts["residence"])) === facts["residence_zone"],
  },
  {
    columns: ["residence_zone", "zone", "domestic"],
    holds: (facts) =>
      facts["domestic"] !== true ||
      isWithin(zoneIn(facts, "residence_zone"), zoneIn(facts, "zone")),
  },
  {
    columns: ["residence", "all_schengen", "domestic"],
    holds: (facts) =>
      facts["domestic"] !== true ||
      facts["all_schengen"] !== true ||
      isSchengen(String(facts["residence"])),
  },
]

/** Whether one zone is no wider than another. */
const isWithin = (zone: PricingZone, widest: PricingZone): boolean =>
  widestZone([zone, widest]) === widest

const zoneIn = (facts: Readonly<Record<string, unknown>>, column: string): PricingZone =>
  facts[column] as PricingZone

/**
 * What destinations can be: a trip of a zone has one there and none in a wider zone, and all, some or
 * none of them are in the Schengen area or left out of covers.
 */
const destinations = (places: ReadonlyArray<Place>): ReadonlyArray<Together> => {
  const allowed = (zone: PricingZone, { allSchengen, excluded }: Partial<Asks>) =>
    places.filter(
      (place) =>
        isWithin(place.zone, zone) &&
        (allSchengen !== true || place.schengen) &&
        (excluded !== false || !place.excluded),
    )
  const exists = (zone: PricingZone, asks: Partial<Asks>): boolean => {
    const some = allowed(zone, asks)
    return (
      some.some((place) => place.zone === zone) &&
      (asks.allSchengen !== false || some.some(({ schengen }) => !schengen)) &&
      (asks.excluded !== true || some.some((place) => place.excluded))
    )
  }
  return [
    {
      columns: ["zone", "all_schengen"],
      holds: (facts) =>
        exists(zoneIn(facts, "zone"), { allSchengen: facts["all_schengen"] === true }),
    },
    {
      columns: ["zone", "all_schengen", "excluded"],
      holds: (facts) =>
        exists(zoneIn(facts, "zone"), {
          allSchengen: facts["all_schengen"] === true,
          excluded: facts["excluded"] === true,
        }),
    },
  ]
}

/** A country, as conditions see it. */
interface Place {
  readonly zone: PricingZone
  readonly schengen: boolean
  readonly excluded: boolean
}

interface Asks {
  readonly allSchengen: boolean
  readonly excluded: boolean
}

/** No traveller is older than the oldest, and a lone one is both. */
const ages: ReadonlyArray<Together> = [
  {
    columns: ["youngest_age", "oldest_age"],
    holds: (facts) => Number(facts["youngest_age"]) <= Number(facts["oldest_age"]),
  },
  {
    columns: ["travellers", "youngest_age", "oldest_age"],
    holds: (facts) => facts["travellers"] !== 1 || facts["youngest_age"] === facts["oldest_age"],
  },
]

const reasonsIn = (explained: Result.Result<Explained<unknown>, unknown>): ReadonlyArray<Reason> =>
  Result.isSuccess(explained) ? explained.success.explanation.flatMap(({ because }) => because) : []

const plainCoverage = (
  tables: Tables,
  citedLines: ReadonlyMap<string, ReadonlySet<number>>,
): ReadonlyArray<PlainCoverage> =>
  Object.values(tables).flatMap((table): ReadonlyArray<PlainCoverage> => {
    if (!("lines" in table) || !saysOfTravel(table.file)) return []
    const cited = citedLines.get(table.file)
    const uncitedLines = table.lines.filter((line) => cited?.has(line) !== true)
    const all = table.lines.length
    return [{ file: table.file, rows: { covered: all - uncitedLines.length, all }, uncitedLines }]
  })

const byFile = (left: { readonly file: string }, right: { readonly file: string }): number =>
  left.file < right.file ? -1 : 1
