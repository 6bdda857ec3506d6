import * as Result from "effect/Result"
import type { Column } from "../table/column.ts"
import { type DecisionDefinition, isComplete } from "../table/decision.ts"
import { type HitPolicy, policies } from "../table/hit-policy.ts"
import type { Input } from "../table/input.ts"
import type { Monotone } from "../table/meaning.ts"
import { parseDecimal } from "../money/rational.ts"
import { readTruth } from "../table/cell.ts"
import { valueKey } from "../table/value-key.ts"

/** A condition as a reader of a certificate holds it: which facts it may be asked with. */
export type DeclaredCondition = { readonly name: string; readonly about: string } & (
  | {
      readonly kind: "words"
      /** All words that there are; any word where neither these nor another table are named. */
      readonly words?: ReadonlyArray<string>
      /** The column of another table that has the words. */
      readonly from?: { readonly table: string; readonly column: string }
    }
  | {
      readonly kind: "number"
      readonly whole: boolean
      readonly minimum?: number
      readonly maximum?: number
    }
  | { readonly kind: "boolean" }
) & { readonly mayBeUnknown: boolean }

/** What the cells of a result are compared by: figures and truths by value, all else as written. */
export type ResultKind = "number" | "boolean" | "text"

/** A result as a reader of a certificate holds it. */
export interface DeclaredResult {
  readonly name: string
  readonly about: string
  readonly kind: ResultKind
  /** Its values from the first to the last, where the hit policy goes by them. */
  readonly values?: ReadonlyArray<string>
}

/** A sum that keeps its order, as a table promises it. */
export type DeclaredPromise = Omit<Monotone, "_tag">

/** What a decision table is declared to be: all that a certificate of it is held to beside its rows. */
export interface Declaration {
  readonly format: "viatica declaration 1"
  readonly table: string
  readonly about: string
  readonly hitPolicy: HitPolicy
  /** Whether some row must apply to all that it can be asked. */
  readonly complete: boolean
  readonly conditions: ReadonlyArray<DeclaredCondition>
  readonly results: ReadonlyArray<DeclaredResult>
  /** Columns that explain a row and decide nothing. */
  readonly notes: ReadonlyArray<string>
  readonly promises: ReadonlyArray<DeclaredPromise>
}

/**
 * What a decision table is declared to be, as data that a person reads once, keeps, and holds
 * certificates to.
 *
 * ```ts
 * import { declarationOf } from "../core/certificate/declaration.ts"
 * import { fares } from "../test/support/own-tables.ts"
 *
 * const { complete, conditions, hitPolicy } = declarationOf(fares)
 * hitPolicy // => "first"
 * complete // => true
 * conditions.map(({ kind, name }) => `${name}: ${kind}`) // => ["age: number", "zone: words"]
 * ```
 */
export const declarationOf = (definition: DecisionDefinition): Declaration => {
  const { about, file, hitPolicy, inputs, means = [], outputs } = definition
  const columns = Object.entries(outputs)
  const isRanked = policies[hitPolicy].order === "outputs"
  return {
    format: "viatica declaration 1",
    table: file,
    about,
    hitPolicy,
    complete: isComplete(definition),
    conditions: Object.entries(inputs).map(([name, input]) => conditionOf(name, input)),
    results: columns.flatMap(([name, column]) =>
      column.note === true
        ? []
        : {
            name,
            about: column.about,
            kind: resultKind(column),
            ...(isRanked && column.words !== undefined ? { values: column.words } : {}),
          },
    ),
    notes: columns.flatMap(([name, column]) => (column.note === true ? name : [])),
    promises: means.flatMap((said) => {
      if (said._tag !== "Monotone") return []
      const { _tag, ...promise } = said
      return promise
    }),
  }
}

/**
 * A text that is the same for cells of a result that say the same, as far as a certificate tells:
 * figures and truths by value, all else as written.
 *
 * ```ts
 * import { saidBy } from "../core/certificate/declaration.ts"
 *
 * saidBy("number", "1.40") === saidBy("number", "1.4") // => true
 * saidBy("text", "1.40") === saidBy("text", "1.4") // => false
 * ```
 */
export const saidBy = (kind: ResultKind, cell: string): string => {
  if (cell === "" || kind === "text") return cell
  if (kind === "boolean") return String(readTruth(cell) ?? cell)
  return Result.match(parseDecimal(cell), { onSuccess: valueKey, onFailure: () => cell })
}

const conditionOf = (name: string, input: Input<unknown>): DeclaredCondition => {
  const shared = { name, about: input.about }
  const mayBeUnknown = input.optional === true
  switch (input.kind) {
    case "words": {
      const { reference, words } = input
      return {
        ...shared,
        kind: "words",
        ...(words === undefined ? {} : { words }),
        ...(words !== undefined || reference === undefined
          ? {}
          : { from: { table: reference.file, column: reference.column } }),
        mayBeUnknown,
      }
    }
    case "number": {
      const { maximum, minimum, whole } = input
      return {
        ...shared,
        kind: "number",
        whole,
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
        mayBeUnknown,
      }
    }
    case "boolean":
      return { ...shared, kind: "boolean", mayBeUnknown }
  }
}

/** Columns say by the first word of their kind what their cells are. */
const resultKind = ({ kind }: Column<unknown>): ResultKind => {
  if (/^(?:integer|decimal)\b/.test(kind)) return "number"
  return /^boolean\b/.test(kind) ? "boolean" : "text"
}
