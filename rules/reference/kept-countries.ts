import type { ReferenceTables } from "./reference-tables.ts"

/** What is kept for a country that no table knows: a code that ISO 3166-1 leaves to users. */
export const unknownCountry = "XX"

/** Countries as requests that are kept for analysts name them. */
export interface KeptCountries {
  readonly one: (code: string) => string
  /** Each once, in the order of their codes rather than of the way. */
  readonly list: (codes: ReadonlyArray<string>) => ReadonlyArray<string>
}

/**
 * Prepares the countries that are kept of requests: those of the tables, and one code for all others,
 * for two letters may be anybody's.
 */
export const prepareKeptCountries = ({
  countries,
}: Pick<ReferenceTables, "countries">): KeptCountries => {
  const one = (code: string): string => countries.get(code)?.code ?? unknownCountry
  return { one, list: (codes) => [...new Set(codes.map(one))].sort() }
}
