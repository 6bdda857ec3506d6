import * as Result from "effect/Result"
import { listParts, resultCell, resultTypes } from "../../../../core/portable/feel-cells.ts"
import type { PortableOutput, PortableTable } from "../../../../core/portable/portable-table.ts"
import { type HitPolicy, policies } from "../../../../core/table/hit-policy.ts"
import type { ResultCell } from "./cell-language.ts"
import { hitPolicyOf } from "./dmn-hit-policy.ts"
import type { Refuse } from "./dmn-refusal.ts"
import { type FeelType, literalsIn } from "./dmn-types.ts"
import { foreignLanguage, type NamedClause, type TableSetting, textIn } from "./table-setting.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

/** An entry of a result with what it is; undefined where it is refused. */
export type ResultEntry = readonly [entry: XmlElement, result: ResultCell | undefined]

/** Reads a result; what cannot be one is refused. */
export const resultOf = (
  entry: XmlElement,
  { language }: TableSetting,
  refuse: Refuse,
): ResultCell | undefined => {
  const foreign = foreignLanguage(entry)
  if (foreign !== undefined) {
    refuse(entry, foreign, { _tag: "Feel" })
    return undefined
  }
  const result = language.resultOf(textIn(entry))
  if (Result.isSuccess(result)) return result.success
  refuse(entry, result.failure.written, result.failure.needs)
  return undefined
}

/** The cell of a result in a column of a type; undefined where it was refused. */
export const cellOfEntry = (
  type: PortableOutput["type"],
  [entry, result]: ResultEntry,
): string | undefined => {
  if (result === undefined) return undefined
  if (result._tag === "Expression") return result.text
  return type === "feel" && result._tag !== "Null" ? textIn(entry) : resultCell(result)
}

/** A result column, and whether all of its entries could be read. */
export interface ReadOutput {
  readonly output: PortableOutput
  readonly isWhole: boolean
}

/** Reads a result column; `entries` are the results in it. */
export const readOutput = (
  clause: XmlElement,
  { label, name }: NamedClause,
  entries: ReadonlyArray<ResultEntry>,
  setting: TableSetting & { readonly isOnly: boolean },
  refuse: Refuse,
): ReadOutput => {
  const reference = clause.attributes["typeRef"] ?? (setting.isOnly ? setting.typeRef : undefined)
  const { allowed, base } = setting.resolve(reference)
  const listed = textOfChild(clause, "outputValues") ?? allowed
  const values = literalsIn(listed)?.filter(({ _tag }) => _tag !== "Null")
  const otherwise = childrenNamed(clause, "defaultOutputEntry")
    .slice(0, 1)
    .map((entry): ResultEntry => [entry, resultOf(entry, setting, refuse)])
  const all = [...entries, ...otherwise]
  const type = outputTypeOf(entries, all, base, setting, refuse)
  const [fallback] = otherwise.map((entry) => cellOfEntry(type, entry))
  const cells =
    type === "feel" && listed !== undefined && values !== undefined
      ? listParts(listed)
      : values?.map(resultCell)
  const output = {
    name,
    label,
    type,
    ...(cells === undefined ? {} : { values: cells }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }
  return { output, isWhole: all.every(([, result]) => result !== undefined) }
}

const outputTypeOf = (
  entries: ReadonlyArray<ResultEntry>,
  all: ReadonlyArray<ResultEntry>,
  base: FeelType | undefined,
  { language }: TableSetting,
  refuse: Refuse,
): PortableOutput["type"] => {
  const kinds = new Set(all.flatMap(([, result]) => result?._tag ?? []))
  kinds.delete("Null")
  if (kinds.has("Expression") || (language.hasExpressions && kinds.size > 1)) return "feel"
  let type: PortableOutput["type"] | undefined
  for (const [entry, result] of entries) {
    if (result === undefined || result._tag === "Null" || result._tag === "Expression") continue
    const own = resultTypes[result._tag]
    type ??= own
    if (own !== type) refuse(entry, textIn(entry), { _tag: "OneResultType", type })
  }
  return type ?? (base === undefined ? "text" : (usualTypes[base] ?? "text"))
}

/** What results of a type are; those of durations can only be nothing. */
const usualTypes: Partial<Record<FeelType, PortableOutput["type"]>> = {
  number: "number",
  boolean: "boolean",
  date: "day",
}

/** The hit policy of a table; one that DMN does not have is refused. */
export const policyOf = (element: XmlElement, refuse: Refuse): HitPolicy | undefined => {
  const { aggregation, hitPolicy: written = "UNIQUE" } = element.attributes
  const hitPolicy = hitPolicyOf({ hitPolicy: written, aggregation })
  if (hitPolicy === undefined) {
    const words = [written, aggregation].join(" ").trim()
    refuse(element, words, { _tag: "HitPolicyOfDmn" })
  }
  return hitPolicy
}

/** Refuses what a hit policy needs and the results do not have. */
export const refusePolicy = (
  element: XmlElement,
  hitPolicy: PortableTable["hitPolicy"],
  read: ReadonlyArray<ReadOutput>,
  refuse: Refuse,
): void => {
  const { aggregate, order } = policies[hitPolicy]
  const outputs = read.map(({ output }) => output)
  const isOrdered = outputs.some(({ type, values }) => values !== undefined && type !== "feel")
  if (order === "outputs" && !isOrdered) {
    refuse(element, hitPolicy, { _tag: "OrderedValues" })
  }
  if (aggregate === undefined || aggregate === "count") return
  // Of a result that was refused nobody knows whether it is a number.
  const [only] = read
  const isNumber = only === undefined || !only.isWhole || only.output.type === "number"
  if (outputs.length !== 1 || !isNumber) {
    refuse(element, hitPolicy, { _tag: "OneNumber" })
  }
}
