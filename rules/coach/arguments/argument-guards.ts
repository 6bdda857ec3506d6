import type { Decision } from "../../../core/table/decision.ts"
import type { AskedFacts } from "../../../core/table/evaluate.ts"
import { hookedTables } from "../../../core/table/own-table.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { type Strength, strengths } from "../coach-vocabulary.ts"
import type { ArgumentHook } from "../tables/argument-hooks.ts"
import { byAnswerOrder, type Found } from "./found-arguments.ts"

/** What a guard did to an argument, and the row by which it did. */
export interface GuardedArgument {
  readonly id: string
  readonly does: ArgumentHook
  readonly table: Decision
  readonly row: ArgumentGuardRow
}

/** Arguments once guards have been asked about them, in the order of an answer, and what these did. */
export interface GuardedArguments {
  readonly told: ReadonlyArray<Found>
  readonly guarded: ReadonlyArray<GuardedArgument>
}

/** Asks guards about arguments; those about demands and warnings are never theirs. */
export type GuardArguments = (
  situation: BilanSituation,
  told: ReadonlyArray<Found>,
  factsOf: (found: Found) => AskedFacts,
) => GuardedArguments

/** Prepares guards of arguments; undefined where there are none, and nothing is asked. */
export type PrepareArgumentGuards = (tables: object) => GuardArguments | undefined

/** Prepares the guards among loaded tables. */
export const prepareArgumentGuards: PrepareArgumentGuards = (tables) => {
  const guardsFor = (hook: ArgumentHook): ReadonlyArray<Decision> => hookedTables(tables, hook)
  const [drop, weaken, prefer] = [guardsFor("drop"), guardsFor("weaken"), guardsFor("prefer")]
  if (drop.length + weaken.length + prefer.length === 0) return undefined
  return (situation, told, factsOf) => {
    const { market, trip } = situation
    const guarded: Array<GuardedArgument> = []
    const ask = (
      asked: ReadonlyArray<Decision>,
      does: ArgumentHook,
      found: Found,
    ): ReadonlyArray<ArgumentGuardRow> => {
      const facts: AskedFacts = {
        ...factsOf(found),
        argument: found.id,
        category: found.choice.prepared.row.category,
        strength: found.strength,
        market,
        friends: trip.friends,
        riskyActivity: trip.riskyActivity,
      }
      return asked.flatMap((table) => {
        const rows: ReadonlyArray<ArgumentGuardRow> = table.evaluate(facts)
        for (const row of rows) guarded.push({ id: found.id, does, table, row })
        return rows
      })
    }
    const left = told.flatMap((found): Found | [] => {
      if (isOfPlaces(found)) return found
      if (ask(drop, "drop", found).length > 0) return []
      const most = ask(weaken, "weaken", found).map(({ strengthMax = "decisive" }) => strengthMax)
      const strength = weakest([found.strength, ...most])
      const weighed = strength === found.strength ? found : { ...found, strength }
      return ask(prefer, "prefer", weighed).length > 0 ? { ...weighed, isPreferred: true } : weighed
    })
    return { told: left.toSorted(byAnswerOrder), guarded }
  }
}

/** The outputs of a guard, as far as its table has them. */
interface ArgumentGuardRow {
  readonly line: number
  readonly reason?: string
  readonly strengthMax?: Strength
}

const isOfPlaces = ({ choice: { subject } }: Found): boolean =>
  subject.of._tag === "Warning" || subject.of._tag === "Demand"

const weakest = (some: ReadonlyArray<Strength>): Strength =>
  strengths.findLast((strength) => some.includes(strength)) ?? "useful"
