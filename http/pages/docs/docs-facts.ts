import { messageLanguages } from "../../../rules/messages/languages.ts"
import type { LimitName } from "../../../rules/reference/limit-names.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import type { SigningHeaderNames } from "../../../rules/signing/headers.ts"
import type { Tables } from "../../../rules/tables/index.ts"

/** What sentences of the documentation carry: from tables and settings, so that none can drift. */
export interface DocsFacts {
  readonly baseUrl: string
  readonly headers: SigningHeaderNames
  /** A limit as people read it in the page's language. */
  readonly limit: (name: LimitName) => string
  readonly currencies: number
  /** Currencies whose amounts have another number of decimals than two, by their codes. */
  readonly otherDecimals: ReadonlyArray<string>
  /** Languages that a quote may be asked in. */
  readonly languages: number
  /** Languages that bilans have texts in. */
  readonly textLanguages: number
  /** Destinations that rehearse an outcome in the sandbox. */
  readonly rehearses: (outcome: "refused" | "timed_out" | "near_miss_only") => string
  readonly argumentsKnown: number
  /** A fee or rate in percent, as people read it. */
  readonly percent: (
    name: "standard_handling_fee_bps" | "base_commission_bps" | "max_commission_bps",
  ) => string
}

/** What documentation over some tables is told of. */
export interface DocsFactsParts {
  readonly tables: Tables
  readonly baseUrl: string
  readonly headers: SigningHeaderNames
}

const basisPoints = 10_000

/** The facts of the documentation, with figures as a language writes them. */
export const docsFacts = (
  { baseUrl, headers, tables }: DocsFactsParts,
  language: string,
): DocsFacts => {
  const count = limitsOf(tables)
  const figure = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 })
  return {
    baseUrl,
    headers,
    limit: (name) => figure.format(count(name)),
    currencies: tables.currencies.rows.length,
    otherDecimals: tables.currencies.rows
      .filter(({ minorUnits }) => minorUnits !== 2)
      .map(({ code }) => code),
    languages: tables.languages.rows.length,
    textLanguages: messageLanguages.length,
    rehearses: (outcome) =>
      tables.sandboxMagic.rows.find((row) => row.outcome === outcome)?.country ?? "—",
    argumentsKnown: new Set(tables.coachArguments.rows.map(({ id }) => id)).size,
    percent: (name) => share.format((tables.fees.get(name)?.value ?? 0) / basisPoints),
  }
}
