import * as Predicate from "effect/Predicate"
import type { Print } from "./print.ts"

/** An amount as answers carry it raw: money, or a measure with its unit. */
export type RawAmount =
  | { readonly value: number; readonly currency: string }
  | { readonly value: number; readonly unit: string }

/** The amount that a value of an answer is; undefined for anything else. */
export const rawAmountOf = (value: unknown): RawAmount | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const number: unknown = Reflect.get(value, "value")
  const currency: unknown = Reflect.get(value, "currency")
  const unit: unknown = Reflect.get(value, "unit")
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined
  if (typeof currency === "string") return { value: number, currency }
  return typeof unit === "string" ? { value: number, unit } : undefined
}

/** The texts of a list in an answer; undefined for what is no list of texts. */
export const textsOf = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined

/**
 * An amount as it is printed; undefined for what is none, or what cannot be printed.
 *
 * ```ts
 * import { makePrint } from "../rules/messages/print.ts"
 * import { printAmount } from "../rules/messages/raw-value.ts"
 *
 * printAmount({ value: 90, unit: "day" }, makePrint("en-GB")) // => "90 days"
 * printAmount({ value: 800, currency: "EUR" }, makePrint("en-GB")) // => "€800"
 * printAmount("800", makePrint("en-GB")) // => undefined
 * ```
 */
export const printAmount = (value: unknown, print: Print): string | undefined => {
  const amount = rawAmountOf(value)
  if (amount === undefined) return undefined
  return "currency" in amount
    ? print.money(amount.value, amount.currency)
    : print.measure(amount.value, amount.unit)
}
