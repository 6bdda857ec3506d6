import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import type {
  CheckAsked,
  CheckFound,
  LawsFound,
  RemedyAsked,
  RemedyProven,
} from "./check-handlers.ts"
import type { Desk, DeskState } from "../desk/desk.ts"
import { textChange } from "../desk/steps.ts"
import type { Engine, EngineFailure } from "../engine/engine-thread.ts"
import type {
  CheckView,
  FindingRemedy,
  TriedFinding,
  WorkbenchFinding,
} from "../../protocol/check.ts"
import { utcDay } from "../../../platform/utc-day.ts"
import { readIcons } from "../../../tables/icons/icon-check.ts"
import type { RowPlace } from "../../../../core/table/row-place.ts"

/** The checks of a desk, which run by themselves. */
export interface Checks {
  /** What the last one came to; null before the first. */
  readonly last: () => CheckView | null
  /** What would be found in a text of a table that is not found in it now. */
  readonly tried: (
    file: string,
    text: string,
  ) => Effect.Effect<ReadonlyArray<TriedFinding>, EngineFailure>
}

/** What checks work on. */
interface CheckBench {
  readonly desk: Desk
  readonly checker: Engine
  /** Says that more was found. */
  readonly changed: (topic: "checks") => void
}

/** What takes longer waits so long for the next edit, which would have to wait for it. */
const quietMs = 120

/** The proof of the laws of prices, which takes seconds, waits until the tables have rested for so long. */
const restMs = 1_500

/** Of one finding so many repairs are offered, and of so many findings they are looked for. */
const remediesMax = 3
const repairedMax = 60

/** Begins to check the tables of a desk after every change, for as long as the scope is open. */
export const startChecks = Effect.fnUntraced(function* ({
  changed,
  checker,
  desk,
}: CheckBench): Effect.fn.Return<Checks, never, Scope.Scope> {
  const icons = yield* Effect.option(readIcons(desk.folder))
  const news = yield* Queue.sliding<void>(1)
  let changedAtMs = yield* Clock.currentTimeMillis
  let view: CheckView | null = null
  let spanning: ReadonlyArray<WorkbenchFinding> = []
  let inLaws: ReadonlyArray<WorkbenchFinding> = []
  let edited: RowPlace | null = null
  let known = desk.state().sources

  const show = (next: CheckView): void => {
    view = next
    changed("checks")
  }

  const asked = Effect.map(Clock.currentTimeMillis, (nowMs): CheckAsked => ({
    errors: desk.state().errors,
    icons: Option.isSome(icons) ? [...icons.value.texts.keys()] : null,
    today: utcDay(nowMs),
    base: desk.before.name,
  }))

  const ask = <Answer>(name: string, more: object = {}): Effect.Effect<Answer, EngineFailure> =>
    Effect.flatMap(
      asked,
      (input) => checker.ask(name, { ...input, ...more }) as Effect.Effect<Answer, EngineFailure>,
    )

  const remediesOf = Effect.fnUntraced(function* (id: string, isOvertaken: () => boolean) {
    const proven: Array<FindingRemedy> = []
    for (let place = 0; proven.length < remediesMax && !isOvertaken(); place += 1) {
      const question: Pick<RemedyAsked, "id" | "place"> = { id, place }
      const { more, remedy } = yield* ask<RemedyProven>("prove-remedy", question)
      if (remedy !== null) proven.push(remedy)
      if (!more) break
    }
    return proven
  })

  /** Proves ways to repair what was found, those of the tables that were edited last first. */
  const repair = Effect.fnUntraced(function* (revision: number, isOvertaken: () => boolean) {
    const { changedIn } = desk.state()
    const open = (view?.findings ?? [])
      .filter(({ remedies }) => remedies.length === 0)
      .toSorted((left, right) => (changedIn.get(right.file) ?? 0) - (changedIn.get(left.file) ?? 0))
      .slice(0, repairedMax)
    for (const { id } of open) {
      const remedies = yield* remediesOf(id, isOvertaken)
      if (isOvertaken() || view === null || view.revision !== revision) return
      if (remedies.length === 0) continue
      const findings = view.findings.map((each) => (each.id === id ? { ...each, remedies } : each))
      show({ ...view, findings })
    }
  })

  /** Proves the laws of prices as far as the change touches them, when the rest is done. */
  const prove = Effect.fnUntraced(function* (revision: number, isOvertaken: () => boolean) {
    yield* Effect.sleep(restMs)
    const { findings, laws } = yield* ask<LawsFound>("check-laws")
    if (isOvertaken() || view === null || view.revision !== revision) return
    const others = view.findings.filter((each) => !isKept(inLaws, each))
    inLaws = findings
    show({ ...view, laws, findings: [...others, ...findings] })
  })

  const round = Effect.gen(function* () {
    const state = desk.state()
    const isOvertaken = (): boolean => desk.state().revision !== state.revision
    const inTables = yield* ask<CheckFound>("check-tables")
    if (isOvertaken()) return
    const checkedAtMs = yield* Clock.currentTimeMillis
    const kept = view === null ? [] : spanningKept([...spanning, ...inLaws], view, state)
    const first: CheckView = {
      revision: state.revision,
      tookMs: checkedAtMs - changedAtMs,
      checkedAtMs,
      isWhole: false,
      laws: { state: "proving" },
      edited,
      findings: remediesKept([...inTables.findings, ...kept], view, state),
    }
    show(first)
    const rest = Effect.gen(function* () {
      yield* Effect.sleep(quietMs)
      const whole = yield* ask<CheckFound>("check-whole")
      if (isOvertaken()) return
      spanning = whole.findings.filter((each) => !isKept(inTables.findings, each))
      const found = [...whole.findings, ...spanningKept(inLaws, first, state)]
      show({ ...first, isWhole: true, findings: remediesKept(found, first, state) })
      yield* repair(state.revision, isOvertaken)
      yield* prove(state.revision, isOvertaken)
    })
    // The next edit does not wait for what is left to do of this one.
    yield* Effect.raceFirst(rest, Queue.peek(news))
  })

  desk.listen(({ sources }, [file]) => {
    changedAtMs = Date.now()
    if (file !== undefined && known.get(file) !== sources.get(file)) {
      edited = { file, line: changedLine(known.get(file) ?? "", sources.get(file) ?? "") }
    }
    known = sources
    Queue.offerUnsafe(news, undefined)
  })
  Queue.offerUnsafe(news, undefined)
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.andThen(
        Queue.take(news),
        Effect.catch(round, (failure) => Effect.logError(`The check failed: ${failure.message}`)),
      ),
    ),
  )
  const tried = (file: string, text: string) =>
    ask<ReadonlyArray<TriedFinding>>("try-text", { file, text })
  return { last: () => view, tried }
})

/**
 * The line on which a text begins to differ from another; where its end is gone, the last that stays.
 *
 * ```ts
 * import { changedLine } from "../http/workbench/server/check/check-rounds.ts"
 *
 * changedLine("a\n1\n2\n", "a\n1\n3\n") // => 3
 * changedLine("a\n1\n2\n", "a\n1\n") // => 2
 * ```
 */
export const changedLine = (before: string, after: string): number => {
  const { start } = textChange(before, after)
  const lines = after.slice(0, start).split("\n").length
  const last = after.split("\n").length - (after.endsWith("\n") ? 1 : 0)
  return Math.min(lines, last)
}

type Changes = Pick<DeskState, "changedIn">

const isUntouched = ({ file }: WorkbenchFinding, { revision }: CheckView, { changedIn }: Changes) =>
  (changedIn.get(file) ?? 0) <= revision

/** Whether a finding is among some others, by its name. */
const isKept = (findings: ReadonlyArray<WorkbenchFinding>, { id }: WorkbenchFinding) =>
  findings.some((each) => each.id === id)

/** What was found by looking at several tables, as far as its own table still says what it said. */
const spanningKept = (
  spanning: ReadonlyArray<WorkbenchFinding>,
  last: CheckView,
  changes: Changes,
): ReadonlyArray<WorkbenchFinding> => spanning.filter((each) => isUntouched(each, last, changes))

/** Findings with the repairs that were proven for them, as far as their tables say what they said. */
const remediesKept = (
  findings: ReadonlyArray<WorkbenchFinding>,
  last: CheckView | null,
  changes: Changes,
): ReadonlyArray<WorkbenchFinding> => {
  if (last === null) return findings
  const known = new Map(last.findings.map((each) => [each.id, each]))
  return findings.map((each) => {
    const before = known.get(each.id)
    const holds = before !== undefined && isUntouched(each, last, changes)
    return holds ? { ...each, remedies: before.remedies } : each
  })
}
