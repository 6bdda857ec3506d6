import type { NamedFacts } from "../../../core/analysis/region.ts"
import { camelCase } from "../../../core/table/names.ts"

/** Facts under the names with which a decision is evaluated. */
export const askedFacts = (facts: NamedFacts): NamedFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [camelCase(name), fact]))
