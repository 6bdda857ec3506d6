import * as Result from "effect/Result"
import { shapeOf } from "../../core/fields/shape-of.ts"
import type { RequestWarning } from "../../core/fields/request-warning.ts"
import type { ByteText } from "../../core/json/byte-text.ts"
import type { Explained } from "../../rules/explanation/explanation.ts"
import {
  makeOfflineQuotes as makeQuotes,
  type OfflineQuoteParts,
} from "../../rules/offline/quotes.ts"
import type { OfflineQuote, QuoteRefusal } from "../../rules/offline/pricing-functions.ts"
import { limitsOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { tripRequest } from "../../rules/trip/trip.ts"
import { apiVersion } from "../config/version.ts"
import { prepareTravellerTexts } from "../messages/traveller-texts.ts"
import type { RequestRefusal } from "./request-reader.ts"
import { quoteBody } from "../../rules/trip/quote-body.ts"

export type { OfflineQuote, QuoteMode } from "../../rules/offline/pricing-functions.ts"

/** Quotes without network and database, refused as the command line tells refusals. */
export interface CommandQuotes {
  readonly quote: (request: unknown) => Result.Result<OfflineQuote, RequestRefusal>
  /** The same quote as its JSON, of which most is written once. */
  readonly quoteJson: (request: unknown) => Result.Result<ByteText, RequestRefusal>
  readonly explainQuote: (
    request: unknown,
  ) => Result.Result<Explained<OfflineQuote>, RequestRefusal>
  /** What of a request is not read, refused or not. */
  readonly warningsOf: (request: unknown) => ReadonlyArray<RequestWarning>
}

/** What the command line makes quotes with; it reads the clock. */
type CommandParts = Pick<OfflineQuoteParts, "engineVersion" | "links" | "mode"> & {
  readonly today: string
}

const refusalOf = ({ code, detail }: QuoteRefusal): RequestRefusal => ({ error: code, detail })

/** Prepares quotes over a set of tables; requests are held to the endpoint's own rules. */
export const makeOfflineQuotes = (tables: Tables, parts: CommandParts): CommandQuotes => {
  const quotes = makeQuotes(tables, {
    ...parts,
    apiVersion,
    texts: prepareTravellerTexts(tables),
    shape: shapeOf(quoteBody(tripRequest(limitsOf(tables)))),
  })
  return {
    quote: (request) => Result.mapError(quotes.quote(request), refusalOf),
    quoteJson: (request) => Result.mapError(quotes.quoteJson(request), refusalOf),
    explainQuote: (request) => Result.mapError(quotes.explainQuote(request), refusalOf),
    warningsOf: quotes.warningsOf,
  }
}
