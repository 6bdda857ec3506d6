import * as Predicate from "effect/Predicate"
import type { Reason } from "./explanation.ts"

/** Where a row comes from, of when it is, and how sure: each where its table has such a column. */
export type RowOrigin = Pick<Reason, "source" | "asOf" | "confidence">

const written = (row: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(row, name)
  return typeof value === "string" && value !== "" ? value : undefined
}

/**
 * The origin of a row of any table, by the columns `source`, `as_of`, and `confidence` or `certainty`.
 *
 * ```ts
 * import { originOf } from "../rules/explanation/row-origin.ts"
 *
 * originOf({ value: 155000, source: "https://a.example", asOf: "2026" }).source // => "https://a.example"
 * originOf({ member: "ES", certainty: "low", asOf: null }) // => { confidence: "low" }
 * originOf(undefined) // => {}
 * ```
 */
export const originOf = (row: unknown): RowOrigin => {
  if (!Predicate.isObject(row)) return {}
  const source = written(row, "source")
  const asOf = written(row, "asOf")
  const confidence = written(row, "confidence") ?? written(row, "certainty")
  return {
    ...(source === undefined ? {} : { source }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(confidence === undefined ? {} : { confidence }),
  }
}

/**
 * An origin in one line, for people; undefined where the table says nothing of it.
 *
 * ```ts
 * import { originText } from "../rules/explanation/row-origin.ts"
 *
 * originText({ source: "https://a.example", asOf: "2026" }) // => "https://a.example, 2026"
 * originText({ source: "unsourced", confidence: "low" }) // => "unsourced, confidence low"
 * originText({}) // => undefined
 * ```
 */
export const originText = ({ asOf, confidence, source }: RowOrigin): string | undefined => {
  const parts = [source, asOf, confidence === undefined ? undefined : `confidence ${confidence}`]
  const told = parts.filter((part) => part !== undefined)
  return told.length === 0 ? undefined : told.join(", ")
}
