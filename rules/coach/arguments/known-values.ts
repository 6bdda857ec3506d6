/**
 * The values of some names, in their order; a name whose value is not known is left out.
 *
 * ```ts
 * import { knownValues } from "../rules/coach/arguments/known-values.ts"
 *
 * knownValues(["target", "limit"], { target: "30 000 €" }) // => { target: "30 000 €" }
 * ```
 */
export const knownValues = <Name extends string, Value>(
  names: ReadonlyArray<Name>,
  values: Readonly<Partial<Record<Name, Value | undefined>>>,
): Record<string, Value> => {
  const known: Record<string, Value> = {}
  for (const name of names) {
    const value = values[name]
    if (value !== undefined) known[name] = value
  }
  return known
}
