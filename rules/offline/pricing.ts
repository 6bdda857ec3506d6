import * as Result from "effect/Result"
import { type Warned, warned } from "../../core/fields/request-warning.ts"
import { memo, once } from "../../core/memory.ts"
import { plainMap } from "../../core/plain-result.ts"
import type { ReadingError } from "../../core/table/error.ts"
import { loadChecked, loadDefinitions } from "../../core/table/load.ts"
import type { FillText } from "../messages/read-text.ts"
import { makeTravellerTexts } from "../messages/travellers/traveller-text.ts"
import {
  offlinePricingDefinitions,
  offlinePricingFiles,
  type OfflinePricingTables,
} from "../tables/offline-pricing.ts"
import { metaVocabulary } from "../trip/trip-vocabulary.ts"
import { unknownFiles } from "./coach.ts"
import type { BuiltFacts, OwnTexts, PackedTables } from "./packed-tables.ts"
import { textsOver, versionOf } from "./table-texts.ts"
import type { OfflineQuote, PricingFunctions, QuoteMode, TravelMeta } from "./pricing-functions.ts"
import { makeOfflineQuotes, type OfflineQuotes } from "./quotes.ts"
import { quoteInput } from "./read-requests.ts"

/** What prices are made with beside their tables. */
export interface PricingParts {
  readonly engineVersion: string
  readonly facts: BuiltFacts
  /** Makes a text in ICU MessageFormat ready to be filled in. */
  readonly format: (text: string, locale: string) => FillText
  /** Where the service serves pictograms and documents; their paths alone where it is left out. */
  readonly baseUrl?: string | undefined
  /** The day of quotes in UTC, `YYYY-MM-DD`; without it nothing is said of the age of rates. */
  readonly today?: string | undefined
}

/** Prices over one set of tables, and what their functions ask: single steps ask the same. */
export interface OpenPricing extends PricingFunctions {
  readonly quotesIn: (mode: QuoteMode) => OfflineQuotes
}

/** Prepares prices over tables; each mode when it is first asked for. */
const pricingOver = (
  tables: OfflinePricingTables,
  { baseUrl = "", engineVersion, facts, format, today }: PricingParts,
): OpenPricing => {
  const links = {
    iconUrl: (file: string) => `${baseUrl}/icons/${facts.iconNames[file] ?? file}`,
    documentUrl: (offerId: number, kind: string) => `${baseUrl}/documents/${offerId}/${kind}`,
  }
  const texts = once(() => makeTravellerTexts({ tables, format }))
  const quotes = memo((mode: QuoteMode) =>
    makeOfflineQuotes(tables, {
      apiVersion: facts.apiVersion,
      engineVersion,
      links,
      mode,
      shape: facts.quoteShape,
      texts: (language) => texts()(language),
      today,
    }),
  )
  const withWarnings = (request: unknown, answer: OfflineQuote): OfflineQuote & Warned =>
    warned(answer, quotes("sandbox").warningsOf(request))
  const meta = once((): TravelMeta => ({
    ok: true,
    apiVersion: facts.apiVersion,
    engineVersion,
    ...metaVocabulary(tables),
  }))
  return {
    quotesIn: quotes,
    engineVersion,
    quote: (request, { mode = "sandbox" } = {}) =>
      plainMap(quotes(mode).quote(request), (answer) => withWarnings(request, answer)),
    explainQuote: (request, { mode = "sandbox" } = {}) =>
      plainMap(quotes(mode).explainQuote(request), ({ answer, explanation }) => ({
        answer: withWarnings(request, answer),
        explanation,
      })),
    readQuote: (json) => plainMap(quotes("sandbox").read(json), quoteInput),
    quoteWarnings: (json) => quotes("sandbox").warningsOf(json),
    meta,
  }
}

/** Opens prices over tables of the package; each is read when it is first needed. */
export const openPricingOver = (
  packed: PackedTables,
  parts: Omit<PricingParts, "engineVersion">,
): OpenPricing =>
  pricingOver(loadChecked(offlinePricingDefinitions, textsOver([packed], {})), {
    ...parts,
    engineVersion: versionOf([packed]),
  })

const known = new Set(offlinePricingFiles)

/** A table of texts that no quote shows, where nobody gives one. */
const emptyTexts = new Map(
  Object.values(offlinePricingDefinitions).flatMap((definition) =>
    known.has(definition.file) || definition._tag !== "TableDefinition"
      ? []
      : [[definition.file, `${Object.keys(definition.columns).join(",")}\n`] as const],
  ),
)

/**
 * Prices over one's own tables, in place of those of the package with the same files or, where none
 * are given, alone: or every mistake in them, with file, line, column and what is expected there.
 */
export const makePricingOver = (
  packed: ReadonlyArray<PackedTables>,
  own: OwnTexts,
  parts: PricingParts,
): Result.Result<OpenPricing, ReadonlyArray<ReadingError>> => {
  const unknown = unknownFiles(own, known)
  if (unknown.length > 0) return Result.fail(unknown)
  const texts = new Map([...emptyTexts, ...textsOver(packed, own)])
  return Result.map(loadDefinitions(offlinePricingDefinitions, texts), (tables) =>
    pricingOver(tables, parts),
  )
}
