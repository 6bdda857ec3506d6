import type { HitPolicy } from "../../../../core/table/hit-policy.ts"

/** How DMN writes a hit policy and what is made of the rows. */
export interface WrittenPolicy {
  readonly hitPolicy: string
  readonly aggregation: string | undefined
}

const collected = (aggregation?: string): WrittenPolicy => ({ hitPolicy: "COLLECT", aggregation })
const plain = (hitPolicy: string): WrittenPolicy => ({ hitPolicy, aggregation: undefined })

/** How DMN writes each hit policy. */
export const writtenPolicies: Readonly<Record<HitPolicy, WrittenPolicy>> = {
  unique: plain("UNIQUE"),
  any: plain("ANY"),
  priority: plain("PRIORITY"),
  first: plain("FIRST"),
  "rule order": plain("RULE ORDER"),
  "output order": plain("OUTPUT ORDER"),
  collect: collected(),
  sum: collected("SUM"),
  min: collected("MIN"),
  max: collected("MAX"),
  count: collected("COUNT"),
}

/**
 * The hit policy that DMN writes so; undefined where there is none.
 *
 * ```ts
 * import { hitPolicyOf } from "../http/tables/forms/dmn/dmn-hit-policy.ts"
 *
 * hitPolicyOf({ hitPolicy: "COLLECT", aggregation: "MAX" }) // => "max"
 * hitPolicyOf({ hitPolicy: "FIRST", aggregation: "SUM" }) // => undefined
 * ```
 */
export const hitPolicyOf = (written: WrittenPolicy): HitPolicy | undefined => {
  const found = Object.entries(writtenPolicies).find(
    ([, one]) => one.hitPolicy === written.hitPolicy && one.aggregation === written.aggregation,
  )
  return found?.[0] as HitPolicy | undefined
}
