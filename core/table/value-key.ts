/**
 * A text that is the same for the same value as a cell reads to, however it was written; lists
 * count in their order.
 *
 * ```ts
 * import { valueKey } from "../core/table/value-key.ts"
 *
 * valueKey({ numerator: 7n, denominator: 5n }) // => '{"denominator":5n,"numerator":7n}'
 * valueKey(["a", null]) // => '["a",null]'
 * ```
 */
export const valueKey = (value: unknown): string => {
  if (typeof value === "bigint") return `${value}n`
  if (Array.isArray(value)) return `[${value.map(valueKey).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  // Days and durations of FEEL are objects that hold nothing to see.
  if ("toJSON" in value && typeof value.toJSON === "function") return valueKey(value.toJSON())
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${fields.map(([name, own]) => `${JSON.stringify(name)}:${valueKey(own)}`).join(",")}}`
}
