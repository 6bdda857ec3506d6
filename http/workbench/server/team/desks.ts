import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { makePlaces, type PlacesPolicy } from "../../../platform/places.ts"
import { type DeskApp, makeDeskApp } from "../desk-app.ts"
import type { PageFile } from "../page-files.ts"
import { openBench } from "../start-workbench.ts"
import { SignedIn } from "../signed-in.ts"
import type { TeamBranches } from "./branches.ts"

/** The desks of a team: one a branch, open while somebody is there. */
export interface TeamDesks {
  /** The desk of a branch, opened where it is not; why there is none, else. */
  readonly at: (branch: string) => Effect.Effect<DeskApp | DeskClosed>
  /** How many pages show the desk of a branch. */
  readonly pagesAt: (branch: string) => number
}

/** Why a desk is not open: there is no such branch, as many are open as may, or its tables cannot be read. */
export interface DeskClosed {
  readonly closed: "no branch" | "full" | "failed"
  /** What the system, git or the tables say of a failure; empty otherwise. */
  readonly reason: string
}

/** What desks are opened with. */
interface DesksParts {
  readonly branches: TeamBranches
  readonly pages: ReadonlyMap<string, PageFile>
  readonly base: Option.Option<string>
  readonly situations?: number
  /** How many are open at most: each holds the tables several times over, in threads of its own. */
  readonly openMax: number
}

/** A desk that is open. */
interface OpenDesk {
  readonly app: DeskApp
  readonly scope: Scope.Closeable
  usedAtMs: number
}

/** A page that is loaded anew is back before its desk is closed. */
const closedAfterMs = 5 * 60_000

/** A browser shows the page of a desk within so long after it has come for it: nobody closes the desk before. */
const arrivingMs = 5_000

/** Desks are opened and closed one after the other; a large table on a busy machine takes seconds. */
const oneAtATime: PlacesPolicy = {
  places: 1,
  ofHolder: 1,
  waitingOfHolder: 256,
  waitMs: 60_000,
  holdMs: 60_000,
}

const lookedEvery = "30 seconds"

/** Prepares the desks of a team, for as long as the scope is open. */
export const makeTeamDesks = Effect.fnUntraced(function* ({
  branches,
  openMax,
  pages,
  ...options
}: DesksParts): Effect.fn.Return<TeamDesks, never, Scope.Scope> {
  const open = new Map<string, OpenDesk>()
  const inTurn = makePlaces(oneAtATime).hold("desks")
  const all = yield* Effect.scope

  const close = Effect.fnUntraced(function* (branch: string) {
    const desk = open.get(branch)
    open.delete(branch)
    if (desk !== undefined) yield* Scope.close(desk.scope, Exit.void)
  })

  /** Closes desks that nobody has been at for so long. */
  const closeIdle = (idleMs: number) =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      for (const [branch, desk] of open) {
        if (desk.app.pages() > 0) desk.usedAtMs = nowMs
        else if (nowMs - desk.usedAtMs >= idleMs) yield* close(branch)
      }
    }).pipe(inTurn, Effect.ignore)

  const opened = Effect.fnUntraced(function* (branch: string, trunk: string | null) {
    const scope = yield* Scope.fork(all)
    const app = yield* Effect.gen(function* () {
      const folder = yield* branches.folderOf(branch)
      const bench = yield* openBench({ ...options, folder, trunk })
      return yield* makeDeskApp(bench, pages)
    }).pipe(
      // The desk is that of all, not of the person who opens it.
      Effect.provideService(SignedIn, null),
      Scope.provide(scope),
      Effect.onError(() => Scope.close(scope, Exit.void)),
    )
    return { app, scope, usedAtMs: yield* Clock.currentTimeMillis }
  })

  /** Makes room for one more desk; says whether there is some. */
  const makeRoom = Effect.fnUntraced(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const idle = [...open]
      .filter(([, { app, usedAtMs }]) => app.pages() === 0 && nowMs - usedAtMs > arrivingMs)
      .toSorted(([, one], [, other]) => one.usedAtMs - other.usedAtMs)
    for (const [branch] of idle) {
      if (open.size >= openMax) yield* close(branch)
    }
    return open.size < openMax
  })

  const find = Effect.fnUntraced(function* (branch: string) {
    const known = open.get(branch)
    if (known !== undefined) return known.app
    const found = (yield* branches.list).find(({ name }) => name === branch)
    if (found === undefined) return closed("no branch")
    if (!(yield* makeRoom())) return closed("full")
    const desk = yield* opened(branch, found.isTrunk ? branch : null)
    open.set(branch, desk)
    return desk.app
  }, inTurn)

  yield* Effect.forkScoped(Effect.repeat(closeIdle(closedAfterMs), Schedule.spaced(lookedEvery)))
  return {
    at: (branch) =>
      Effect.gen(function* () {
        const known = open.get(branch)
        if (known === undefined) {
          return yield* find(branch).pipe(
            Effect.catch((failure) =>
              Effect.as(
                Effect.logError("a desk cannot be opened", failure),
                closed("failed", failure._tag === "NoPlace" ? "" : failure.message),
              ),
            ),
          )
        }
        known.usedAtMs = yield* Clock.currentTimeMillis
        return known.app
      }),
    pagesAt: (branch) => open.get(branch)?.app.pages() ?? 0,
  }
})

const closed = (why: DeskClosed["closed"], reason = ""): DeskClosed => ({ closed: why, reason })
