/** The camelCase form of a snake_case column name, as a type. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** An object type with its snake_case keys turned into camelCase. */
export type CamelKeys<Shape> = {
  readonly [Name in keyof Shape as Name extends string ? CamelCase<Name> : Name]: Shape[Name]
}

/**
 * The camelCase form of a snake_case column name.
 *
 * ```ts
 * import { camelCase } from "../core/table/names.ts"
 *
 * camelCase("minor_units") // => "minorUnits"
 * ```
 */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * What stands under the names of columns, under those that facts are asked by.
 *
 * ```ts
 * import { camelKeys } from "../core/table/names.ts"
 *
 * camelKeys({ oldest_age: 70 }) // => { oldestAge: 70 }
 * ```
 */
export const camelKeys = <Value>(
  byColumn: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(byColumn).map(([column, value]) => [camelCase(column), value]))

/**
 * A name of a column as files have it, from how people type it.
 *
 * ```ts
 * import { plainColumnName } from "../core/table/names.ts"
 *
 * plainColumnName("Âge de l’enfant") // => "age_de_l_enfant"
 * plainColumnName("…") // => ""
 * ```
 */
export const plainColumnName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "")
    .join("_")
