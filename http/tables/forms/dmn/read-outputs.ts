import {
  type FeelLiteral,
  readFeelLiteral,
  resultCell,
  resultTypes,
} from "../../../../core/portable/feel-cells.ts"
import type { PortableOutput, PortableTable } from "../../../../core/portable/portable-table.ts"
import { type HitPolicy, policies } from "../../../../core/table/hit-policy.ts"
import { hitPolicyOf } from "./dmn-hit-policy.ts"
import type { Refuse } from "./dmn-refusal.ts"
import { type FeelType, literalsIn } from "./dmn-types.ts"
import { type NamedClause, type TableSetting, textIn } from "./table-setting.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

/** The literal of a result; what is none is refused. */
export const resultOf = (entry: XmlElement, refuse: Refuse): FeelLiteral => {
  const written = textIn(entry)
  const literal = readFeelLiteral(written)
  if (literal !== undefined) return literal
  refuse(entry, written, "a literal: expressions are not evaluated in results")
  return { _tag: "Null" }
}

const outputTypeOf = (
  entries: ReadonlyArray<readonly [XmlElement, FeelLiteral]>,
  base: FeelType | undefined,
  refuse: Refuse,
): PortableOutput["type"] => {
  const usual =
    base === undefined ? "text" : base === "string" ? "text" : base === "date" ? "day" : base
  let type: PortableOutput["type"] | undefined
  for (const [entry, literal] of entries) {
    if (literal._tag === "Null") continue
    const own = resultTypes[literal._tag]
    type ??= own
    if (own !== type) refuse(entry, textIn(entry), `one type for all results of a column, ${type}`)
  }
  return type ?? usual
}

/** Reads a result column; `entries` are the literals in it. */
export const readOutput = (
  clause: XmlElement,
  { label, name }: NamedClause,
  entries: ReadonlyArray<readonly [XmlElement, FeelLiteral]>,
  setting: TableSetting & { readonly isOnly: boolean },
  refuse: Refuse,
): PortableOutput => {
  const reference = clause.attributes["typeRef"] ?? (setting.isOnly ? setting.typeRef : undefined)
  const { allowed, base } = setting.resolve(reference)
  const values = literalsIn(textOfChild(clause, "outputValues") ?? allowed)
  const [otherwise] = childrenNamed(clause, "defaultOutputEntry")
  const literal = otherwise === undefined ? undefined : resultOf(otherwise, refuse)
  return {
    name,
    label,
    type: outputTypeOf(entries, base, refuse),
    ...(values === undefined
      ? {}
      : { values: values.filter(({ _tag }) => _tag !== "Null").map(resultCell) }),
    ...(literal === undefined ? {} : { default: resultCell(literal) }),
  }
}

/** The hit policy of a table; one that DMN does not have is refused. */
export const policyOf = (element: XmlElement, refuse: Refuse): HitPolicy | undefined => {
  const { aggregation, hitPolicy: written = "UNIQUE" } = element.attributes
  const hitPolicy = hitPolicyOf({ hitPolicy: written, aggregation })
  if (hitPolicy === undefined) {
    const words = [written, aggregation].join(" ").trim()
    refuse(element, words, "a hit policy of DMN")
  }
  return hitPolicy
}

/** Refuses what a hit policy needs and the results do not have. */
export const refusePolicy = (
  element: XmlElement,
  hitPolicy: PortableTable["hitPolicy"],
  outputs: ReadonlyArray<PortableOutput>,
  refuse: Refuse,
): void => {
  const { aggregate, order } = policies[hitPolicy]
  if (order === "outputs" && outputs.every(({ values }) => values === undefined)) {
    refuse(element, hitPolicy, "output values: their order is what the hit policy goes by")
  }
  if (aggregate === undefined || aggregate === "count") return
  if (outputs.length !== 1 || outputs[0]?.type !== "number") {
    refuse(element, hitPolicy, "one output, which is a number")
  }
}
