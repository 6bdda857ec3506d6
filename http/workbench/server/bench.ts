import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Checks, startChecks } from "./check/check-rounds.ts"
import type { Desk } from "./desk/desk.ts"
import { type Engine, makeEngine } from "./engine/engine-thread.ts"
import { type ImpactRuns, makeImpactRuns } from "./impact/impact-runs.ts"
import { makeSessionView } from "./session/session-view.ts"
import type { PersonPlace, PresentPage } from "../protocol/presence.ts"
import type { ProgressEvent } from "../protocol/views.ts"
import type { SessionView } from "../protocol/session.ts"
import { threadProgram } from "../../platform/thread.ts"

/** What calls of the page work on. */
export interface Bench {
  readonly desk: Desk
  /** What the page shows of the whole of the work. */
  readonly session: Effect.Effect<SessionView>
  /** The engine that checks, and nothing else, so that a check never waits. */
  readonly checker: Engine
  /** What checks find as the tables are edited. */
  readonly checks: Checks
  /** The engine that answers what screens ask. */
  readonly answers: Engine
  /** Re-runs the corpus as tables change, once a page has asked for it. */
  readonly impact: ImpactRuns
  /** The engine that tries all cases, which takes seconds. */
  readonly cases: Engine
  /** The engine that tries drafts of what is added, while a form is filled in. */
  readonly drafts: Engine
  /** The engine that tries slips, for minutes at a time. */
  readonly slips: Engine
  /** The engine that reviews the whole change, which takes its time. */
  readonly reviewer: Engine
  /** The branch that changes are merged into, where it is the one shown to a team; nobody edits it there. */
  readonly trunk: string | null
  /** How many situations are re-run at most. */
  readonly situations: number
  /** Who is at the desk, where it is a team's. */
  readonly presence: Presence
  /** Says that something on the bench is not as it was. */
  readonly changed: (topic: BenchTopic) => void
  /** Calls back whenever something is not as it was; gives what ends that. */
  readonly onChange: (listener: (topic: BenchTopic) => void) => () => void
  /** Tells all pages that are open how far long work is. */
  readonly publish: (event: ProgressEvent) => void
  /** Calls back for everything that all pages are told. */
  readonly subscribe: (listener: (event: ProgressEvent) => void) => () => void
}

/** What on the bench changes: the tables, what is known of them, what the repository holds, or who is there. */
export type BenchTopic =
  | "presence"
  | "tables"
  | "checks"
  | "impact"
  | "impact-progress"
  | "repository"

/** Who is at a desk for a team, by the streams of their pages: who closes a page is gone. */
export interface Presence {
  readonly enter: (page: string, mail: string) => void
  readonly leave: (page: string) => void
  /** Where a page is, where it belongs to the person of that address. */
  readonly move: (page: string, mail: string, place: PersonPlace | null) => void
  readonly all: () => ReadonlyArray<PresentPage>
}

/** How many situations are re-run unless fewer are asked for. */
const situationsUsual = 20_000

/** Engines that are asked now and then give their memory back when they were not for so long. */
const idleMs = 60_000

/** Sets up what calls work on, for as long as the scope is open. */
export const makeBench = Effect.fnUntraced(function* (
  desk: Desk,
  { situations = situationsUsual, trunk = null }: Partial<Pick<Bench, "situations" | "trunk">> = {},
): Effect.fn.Return<Bench, never, Scope.Scope> {
  const progress = listening<ProgressEvent>()
  const changes = listening<BenchTopic>()
  const checker = yield* makeEngine(enginePrograms.checker, desk, { worksInSteps: true })
  const answers = yield* makeEngine(enginePrograms.answers, desk)
  const impact = yield* makeImpactRuns(desk, situations, changes.say)
  const cases = yield* makeEngine(enginePrograms.cases, desk, { idleMs })
  const drafts = yield* makeEngine(enginePrograms.drafts, desk, { idleMs, worksInSteps: true })
  const slips = yield* makeEngine(enginePrograms.slips, desk, { idleMs })
  const reviewer = yield* makeEngine(enginePrograms.reviewer, desk, { idleMs })
  desk.listen(() => changes.say("tables"))
  return {
    desk,
    session: yield* makeSessionView(desk),
    checker,
    checks: yield* startChecks({ desk, checker, changed: changes.say }),
    answers,
    impact,
    presence: makePresence(() => changes.say("presence")),
    changed: changes.say,
    onChange: changes.hear,
    publish: progress.say,
    subscribe: progress.hear,
    cases,
    drafts,
    slips,
    reviewer,
    situations,
    trunk,
  }
})

/** Something that is said to all listeners. */
const listening = <Word>() => {
  const listeners = new Set<(word: Word) => void>()
  return {
    say: (word: Word): void => {
      for (const listener of listeners) listener(word)
    },
    hear: (listener: (word: Word) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Nobody at first; says whenever that is not so any more. */
const makePresence = (changed: () => void): Presence => {
  const pages = new Map<string, Omit<PresentPage, "nth">>()
  return {
    enter: (page, mail) => {
      pages.set(page, { page, mail, place: null })
      changed()
    },
    leave: (page) => {
      if (pages.delete(page)) changed()
    },
    move: (page, mail, place) => {
      const known = pages.get(page)
      if (known?.mail !== mail) return
      pages.set(page, { ...known, place })
      changed()
    },
    all: () => {
      const people = [...new Set([...pages.values()].map(({ mail }) => mail))]
      return [...pages.values()].map((each) => ({ ...each, nth: people.indexOf(each.mail) }))
    },
  }
}

/** The programs of the engines, which lie beside this module. */
const enginePrograms = {
  checker: threadProgram("check-worker", import.meta.url),
  answers: threadProgram("answers-worker", import.meta.url),
  cases: threadProgram("cases-worker", import.meta.url),
  drafts: threadProgram("draft-worker", import.meta.url),
  slips: threadProgram("slips-worker", import.meta.url),
  reviewer: threadProgram("review-worker", import.meta.url),
}
