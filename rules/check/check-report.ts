import { atOnce } from "../../core/at-once.ts"
import { checkTables, type CheckOptions } from "../../core/check/check.ts"
import type { CheckMemory } from "../../core/check/check-memory.ts"
import type { Finding } from "../../core/check/finding.ts"
import { type Severity, severityOf } from "../../core/check/severity.ts"
import { inFileOrder, type TableError } from "../../core/table/error.ts"
import type { LoadMemory } from "../../core/table/load.ts"
import { type Manifest, manifestOf } from "../tables/bundle.ts"
import { definitions, type AllTables } from "../tables/index.ts"
import { checkPrinted, type PrintedReport } from "../pricing/check-printed.ts"
import { type BinReach, checkBins, checkChoices } from "../coach/card/check-cards.ts"
import { checkDates } from "../coach/sources/sources-report.ts"
import { checkMarkets } from "../coach/check-markets.ts"
import { checkTerms } from "../coach/conditions/check-terms.ts"
import {
  judgeCatalogue,
  judgedTogether,
  judgeSandbox,
  type PlausibilityReport,
  triedTrips,
} from "../plausibility/check-plausibility.ts"
import {
  type LawCatalogue as CatalogueName,
  lawCatalogues,
} from "../plausibility/plausibility-tables.ts"
import {
  needlessExceptions,
  type ProvenCatalogue,
  provePriceLaws,
} from "../price-laws/check-price-laws.ts"
import { makeProofMemory } from "../price-laws/proof-memory.ts"
import type { EarlierVersion } from "../../core/check/meaning/check-meanings.ts"
import type { ReadText } from "../messages/read-text.ts"
import { checkTexts } from "../messages/check.ts"
import { checkCoachTexts } from "../messages/travellers/coach-texts.ts"
import { checkTravellerTexts } from "../messages/travellers/check-traveller-texts.ts"
import { type Reading, readTables } from "./read-tables.ts"
import { type KeptUnder, remembered, rememberedSteps, type Texts } from "./remembered.ts"
import type { TableFiles } from "../tables/table-named.ts"

/** The version before, as far as figures are compared with it; or why there is none, in words. */
export type Earlier = EarlierVersion | { readonly problem: string }

/** What a check takes from outside of the rules. */
export interface CheckMeans {
  /** Reads a text of messages. */
  readonly readText: ReadText
  /** The hash of the tables that answers are made of. */
  readonly tablesHash: (sources: ReadonlyMap<string, string>) => string
}

/** How much was analysed: sound tables with their rows, and the decision tables with theirs. */
export interface Analysed {
  readonly tables: number
  readonly rows: number
  readonly decisionTables: number
  readonly rules: number
}

/** Everything there is to say about a folder of tables. */
export interface CheckReport {
  readonly folder: string
  readonly hash: string
  /** Undefined where a mistake hides it. */
  readonly manifest: Manifest | undefined
  /** What is wrong in files, cells, keys, references, texts and phrases. */
  readonly mistakes: ReadonlyArray<TableError>
  /** What the analysis of the sound tables, of the texts and of printed lines found. */
  readonly findings: ReadonlyArray<Finding>
  readonly analysed: Analysed
  /** What came of reading printed guarantees; undefined where a mistake hides it. */
  readonly printed: Pick<PrintedReport, "corpus" | "catalogue"> | undefined
  /** How many prices were tried; undefined where a mistake hides it. */
  readonly prices: Omit<PlausibilityReport, "findings"> | undefined
  /** What is proven of prices, or that a mistake hides it; undefined where it was not asked for. */
  readonly priceLaws: ReadonlyArray<ProvenCatalogue> | "hidden" | undefined
  /** How far card numbers lead, market by market; undefined where a mistake hides it. */
  readonly bins: ReadonlyArray<BinReach> | undefined
  /** The version that figures were compared with, or why there was none; undefined where none was looked for. */
  readonly earlier: Earlier | undefined
  /** Whether there was a folder of icons to find named ones in. */
  readonly icons: boolean
}

/** How deep a check looks, and the day on which it does: by default the first day of the tables. */
export interface ReportOptions extends Omit<
  CheckOptions,
  "domains" | "earlier" | "filesIn" | "memory"
> {
  readonly earlier?: Earlier
  /** Whether laws of prices are proven, which takes its time. */
  readonly priceLaws?: boolean
  /** The names of the icons; without a folder of them none is missing. */
  readonly icons?: ReadonlySet<string>
}

/** What a check of single tables goes by beside them. */
type Remembering = Pick<CheckOptions, "kept" | "memory">

/** The place of a check among what is kept. */
type KeepUnder = (question: string, under?: string) => KeptUnder | undefined

const sizeOf = ({ definitions: declared, rowsOf, tables }: Reading): Analysed => {
  const all = Object.keys(tables)
  const decisions = all.filter((name) => declared[name]?._tag === "DecisionDefinition")
  const rowsIn = (some: typeof all): number => some.reduce((sum, name) => sum + rowsOf(name), 0)
  return {
    tables: all.length,
    rows: rowsIn(all),
    decisionTables: decisions.length,
    rules: rowsIn(decisions),
  }
}

const areWhole = (tables: Partial<AllTables>): tables is AllTables =>
  Object.keys(definitions).every((name) => name in tables)

/** The checks that look at several tables together, each asked anew only when one of them has changed. */
const rememberedChecks = (readText: ReadText, under: KeepUnder) => {
  // Trips are no data; what is found with them is.
  const trips = remembered((tables) => (areWhole(tables) ? triedTrips(tables) : undefined))
  const sandbox = remembered((tables, sources) => {
    const tried = trips(tables, sources)
    return tried && areWhole(tables) ? judgeSandbox(tables, tried) : undefined
  }, under("prices of the sandbox"))
  const catalogue = remembered((tables, sources) => {
    const tried = trips(tables, sources)
    return tried && areWhole(tables) ? judgeCatalogue(tables, tried) : undefined
  }, under("prices of the catalogue"))
  return {
    texts: remembered(
      (tables, sources) => checkTexts({ sources, tables, readText }),
      under("texts"),
    ),
    travellers: remembered(
      (_tables, sources) => checkTravellerTexts({ sources, readText }),
      under("texts for travellers"),
    ),
    coachTexts: remembered(
      (tables, sources) => checkCoachTexts({ sources, tables, readText }),
      under("texts of the Coach"),
    ),
    printed: remembered((tables) => checkPrinted(tables), under("printed lines")),
    terms: remembered(
      (tables, sources) => checkTerms(tables, sources.get(definitions.coachBenefits.file) ?? ""),
      under("terms"),
    ),
    prices: remembered((tables, sources) => {
      const [rehearsed, live] = [sandbox(tables, sources), catalogue(tables, sources)]
      return rehearsed && live ? judgedTogether(rehearsed, live) : undefined
    }),
    inPrices: [trips, sandbox, catalogue],
    choices: remembered((tables) => checkChoices(tables), under("choices of cards")),
    markets: remembered((tables) => checkMarkets(tables), under("markets")),
    dates: remembered((tables) => checkDates(tables), under("dates of sources")),
  }
}

/**
 * A check of the tables of one folder that remembers what it found: asked again, it reads the texts
 * that have changed, and looks only at what they touch.
 */
export type RunningCheck = (files: TableFiles) => CheckReport

/** A check in two steps, each of which remembers what it found. */
export interface StagedCheck {
  /** What can be said of each table by itself, and in the light of those that it names. */
  readonly tables: (files: TableFiles) => FoundInTables
  /** Everything. */
  readonly whole: RunningCheck
  /**
   * Everything, in steps between which the caller may turn to something else; what the steps found is
   * remembered, so that a later check does not find it again.
   */
  readonly wholeSteps: (files: TableFiles) => Generator<undefined, CheckReport>
  /**
   * The laws of prices of some catalogues, proven in such steps; what no change touches is not proven again.
   * Undefined where mistakes hide them.
   */
  readonly lawSteps: (
    files: TableFiles,
    among: ReadonlyArray<CatalogueName>,
  ) => Generator<undefined, FoundInLaws | undefined>
  /** What would be found by the first step in other texts, which are not remembered. */
  readonly tried: (files: TableFiles) => FoundInTables
  /** All that would be found in other texts, apart from what is remembered of the tables as they are. */
  readonly triedWhole: (files: TableFiles) => FoundInTables
}

/** What can be said of tables one by one. */
export type FoundInTables = Pick<CheckReport, "findings" | "mistakes">

/** What proofs of the laws of prices came to. */
export interface FoundInLaws {
  readonly findings: ReadonlyArray<Finding>
  readonly catalogues: ReadonlyArray<ProvenCatalogue>
}

/** Proofs of both catalogues, each made anew only when one of its tables has changed. */
const rememberedLaws = (under: KeepUnder) => {
  const ofCatalogues = lawCatalogues.map((name) => {
    const memory = makeProofMemory()
    const steps = rememberedSteps(
      function* (tables) {
        return areWhole(tables) ? yield* provePriceLaws(name, tables, { memory }) : undefined
      },
      under(`laws of prices ${name}`),
    )
    return { name, steps }
  })
  return function* (
    tables: Partial<AllTables>,
    sources: Texts,
    among: ReadonlyArray<CatalogueName> = lawCatalogues,
  ): Generator<undefined, FoundInLaws | undefined> {
    const catalogues: Array<ProvenCatalogue> = []
    for (const { name, steps } of ofCatalogues) {
      if (!among.includes(name)) continue
      const proven = yield* steps(tables, sources)
      if (proven !== undefined) catalogues.push(proven)
    }
    if (!areWhole(tables)) return undefined
    // Whether an exception is needed shows once both catalogues are proven.
    const needless =
      catalogues.length === lawCatalogues.length ? needlessExceptions(tables, catalogues) : []
    return { findings: [...catalogues.flatMap((one) => one.findings), ...needless], catalogues }
  }
}

/** Begins to check a folder in two steps; the options hold for as long as it is checked. */
export const startStagedCheck = (
  means: CheckMeans,
  folder: string,
  options: ReportOptions = {},
): StagedCheck => {
  const { earlier, icons, kept, priceLaws = false, ...others } = options
  const loading: LoadMemory = new Map()
  const memory: CheckMemory = new Map()
  const remembering: Remembering = kept === undefined ? { memory } : { kept, memory }
  const checking: CheckOptions = {
    ...others,
    ...(earlier !== undefined && "sources" in earlier ? { earlier } : {}),
    ...(icons === undefined ? {} : { filesIn: { icons } }),
  }
  const under: KeepUnder = (question, beside = "") =>
    kept && { answers: kept, question, under: beside }
  const makeChecks = () => ({
    ...rememberedChecks(means.readText, under),
    bins: remembered(
      (tables) => checkBins(tables, options.today ?? tables.manifest?.rows[0]?.effectiveFrom ?? ""),
      under("card numbers", options.today),
    ),
  })
  type Checks = ReturnType<typeof makeChecks>
  const ask = makeChecks()
  let askOfTried: Checks | undefined
  const laws = rememberedLaws(under)
  const findingsOf = (
    { definitions: declared, sources, tables }: Reading,
    remembering: Remembering,
    { terms }: Checks = ask,
  ): ReadonlyArray<Finding> => {
    const domains = [terms(tables, sources)]
    return checkTables(
      { definitions: declared, sources, tables },
      { ...checking, domains, ...remembering },
    )
  }
  const foundIn = (reading: Reading, remembering: Remembering): FoundInTables => ({
    mistakes: inFileOrder(reading.mistakes),
    findings: inFileOrder(findingsOf(reading, remembering)),
  })
  /** All that is found in tables, but for the laws of prices. */
  const everythingIn = (reading: Reading, remembering: Remembering, checks: Checks) => {
    const { mistakes, sources, tables } = reading
    const [inTexts, inPrinted] = [checks.texts(tables, sources), checks.printed(tables, sources)]
    const inTravellers = checks.travellers(tables, sources)
    const [inPrices, inBins] = [checks.prices(tables, sources), checks.bins(tables, sources)]
    return {
      inPrinted,
      inPrices,
      inBins,
      mistakes: [
        ...mistakes,
        ...inTexts.mistakes,
        ...inTravellers.mistakes,
        ...(inPrinted?.mistakes ?? []),
        ...(inBins?.mistakes ?? []),
        ...checks.markets(tables, sources),
      ],
      findings: [
        ...findingsOf(reading, remembering, checks),
        ...checks.choices(tables, sources),
        ...checks.dates(tables, sources),
        ...inTexts.findings,
        ...inTravellers.findings,
        ...checks.coachTexts(tables, sources),
        ...(inPrinted?.findings ?? []),
        ...(inPrices?.findings ?? []),
      ],
    }
  }
  const report = (reading: Reading): CheckReport => {
    const { sources, tables } = reading
    const found = everythingIn(reading, remembering, ask)
    const { inBins, inPrices, inPrinted } = found
    const inLaws = priceLaws ? atOnce(laws(tables, sources)) : undefined
    return {
      folder,
      hash: means.tablesHash(sources),
      manifest:
        tables.manifest === undefined ? undefined : manifestOf({ manifest: tables.manifest }),
      mistakes: inFileOrder(found.mistakes),
      findings: inFileOrder([...found.findings, ...(inLaws?.findings ?? [])]),
      analysed: sizeOf(reading),
      printed: inPrinted && { corpus: inPrinted.corpus, catalogue: inPrinted.catalogue },
      prices: inPrices && { sandbox: inPrices.sandbox, catalogue: inPrices.catalogue },
      priceLaws: priceLaws ? (inLaws?.catalogues ?? "hidden") : undefined,
      bins: inBins?.reach,
      earlier,
      icons: icons !== undefined,
    }
  }
  const whole: RunningCheck = (files) => report(readTables(files, loading, kept))
  /**
   * Each check that takes its time, one after the other; then all of them answer from memory.
   *
   * @yields Between two checks.
   */
  function* wholeSteps(files: TableFiles): Generator<undefined, CheckReport> {
    const reading = readTables(files, loading, kept)
    for (const one of [
      ask.texts,
      ask.printed,
      ask.travellers,
      ask.coachTexts,
      ...ask.inPrices,
      ask.bins,
      ask.choices,
    ]) {
      one(reading.tables, reading.sources)
      yield
    }
    return report(reading)
  }
  function* lawSteps(
    files: TableFiles,
    among: ReadonlyArray<CatalogueName>,
  ): Generator<undefined, FoundInLaws | undefined> {
    const { sources, tables } = readTables(files, loading, kept)
    return yield* laws(tables, sources, among)
  }
  return {
    tables: (files) => foundIn(readTables(files, loading, kept), remembering),
    whole,
    wholeSteps,
    lawSteps,
    tried: (files) => foundIn(readTables(files, new Map(loading)), { memory: new Map(memory) }),
    triedWhole: (files) => {
      askOfTried ??= makeChecks()
      const reading = readTables(files, new Map(loading))
      const found = everythingIn(reading, { memory: new Map(memory) }, askOfTried)
      return { mistakes: inFileOrder(found.mistakes), findings: inFileOrder(found.findings) }
    },
  }
}

/** How many findings there are of each severity; an unknown one counts as unknown alone. */
export type FindingCounts = Readonly<Record<Severity | "unknown", number>>

/** Counts findings; those that are counted and not listed are one. */
export const countFindings = (findings: ReadonlyArray<Finding>): FindingCounts => {
  const counts = { error: 0, warning: 0, note: 0, unknown: 0 }
  for (const finding of findings) {
    counts[finding._tag === "Unknown" ? "unknown" : severityOf(finding)] += 1
  }
  return counts
}
