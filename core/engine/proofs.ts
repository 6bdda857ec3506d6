import { checkTables } from "../check/check.ts"
import { type CheckQuestion, type Finding } from "../check/finding.ts"
import { type Severity, severityOf } from "../check/severity.ts"
import { compareDecisions } from "../difference/decision-difference.ts"
import { compareTables, type TableDifference } from "../difference/plain-table-difference.ts"
import type { NamedFacts } from "../analysis/region.ts"
import type { Decision } from "../table/decision.ts"
import { camelKeys } from "../table/names.ts"
import {
  allTables,
  decisionNamed,
  type Definitions,
  type LoadedRules,
  type TextsByFile,
  wordsIn,
} from "./loaded-rules.ts"
import { describeFinding, findingHints } from "../check/tell/english.ts"

/** Something that a check found: what it is, where it stands, and what would settle it. */
export interface CheckFinding {
  readonly kind: Finding["_tag"]
  readonly severity: Severity
  readonly file: string
  readonly line: number
  readonly character: number
  /** What it is, in a sentence. */
  readonly says: string
  /** What helps, a line each: an example, a row that would close a gap. */
  readonly hints: ReadonlyArray<string>
  /** Facts that show it, where some do, as they are asked. */
  readonly witness?: NamedFacts
}

/** How much a check looks at. */
export interface OwnCheckOptions {
  /** What is asked; everything when left out. */
  readonly asked?: ReadonlyArray<CheckQuestion>
  /** Words of bitsets that a question may look at in a table, before the search is cut short. */
  readonly budget?: number
}

const toldFinding = (finding: Finding): CheckFinding => ({
  kind: finding._tag,
  severity: severityOf(finding),
  file: finding.file,
  line: finding.line,
  character: finding.character,
  says: describeFinding(finding),
  hints: findingHints(finding),
  ...("witness" in finding ? { witness: camelKeys(finding.witness) } : {}),
})

const sourcesOf = (texts: TextsByFile): ReadonlyMap<string, string> =>
  new Map(Object.entries(texts))

/**
 * What is wrong with tables that hold no mistake: facts that no row applies to, rows that disagree or
 * never fire, columns and rows that decide nothing. It is proven, not tried: nothing found means
 * that there is nothing, and a search that is cut short says so.
 *
 * ```ts
 * import { check, load } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const found = (text: string) => {
 *   const rules = load({ fares }, { "fares.csv": text })
 *   return rules._tag === "Success" ? check(rules.success) : []
 * }
 * found(faresText) // => []
 * const [gap] = found("age,zone,fare_cents\n[0..64],,250\n>65,,150\n")
 * gap?.says // => "no row applies to age=65"
 * gap?.hints // => ["for example: age=65, zone=city", "a row that closes it: 65,,?", "or, if it is meant: # gap age=65 : why"]
 * ```
 */
export const check = <Declared extends Definitions>(
  rules: LoadedRules<Declared>,
  options: OwnCheckOptions = {},
): ReadonlyArray<CheckFinding> => {
  const { definitions, texts } = rules
  const tables = allTables(rules)
  return checkTables({ definitions, sources: sourcesOf(texts), tables }, options).map(toldFinding)
}

/** Facts for which two versions of a decision table answer differently. */
export interface ChangedAnswers {
  /** Facts of that kind, as they are asked. */
  readonly witness: NamedFacts
  /** The lines that answer the witness in each version. */
  readonly linesBefore: ReadonlyArray<number>
  readonly linesAfter: ReadonlyArray<number>
}

/** How two versions of one table differ. */
export type RulesDifference =
  | {
      readonly _tag: "Decision"
      readonly file: string
      readonly changes: ReadonlyArray<ChangedAnswers>
      /** What is beyond the changes: proven to be nothing, more that is not listed, or not looked at. */
      readonly beyond: "nothing" | "more" | "unknown"
    }
  | ({ readonly _tag: "Rows"; readonly file: string } & TableDifference)

const isSame = (difference: RulesDifference): boolean =>
  difference._tag === "Decision"
    ? difference.changes.length === 0 && difference.beyond === "nothing"
    : [difference.added, difference.removed, difference.changed, difference.moved].every(
        (rows) => rows.length === 0,
      )

/** Words that references may name in either of two versions. */
const wordsInBoth =
  (before: LoadedRules, after: LoadedRules): ReturnType<typeof wordsIn> =>
  (reference) => {
    const [old, now] = [wordsIn(before)(reference), wordsIn(after)(reference)]
    if (old === undefined || now === undefined) return undefined
    return [...new Set([...now, ...old])]
  }

/**
 * Where two versions of one's tables say different things: of a decision table the facts that get
 * another answer, of a plain one the rows by key. Tables that are proven to say the same are left
 * out.
 *
 * ```ts
 * import { diff, load } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const versions = [faresText, faresText.replaceAll("65", "60")].map((text) => load({ fares }, { "fares.csv": text }))
 * const [before, after] = versions.flatMap((version) => version._tag === "Success" ? [version.success] : [])
 * const [found] = before === undefined || after === undefined ? [] : diff(before, after)
 * found?._tag === "Decision" ? found.changes : [] // => [{ witness: { age: 60, zone: "city" }, linesBefore: [2], linesAfter: [3] }]
 * found?._tag === "Decision" ? found.beyond : "unknown" // => "nothing"
 * ```
 */
export const diff = <Declared extends Definitions>(
  before: LoadedRules<Declared>,
  after: LoadedRules<Declared>,
): ReadonlyArray<RulesDifference> => {
  const words = wordsInBoth(before, after)
  const compared = Object.entries(after.definitions).map(([name, definition]): RulesDifference => {
    const { file } = definition
    if (definition._tag === "TableDefinition") {
      const [older, newer] = [before.texts[file] ?? "", after.texts[file] ?? ""]
      return { _tag: "Rows", file, ...compareTables(definition, older, newer, true) }
    }
    const [old, now] = [decisionNamed(before, name), decisionNamed(after, name)]
    const { beyond, regions } = compareDecisions(old, now, words)
    const linesIn = ({ rows }: Decision, places: ReadonlyArray<number>) =>
      places.map((place) => rows[place]?.line ?? 0)
    return {
      _tag: "Decision",
      file,
      beyond,
      changes: regions.map((region) => ({
        witness: camelKeys(region.witness),
        linesBefore: linesIn(old, region.before),
        linesAfter: linesIn(now, region.after),
      })),
    }
  })
  return compared.filter((difference) => !isSame(difference))
}
