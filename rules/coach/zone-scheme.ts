/** What opens public care in a health zone: a European card, a British one, or other papers. */
export const zoneSchemes = ["ehic", "ghic", "other"] as const

/** What opens public care in a health zone. */
export type ZoneScheme = (typeof zoneSchemes)[number]

/**
 * What opens public care under a scheme of `health_zones.csv`.
 *
 * ```ts
 * import { zoneSchemeOf } from "../rules/coach/zone-scheme.ts"
 *
 * zoneSchemeOf("ehic") // => "ehic"
 * zoneSchemeOf("nordic") // => "other"
 * zoneSchemeOf(undefined) // => "other"
 * ```
 */
export const zoneSchemeOf = (zone: string | undefined): ZoneScheme =>
  zoneSchemes.find((scheme) => scheme === zone) ?? "other"
