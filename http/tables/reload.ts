import { tablesWatch } from "../config/table-settings.ts"
import { type FolderLook, readFolder, refusalOf } from "./folder-look.ts"
import { watchFolder } from "./folder-watch.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { describeTableError } from "../../core/table/error.ts"
import { dayMs } from "../../core/vocabulary/day.ts"
import { utcDay } from "../platform/utc-day.ts"
import type { Bundle, RefusedTables, TablesMistakes, TablesStatus } from "../ports/table-bundle.ts"
import type { TablesUnjudged, TablesUnreadable } from "./table-files.ts"
import type { LookAtFolder } from "./look-thread.ts"
import { soundBundle } from "./table-bundle.ts"
import { standingOn } from "../../rules/tables/bundle.ts"
import type { ReleaseState } from "../../rules/tables/release.ts"

/** What reloading works on. */
export interface ReloadParts {
  /** The tables that are in force to begin with, and what their folder held then. */
  readonly first: Bundle
  readonly firstFingerprint: string
  readonly look: LookAtFolder
  /**
   * Makes everything that answers with the given tables, off to the side; the function that it
   * gives puts all of it in force at once, and cannot fail.
   */
  readonly prepare: (
    bundle: Bundle,
    icons: ReadonlyMap<string, string>,
  ) => Effect.Effect<() => void>
}

/** What became of one attempt; `unsettled` where the folder changed while it was read. */
export type Reloaded = "taken" | "waiting" | "refused" | "unchanged" | "unsettled"

/** Takes changed tables: one at a time, whole, and only when nothing forbids them. */
export interface Reload {
  readonly status: () => TablesStatus
  /** Reads the folder and takes what it holds, keeps it for its first day, or refuses it. */
  readonly reload: Effect.Effect<Reloaded>
  /**
   * Takes the tables that wait if their first day has come, and looks at releases; says once a day what
   * is past. False where the folder could not be looked at, so that it is to be asked for again.
   */
  readonly beginDay: Effect.Effect<boolean>
  /** Says what still holds, to the caller of a reload that found nothing new. */
  readonly sayUnchanged: Effect.Effect<void>
}

type SoundLook = Extract<FolderLook, { readonly _tag: "Sound" }>

interface Candidate {
  readonly bundle: Bundle
  readonly fingerprint: string
  readonly putInForce: () => void
}

const today = Effect.map(Clock.currentTimeMillis, utcDay)

/**
 * Reloading over what is in force now. The old tables stay whatever happens to new ones. The parts are
 * taken from each other, as a whole would keep the first tables for as long as it reloads.
 */
export const makeReload = Effect.fnUntraced(function* ({
  first,
  firstFingerprint,
  look: lookAt,
  prepare: prepareFor,
}: ReloadParts) {
  let fingerprint = firstFingerprint
  let refusedFingerprint: string | undefined
  let waiting: Candidate | undefined
  let sayingDay = ""
  // A release may begin or end with any day: its folder is looked at until that comes to something.
  let lookedDay = yield* today
  let inForce = first
  let loadedAtMs = yield* Clock.currentTimeMillis
  let refused: RefusedTables | undefined
  yield* logRefusedReleases(first)

  const status = (): TablesStatus => ({ inForce, loadedAtMs, waiting: waiting?.bundle, refused })

  const clear = (): void => {
    refusedFingerprint = undefined
    refused = undefined
  }

  const take = Effect.fnUntraced(function* (candidate: Candidate) {
    const nowMs = yield* Clock.currentTimeMillis
    const before = inForce
    candidate.putInForce()
    fingerprint = candidate.fingerprint
    waiting = undefined
    sayingDay = ""
    inForce = candidate.bundle
    loadedAtMs = nowMs
    refused = undefined
    yield* logTaken(candidate.bundle, before)
  })

  const refuse = Effect.fnUntraced(function* (mistakes: TablesMistakes) {
    const refusal: RefusedTables = { atMs: yield* Clock.currentTimeMillis, ...mistakes }
    waiting = undefined
    refused = refusal
    yield* logRefused(refusal, inForce)
    return "refused" as const
  })

  /** The candidate of sound tables; undefined when the folder changed in the meantime. */
  const prepare = Effect.fnUntraced(function* (look: SoundLook) {
    const { fingerprint, hash, icons, releases, sources } = look
    const bundle: Bundle = { ...soundBundle(inForce.folder, sources, hash), releases }
    const putInForce = yield* prepareFor(bundle, icons)
    const { _tag } = yield* lookAt([fingerprint])
    const candidate: Candidate = { bundle, fingerprint, putInForce }
    return _tag === "Known" ? candidate : undefined
  })

  const attempt = Effect.fnUntraced(function* (): Effect.fn.Return<
    Reloaded,
    TablesUnjudged | TablesUnreadable
  > {
    const refusedBefore = refusedFingerprint
    refusedFingerprint = undefined
    const known = [fingerprint, waiting?.fingerprint, refusedBefore]
    const look = yield* lookAt(known.filter((each) => each !== undefined))
    if (look.fingerprint === fingerprint) {
      clear()
      waiting = undefined
      return "unchanged"
    }
    if (look.fingerprint === waiting?.fingerprint) return "unchanged"
    refusedFingerprint = look.fingerprint
    if (look._tag === "Known") return "unchanged"
    if (look._tag === "Refused") return yield* refuse(look)
    const candidate = yield* prepare(look)
    clear()
    if (candidate === undefined) return "unsettled"
    if (standingOn(candidate.bundle.manifest, yield* today) !== "pending") {
      yield* take(candidate)
      return "taken"
    }
    waiting = candidate
    yield* logWaiting(candidate.bundle)
    return "waiting"
  })

  const reload: Reload["reload"] = Effect.suspend(attempt).pipe(
    Effect.catchTag(["TablesUnjudged", "TablesUnreadable"], (error) => refuse(refusalOf(error))),
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError("tables could not be loaded", defect),
        refuse({ count: 1, mistakes: ["the tables could not be loaded; the log says why"] }),
      ),
    ),
  )

  const beginDay = Effect.gen(function* () {
    const day = yield* today
    if (inForce.releases.length > 0 && day !== lookedDay) {
      const outcome = yield* reload
      if (outcome !== "refused" && outcome !== "unsettled") lookedDay = day
    }
    if (waiting !== undefined && standingOn(waiting.bundle.manifest, day) !== "pending") {
      yield* take(waiting)
    }
    const begun = inForce.releases.length === 0 || day === lookedDay
    if (day === sayingDay) return begun
    sayingDay = day
    if (standingOn(inForce.manifest, day) === "past") yield* logPast(inForce)
    return begun
  })

  const sayUnchanged = Effect.suspend(() =>
    refused === undefined ? logUnchanged(inForce) : logRefused(refused, inForce),
  )
  const made: Reload = { status, reload, beginDay, sayUnchanged }
  return made
})

/** The names of releases that stand so, where there are any. */
const namesIn = (
  field: string,
  releases: Bundle["releases"],
  state: ReleaseState,
): Readonly<Record<string, string>> => {
  const names = releases.filter((release) => release.state === state).map(({ name }) => name)
  return names.length === 0 ? {} : { [field]: names.join(",") }
}

/** What a log line says of tables: their version and dates, never a row or a path. */
const fields = ({ hash, manifest, releases }: Bundle) => ({
  tables: hash,
  schemaVersion: manifest.schemaVersion,
  effectiveFrom: manifest.effectiveFrom,
  ...namesIn("releases", releases, "inForce"),
  ...namesIn("releasesWaiting", releases, "waiting"),
  ...namesIn("releasesRefused", releases, "refused"),
  ...(manifest.effectiveUntil === null ? {} : { effectiveUntil: manifest.effectiveUntil }),
})

/** Releases that a server leaves out as it starts, each with its first mistake: they may have been in force. */
const logRefusedReleases = ({ releases }: Bundle): Effect.Effect<void> =>
  Effect.forEach(
    releases.filter(({ state }) => state === "refused"),
    ({ mistakes, name }) =>
      Effect.annotateLogs(Effect.logWarning("a release is refused"), {
        release: name,
        mistakes: mistakes.length,
        first: mistakes.slice(0, 1).map(describeTableError).join(),
      }),
    { discard: true },
  )

/** Tables were put in force in the place of others. */
const logTaken = (bundle: Bundle, before: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logInfo("tables taken"), { ...fields(bundle), before: before.hash })

/** Sound tables were found whose first day is still to come. */
const logWaiting = (bundle: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logInfo("tables wait for their first day"), fields(bundle))

/** The tables in force are past their last day, and go on being served. */
const logPast = (bundle: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("tables are past their last day"), fields(bundle))

/** The folder holds what is in force, or waits, already. */
const logUnchanged = (bundle: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logInfo("tables have not changed"), { tables: bundle.hash })

/** Tables were refused; the first mistake stands for all of them. */
const logRefused = ({ count, mistakes }: RefusedTables, kept: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("tables refused"), {
    mistakes: count,
    first: mistakes[0] ?? "",
    kept: kept.hash,
  })

/** What asks for the tables to be looked at: a changed file, an operator, or a new day. */
type Trigger = "change" | "operator" | "day"

/** How long a folder has to be quiet after a change, and how long that is waited for at most. */
export const quietMs = 300
const quietWithinMs = 5_000

/** A clock may be set or sleep: the day is looked at more often than it changes. */
const dayCheckMs = 60_000

/** Announces every new day of UTC, at its beginning. */
const watchDays = (request: (trigger: Trigger) => void): Effect.Effect<never> =>
  Effect.flatMap(Clock.currentTimeMillis, (startMs) => {
    let day = utcDay(startMs)
    const step = Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      Effect.sleep(Math.min(dayMs - (nowMs % dayMs), dayCheckMs)),
    )
    const look = Effect.map(Clock.currentTimeMillis, (nowMs) => {
      if (utcDay(nowMs) === day) return
      day = utcDay(nowMs)
      request("day")
    })
    return Effect.forever(Effect.andThen(step, look))
  })

/**
 * Reloads on request until the scope closes: one reload after another, whatever was asked for
 * while one ran is one more after it. Changes are taken together until the folder is quiet; an
 * operator is answered at once. Gives the function that asks.
 */
export const runReloads = Effect.fnUntraced(function* (
  reload: Reload,
): Effect.fn.Return<(trigger: Trigger) => void, never, Scope.Scope> {
  const asked = new Set<Trigger>()
  const wake = yield* Queue.sliding<void>(1)
  const request = (trigger: Trigger): void => {
    asked.add(trigger)
    Queue.offerUnsafe(wake, undefined)
  }

  const quiet: Effect.Effect<void> = Effect.suspend(() =>
    asked.has("operator")
      ? Effect.void
      : Effect.flatMap(
          Effect.timeoutOption(Queue.take(wake), quietMs),
          Option.match({ onNone: () => Effect.void, onSome: () => quiet }),
        ),
  )

  // A day that could not begin is asked for again.
  const again = Effect.forkIn(
    Effect.delay(
      Effect.sync(() => request("day")),
      dayCheckMs,
    ),
    yield* Effect.scope,
  )

  const look = Effect.gen(function* () {
    if (asked.has("change")) yield* Effect.timeoutOption(quiet, quietWithinMs)
    const triggers = new Set(asked)
    asked.clear()
    if (triggers.has("change") || triggers.has("operator")) {
      const outcome = yield* reload.reload
      if (outcome === "unsettled") request("change")
      if (outcome === "unchanged" && triggers.has("operator")) yield* reload.sayUnchanged
    }
    const begun = yield* reload.beginDay
    if (!begun) yield* again
  })

  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(wake), look)))
  yield* Effect.forkScoped(watchDays(request))
  return request
})

/** How long the watch of a folder waits for a server that has just started to answer those who wait for it. */
const watchAfter = "200 millis"

/** Whether a folder has changed since it was read for the start. */
const hasChanged = (folder: string, fingerprint: string): Effect.Effect<boolean> =>
  Effect.match(readFolder(folder), {
    onFailure: () => true,
    onSuccess: (content) => content.fingerprint !== fingerprint,
  })

/**
 * Reloads at the beginning of days, and on changes in the folder unless `TABLES_WATCH` is false. Gives the
 * function that asks for more.
 */
export const followTables = Effect.fnUntraced(function* (
  reload: Reload,
  folder: string,
  firstFingerprint: string,
) {
  const request = yield* runReloads(reload)
  yield* reload.beginDay
  if (!(yield* tablesWatch)) return request
  const watched = Effect.andThen(
    watchFolder(folder, () => request("change")),
    // What changed between the first reading and the watch.
    Effect.map(hasChanged(folder, firstFingerprint), (changed) => {
      if (changed) request("change")
    }),
  )
  yield* Effect.forkScoped(Effect.delay(watched, watchAfter))
  return request
})
