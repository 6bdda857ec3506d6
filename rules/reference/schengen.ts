import { memo } from "../../core/memory.ts"

/** Tells whether a country, by its code, is part of the Schengen area; a code of no country is not. */
export type IsSchengen = (code: string) => boolean

/**
 * Prepares that from the rows of the countries.
 *
 * ```ts
 * import { prepareSchengen } from "../rules/reference/schengen.ts"
 *
 * const isSchengen = prepareSchengen([{ code: "FR", schengen: true }, { code: "IE", schengen: false }])
 * isSchengen("FR") // => true
 * isSchengen("ZZ") // => false
 * ```
 */
export const prepareSchengen = (
  countries: ReadonlyArray<{ readonly code: string; readonly schengen: boolean }>,
): IsSchengen => {
  const codes = new Set(countries.flatMap(({ code, schengen }) => (schengen ? code : [])))
  return (code) => codes.has(code)
}

/** Prepares the same from the table of the countries, of which it reads the rows that are asked for. */
export const prepareSchengenByCode = (countries: {
  readonly get: (code: string) => { readonly schengen: boolean } | undefined
}): IsSchengen => memo((code: string) => countries.get(code)?.schengen ?? false)
