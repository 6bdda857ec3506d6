import type { Finding } from "../check/finding.ts"
import { groupBy } from "../group-by.ts"
import type { PortableTable } from "./portable-table.ts"

/**
 * What a check of a portable table found, as far as it is proven.
 *
 * Proofs take truth values that an interpreter of FEEL answers for facts that may be anything, so what
 * they say of all facts holds. Facts that they show may not occur, though, where they hang on such an
 * answer; and results that are other expressions may come to the same. Those findings become one that
 * says what is not proven.
 */
export const provenFindings = (
  { hitPolicy, inputs, outputs }: PortableTable,
  findings: ReadonlyArray<Finding>,
): ReadonlyArray<Finding> => {
  const asked = new Set(inputs.flatMap((input) => (input.asked === true ? input.name : [])))
  const written = new Set(outputs.flatMap(({ name, type }) => (type === "feel" ? name : [])))
  const restsOn = (finding: Finding): ReadonlyArray<string> => {
    if (!("region" in finding)) return []
    const conditions = Object.keys(finding.region).filter((name) => asked.has(name))
    if (finding._tag !== "Conflict" || hitPolicy !== "any") return conditions
    const results = finding.differences.map(({ column }) => column)
    return results.every((name) => written.has(name)) ? [...conditions, ...results] : conditions
  }
  const open = findings.filter((finding) => restsOn(finding).length > 0)
  const proven = findings.filter((finding) => restsOn(finding).length === 0)
  const kinds = new Set<string>(open.map(({ _tag }) => _tag))
  const isOpen = (finding: Finding): boolean =>
    finding._tag === "More" &&
    kinds.has(finding.of) &&
    !proven.some(({ _tag }) => _tag === finding.of)
  return [
    ...proven.filter((finding) => !isOpen(finding)),
    ...[...groupBy(open, ({ _tag }) => (_tag === "Gap" ? "gaps" : "overlaps"))].flatMap(
      ([question, found]): ReadonlyArray<Finding> => {
        const [first] = found
        if (first === undefined) return []
        const { character, file, hitPolicy: policy, line } = first
        const columns = [...new Set(found.flatMap(restsOn))]
        const reason = { _tag: "Asked", columns } as const
        return [{ _tag: "Unknown", question, reason, file, line, character, hitPolicy: policy }]
      },
    ),
  ]
}
