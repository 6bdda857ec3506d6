import type { CutAt, Finding, ShownPrice } from "../../core/check/finding.ts"
import type { PriceFact, PriceRow } from "../../core/check/price-rows.ts"
import { minorToDecimal } from "../../core/money/minor.ts"
import type { CorpusTables } from "../corpus/corpus-tables.ts"
import { cellOf } from "../explanation/cite.ts"
import { prepareReadPrinted } from "../guarantees/printed/prepare.ts"
import { explainUndercut, shownTrip } from "../plausibility/breach-finding.ts"
import { offerText } from "../plausibility/neighbour-laws.ts"
import {
  type LawCatalogue as CatalogueName,
  lawCatalogues,
  type PriceBoundTables,
  type PriceExceptionTables,
  type PriceLawWord,
} from "../plausibility/plausibility-tables.ts"
import { prepareBounds } from "../plausibility/price-bounds.ts"
import type { LiveTables, SandboxTables } from "../pricing/pricing-tables.ts"
import { livePricingTables } from "../pricing/live.ts"
import { sandboxPricingTables } from "../pricing/sandbox.ts"
import { limitOf } from "../reference/limits.ts"
import type { Trip } from "../trip/trip.ts"
import type { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import { type ProofCatalogue, prepareLawCatalogue } from "./law-catalogue.ts"
import { prepareExceptions } from "./law-exceptions.ts"
import { type LawBreach, type PaidPrice, preparePaid } from "./law-trips.ts"
import type { ProofMemory } from "./proof-memory.ts"
import { type FoundBreach, type LawCount, type LawProof, proveInSteps } from "./prove-prices.ts"
import { prepareSmallestWitness } from "./smallest-witness.ts"

/** The tables that laws of prices are proven over. */
export type PriceLawTables = SandboxTables &
  LiveTables &
  CorpusTables &
  PriceExceptionTables &
  PriceBoundTables &
  Parameters<typeof prepareTripVocabulary>[0]

/** What was proven of one catalogue, for people and machines. */
export interface ProvenCatalogue {
  readonly catalogue: CatalogueName
  readonly findings: ReadonlyArray<Finding>
  /** Boxes of trips by law. */
  readonly laws: Readonly<Record<PriceLawWord, LawCount>>
  /** Kinds of trips that somebody can buy for, and the offers that are rated here. */
  readonly kinds: number
  readonly offers: number
  /** Offers that their insurers rate themselves, of which nothing is proven. */
  readonly outside: ReadonlyArray<number>
  /** The lines of the exceptions that the catalogue needs. */
  readonly needed: ReadonlySet<number>
}

const requestOf = ({ travellers, ...trip }: Trip): object => ({ ...trip, travellers })

/** Puts broken laws of a catalogue into findings. */
const prepareBrokenLaw = (catalogue: ProofCatalogue) => {
  const { pieces, priced, rates, tables } = catalogue
  const shownPrice = ({ paidMinor, price }: PaidPrice, { currency }: Trip): ShownPrice => {
    const code =
      rates.plan(price.currency.code, currency) === undefined ? price.currency.code : currency
    return {
      offer: offerText(price.offer.row),
      price: `${minorToDecimal(paidMinor, rates.get(code)?.minorUnits ?? 2)} ${code}`,
    }
  }
  /** The rows that let an offer be bought for a trip, and what it is. */
  const openingRows = (
    trip: LawBreach["after"],
    { price: { offer } }: PaidPrice,
  ): ReadonlyArray<PriceRow> => {
    const { eligibility, offers } = tables
    const { currency, offerId, tariff } = offer.row
    const row = (file: string, line: number, does: PriceFact): PriceRow => ({
      _tag: "Row",
      offer: offerId,
      file,
      line,
      does,
    })
    const letting = pieces
      .select(trip.rated.facts)
      .eligible.matched.filter((row) => row.offerId === String(offerId))
      .map(({ line }) => row(eligibility.definition.file, line, { _tag: "LetsBuy" }))
    const own = row(offers.file, offers.lineOf(offer.row) ?? 1, {
      _tag: "CostsByTariff",
      currency,
      tariff: tariff ?? "",
    })
    return [...letting, own]
  }
  return ({ boxes, intents }: FoundBreach, breach: LawBreach): Finding => {
    const { after, before, high, law, low } = breach
    const cheap = shownPrice(low, after.rated.trip)
    const dear = shownPrice(high, before.rated.trip)
    const { because, file, line, part } = explainUndercut(priced, {
      low: { price: low.price, rated: after.rated },
      high: { price: high.price, rated: before.rated },
    })
    return {
      _tag: "BrokenPriceLaw",
      law,
      catalogue: catalogue.name,
      offers: [...new Set([cheap.offer, dear.offer])],
      low: cheap,
      high: dear,
      part,
      trip: shownTrip(before.rated),
      after: shownTrip(after.rated),
      requests: [...new Set([before.rated.trip, after.rated.trip])].map(requestOf),
      because: [...openingRows(after, low), ...because],
      kinds: boxes,
      intents: [...intents],
      file,
      line,
      character: 1,
      hitPolicy: null,
    }
  }
}

const undecidedFinding = (
  catalogue: ProofCatalogue,
  { box: { days, others }, offerId, step: { after, law } }: LawProof["undecided"][number],
): Finding => {
  const { definition } = catalogue.tables.eligibility
  const at: CutAt = {
    _tag: "PriceLaw",
    catalogue: catalogue.name,
    law,
    offer: offerId,
    intent: after.kind.intent,
    days: [days.from, days.to],
    others: [others.from, others.to],
  }
  return {
    _tag: "Unknown",
    question: "price laws",
    reason: { _tag: "CutShort", at },
    file: definition.file,
    line: 1,
    character: 1,
    hitPolicy: null,
  }
}

/** How far a proof goes, and what it need not prove again. */
export interface ProofScope {
  /** Trips of these kinds alone; all when left out. */
  readonly intents?: ReadonlySet<string>
  readonly memory?: ProofMemory
}

/** Folders whose tables no price is made of. */
const besidePrices = ["coach/", "corpus/", "documents/", "messages/"]

/** The catalogues whose proofs a table may touch. */
export const cataloguesTouchedBy = (file: string): ReadonlyArray<CatalogueName> => {
  if (file.startsWith("catalogue/")) return ["live"]
  if (file.startsWith("sandbox/")) return ["sandbox"]
  return besidePrices.some((folder) => file.startsWith(folder)) ? [] : lawCatalogues
}

/**
 * Proves the laws of prices of one catalogue in steps: whatever breaks one is told with the smallest trip that
 * shows it, priced as any traveller's, and with the rows that make it so.
 *
 * @yields Between two parts of the work.
 */
export function* provePriceLaws(
  name: CatalogueName,
  tables: PriceLawTables,
  { intents, memory }: ProofScope = {},
): Generator<undefined, ProvenCatalogue> {
  const pricing =
    name === "live"
      ? livePricingTables(tables, prepareReadPrinted(tables))
      : sandboxPricingTables(tables)
  // Where several countries are alike, the ones stand for them that most travellers come from and go to.
  const usual = [
    ...tables.corpusResidences.rows.map(({ residence }) => residence),
    ...tables.corpusDestinations.rows.flatMap(({ destination }) => destination ?? []),
  ]
  const catalogue = prepareLawCatalogue(name, pricing, usual)
  const proof = yield* proveInSteps({
    catalogue,
    exceptions: tables,
    intents: tables.intents.rows.filter(
      ({ aliasOf, intent }) => aliasOf === null && (intents?.has(intent) ?? true),
    ),
    bounds: {
      travellersMax: limitOf(tables, "travellers_max"),
      insuredMax: limitOf(tables, "insured_amount_max"),
      daysMax: limitOf(tables, "proven_days_max"),
      adultAge: prepareBounds(tables)("adult_age"),
    },
    ...(memory === undefined ? {} : { memory }),
  })
  const { excepts } = prepareExceptions(tables, name)
  const smallest = prepareSmallestWitness(preparePaid(catalogue), (law, { after, before }) =>
    excepts(law, { after, before }, catalogue.pieces.geography),
  )
  const brokenLaw = prepareBrokenLaw(catalogue)
  const findings: Array<Finding> = []
  for (const found of proof.found) {
    findings.push(brokenLaw(found, smallest(found.breach)))
    yield
  }
  return {
    catalogue: name,
    findings: [...findings, ...proof.undecided.map((one) => undecidedFinding(catalogue, one))],
    laws: Object.fromEntries(proof.counts) as ProvenCatalogue["laws"],
    kinds: proof.kinds,
    offers: catalogue.offers.length,
    outside: catalogue.outside.map(({ row }) => row.offerId),
    needed: proof.needed,
  }
}

/** The exceptions that no catalogue needs. */
export const needlessExceptions = (
  { priceExceptions }: PriceExceptionTables,
  proven: ReadonlyArray<ProvenCatalogue>,
): ReadonlyArray<Finding> =>
  priceExceptions.rows
    .filter(({ line }) => !proven.some(({ needed }) => needed.has(line)))
    .map((row) => ({
      _tag: "NeedlessException",
      law: cellOf(priceExceptions, row, "law"),
      reason: row.reason,
      file: priceExceptions.definition.file,
      line: row.line,
      character: 1,
      hitPolicy: null,
    }))
