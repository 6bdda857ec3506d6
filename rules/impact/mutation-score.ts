import { decisionMutants, type Mutant, plainMutants } from "../../core/mutation/mutants.ts"
import { makeDraws } from "../../core/random/draws.ts"
import type { Decision } from "../../core/table/decision.ts"
import { policies } from "../../core/table/hit-policy.ts"
import type { AnyDefinition } from "../../core/table/load.ts"
import { caseLine } from "../corpus/cases.ts"
import type { Situation } from "../corpus/situation.ts"
import type { MutantVerdict } from "./mutation.ts"
import { anyOrder } from "../tables/table-named.ts"
import { isOwnTable } from "../../core/table/own-table.ts"
import { definitions, definitionsIn, saysOfTravel, type Tables } from "../tables/index.ts"

/** A slip, and what became of it. */
export interface JudgedMutant {
  readonly mutant: Mutant
  readonly verdict: MutantVerdict
}

/** A slip that nothing noticed. */
export interface Survivor {
  readonly mutant: Mutant
  readonly verdict: Extract<MutantVerdict, { readonly _tag: "Survived" }>
}

/** How the slips of one table fare. */
export interface TableScore {
  readonly file: string
  readonly kind: "decision" | "plain"
  /** All slips there are, and how many of them were tried. */
  readonly all: number
  readonly tried: number
  readonly equivalent: number
  readonly noticed: { readonly loading: number; readonly check: number; readonly cases: number }
  readonly survivors: ReadonlyArray<Survivor>
  /** Survivors that change no answer to any of the generated situations either. */
  readonly silent: number
}

/** The files of the tables whose slips are judged: decision tables first, each kind by name. */
export const mutatedFilesIn = (sources: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  Object.values<AnyDefinition>(definitionsIn(sources))
    .filter(({ file }) => saysOfTravel(file))
    .toSorted((left, right) =>
      left._tag === right._tag
        ? left.file < right.file
          ? -1
          : 1
        : left._tag === "DecisionDefinition"
          ? -1
          : 1,
    )
    .map(({ file }) => file)

/** Every slip in a table. */
export const mutantsOf = (tables: Tables, file: string, source: string): ReadonlyArray<Mutant> => {
  for (const [name, definition] of Object.entries<AnyDefinition>(definitionsOf(tables))) {
    if (definition.file !== file) continue
    if (definition._tag === "TableDefinition") return plainMutants(definition, source)
    const decision = new Map(Object.entries(tables)).get(name) as unknown as Decision
    const orderCounts = policies[definition.hitPolicy].orderCounts && !anyOrder.has(file)
    return decisionMutants(decision, source, orderCounts)
  }
  return []
}

/** The definitions of tables, with those of one's own among them. */
const definitionsOf = (tables: Tables): Readonly<Record<string, AnyDefinition>> => ({
  ...definitions,
  ...Object.fromEntries(
    Object.entries(tables).flatMap(([name, table]) =>
      isOwnTable(name) ? [[name, (table as unknown as Decision).definition] as const] : [],
    ),
  ),
})

/** Some of the items, each as likely as any other, in their order; all when they are no more. */
export const sampleOf = <Item>(
  items: ReadonlyArray<Item>,
  count: number,
  seed: number,
): ReadonlyArray<Item> => {
  if (items.length <= count) return items
  const draws = makeDraws(seed)
  const places = [...items.keys()]
  for (let index = 0; index < count; index += 1) {
    const other = draws.between(index, places.length - 1)
    const place = places[index] ?? 0
    places[index] = places[other] ?? 0
    places[other] = place
  }
  return places
    .slice(0, count)
    .sort((left, right) => left - right)
    .flatMap((place) => items[place] ?? [])
}

/** Whether a file holds a decision table. */
export const isDecision = (file: string): boolean =>
  isOwnTable(file) ||
  Object.values<AnyDefinition>(definitions).some(
    (definition) => definition.file === file && definition._tag === "DecisionDefinition",
  )

/** The score of judged slips of one table; `all` is how many there are, of which these were drawn. */
export const scoreTable = (
  file: string,
  judged: ReadonlyArray<JudgedMutant>,
  all: number,
): TableScore => {
  const noticed = { loading: 0, check: 0, cases: 0 }
  const survivors: Array<Survivor> = []
  let equivalent = 0
  for (const { mutant, verdict } of judged) {
    if (verdict._tag === "Equivalent") equivalent += 1
    else if (verdict._tag === "Noticed") noticed[verdict.by] += 1
    else survivors.push({ mutant, verdict })
  }
  return {
    file,
    kind: isDecision(file) ? "decision" : "plain",
    all,
    tried: judged.length,
    equivalent,
    noticed,
    survivors,
    silent: survivors.filter(({ verdict }) => verdict.generated.length === 0).length,
  }
}

/** Adds the scores of tables up. */
export const totalScore = (tables: ReadonlyArray<TableScore>): Score => {
  const sum = (of: (table: TableScore) => number): number =>
    tables.reduce((total, table) => total + of(table), 0)
  const noticed = sum((table) => table.noticed.loading + table.noticed.check + table.noticed.cases)
  const judged = sum((table) => table.tried - table.equivalent)
  return { noticed, judged, audible: judged - sum(({ silent }) => silent) }
}

/**
 * A share in percent with one decimal, never rounded up: 100.0 is all of them.
 *
 * ```ts
 * import { percentText } from "../rules/impact/mutation-score.ts"
 *
 * percentText(1999, 2000) // => "99.9"
 * percentText(7, 7) // => "100.0"
 * percentText(0, 0) // => "100.0"
 * ```
 */
export const percentText = (part: number, whole: number): string => {
  if (whole === 0) return "100.0"
  const tenths = (BigInt(part) * 1000n) / BigInt(whole)
  return `${tenths / 10n}.${tenths % 10n}`
}

/** A generated situation that would notice slips that no case notices, as a row of cases.csv. */
export interface SuggestedCase {
  readonly notices: number
  readonly line: string
}

/**
 * Few generated situations that together notice every surviving slip that any of them notices: the
 * one that notices most first.
 */
export const noticingSituations = (
  scores: ReadonlyArray<TableScore>,
): ReadonlyArray<NoticingSituation> => {
  const open = new Set(
    scores.flatMap(({ survivors }) =>
      survivors.filter(({ verdict }) => verdict.generated.length > 0),
    ),
  )
  const suggested: Array<NoticingSituation> = []
  while (open.size > 0) {
    const counts = new Map<Situation, number>()
    for (const { verdict } of open) {
      for (const one of verdict.generated) counts.set(one, (counts.get(one) ?? 0) + 1)
    }
    const [best] = [...counts].sort(([, left], [, right]) => right - left)
    if (best === undefined) break
    const [situation] = best
    const noticed = [...open].filter(({ verdict }) => verdict.generated.includes(situation))
    for (const survivor of noticed) open.delete(survivor)
    suggested.push({ situation, noticed })
  }
  return suggested
}

/** The same as rows of cases.csv, with what each is there for. */
export const suggestCases = (scores: ReadonlyArray<TableScore>): ReadonlyArray<SuggestedCase> =>
  noticingSituations(scores).map(({ noticed, situation }) => {
    const files = new Set(noticed.map(({ mutant }) => mutant.file))
    const about = `notices slips in ${[...files].join(" and ")}`
    return { notices: noticed.length, line: caseLine(situation, situation.name, about) }
  })

/** Slips noticed, out of those that are not equivalent; with `audible` also less the silent ones. */
interface Score {
  readonly noticed: number
  readonly judged: number
  readonly audible: number
}

/** A generated situation, and the surviving slips that it would notice. */
interface NoticingSituation {
  readonly situation: Situation
  readonly noticed: ReadonlyArray<Survivor>
}
