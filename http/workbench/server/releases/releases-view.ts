import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { EarlierTables, ReleaseEntry, ReleasesView } from "../../protocol/releases.ts"
import type { FolderTables } from "../../../tables/in-force.ts"
import { asItStands, releasesAsSaid } from "../../../tables/releases.ts"
import { approvalsRequired } from "../../../config/table-settings.ts"
import {
  approversOf,
  asApproved,
  checkApproved,
  withdrawalWaitsFor,
} from "../../../../rules/changes/release-approval.ts"
import { definitionEnd, rowsFileOf } from "../../../../core/table/own-table.ts"
import type { Release } from "../../../../rules/tables/release.ts"
import type { Bench } from "../bench.ts"
import type { Desk } from "../desk/desk.ts"
import { commitsIn } from "../repository/change-log.ts"
import { dayToday, editedTables } from "./prepare-release.ts"
import type { ReleasesAsked, ReleasesJudged } from "./release-answers.ts"
import { nextMonthAfter, releaseNameFor } from "./release-days.ts"
import {
  type LoggedCommit,
  readPerson,
  trailerOf,
  trailersOf,
} from "../../../../rules/changes/change-commits.ts"

/** How many commits we search for the approval of a release. */
const commitsLookedAt = 500

/** Versions of the tables that the timeline names. */
const historyMax = 5

/** Who approved a release, by the newest commit that speaks of it. */
const approverOf = (log: ReadonlyArray<LoggedCommit>, name: string): string | null => {
  const found = log.find(
    ({ trailers }) =>
      trailerOf(trailers, "Approved-by") !== undefined &&
      trailersOf(trailers, "Release").includes(name),
  )
  const text = found === undefined ? undefined : trailerOf(found.trailers, "Approved-by")
  return text === undefined ? null : (readPerson(text)?.name ?? text)
}

/** Who stands for a release, and who wants it withdrawn alone. */
const wordsFor = (
  said: ReadonlyArray<Release>,
  name: string,
  {
    log,
    needsApproval,
  }: { readonly log: ReadonlyArray<LoggedCommit>; readonly needsApproval: boolean },
): Pick<ReleaseEntry, "approvedBy" | "waitsForApproval" | "withdrawalWantedBy"> => {
  const release = said.find((each) => each.name === name)
  const [approver] = release === undefined ? [] : approversOf(release)
  const approvedBy = approver?.name ?? approverOf(log, name)
  if (release === undefined || !needsApproval) {
    return { approvedBy, waitsForApproval: false, withdrawalWantedBy: null }
  }
  return {
    approvedBy,
    waitsForApproval: Result.isFailure(checkApproved(asApproved(release))),
    withdrawalWantedBy: withdrawalWaitsFor(release)?.name ?? null,
  }
}

const historyOf = (log: ReadonlyArray<LoggedCommit>): ReadonlyArray<EarlierTables> =>
  log
    .filter(({ hasTables }) => hasTables)
    .slice(0, historyMax)
    .map(({ at, commit, subject }) => ({ commit, day: at.slice(0, 10), subject }))

/** The file of the rows that a file is about: a definition is of the table beside it. */
const rowsIn = (file: string): string => (file.endsWith(definitionEnd) ? rowsFileOf(file) : file)

/** The tables and releases that are in force or wait, whatever is edited beside them. */
const heldBefore = Effect.fnUntraced(function* (
  { before, folder }: Desk,
  said: ReadonlyArray<Release>,
) {
  const releases = yield* Effect.forEach(said, asItStands)
  // What it is called by holds functions, which no thread can be told.
  const files = { sources: before.sources, errors: before.errors }
  const held: FolderTables = { folder, files, releases }
  return held
})

/** How the releases stand today. */
export const releasesView = Effect.fnUntraced(function* ({ answers, desk }: Bench) {
  const today = yield* dayToday
  const said = yield* releasesAsSaid(desk.folder)
  const held = yield* heldBefore(desk, said)
  const asked: ReleasesAsked = { held, today }
  const { inForce, releases } = (yield* answers.ask("releases", asked)) as ReleasesJudged
  const log = yield* commitsIn(desk.folder, ["HEAD"], commitsLookedAt).pipe(
    Effect.catchTag("GitUnavailable", () => Effect.succeed([])),
  )
  const older = log.slice(log.findIndex(({ commit }) => commit === desk.before.commit))
  const needsApproval = yield* Effect.orDie(approvalsRequired)
  const nextMonth = nextMonthAfter(today)
  const names = releases.map(({ name }) => name)
  const last = inForce?.releases.at(-1)
  const edited = [...new Set(editedTables(desk).map(rowsIn))]
  const view: ReleasesView = {
    today,
    needsApproval,
    releases: releases.map((release) => ({
      ...release,
      ...wordsFor(said, release.name, { log, needsApproval }),
    })),
    inForce: inForce === null ? null : { hash: inForce.hash, release: last ?? null },
    rollback: last === undefined ? null : { name: last, after: inForce?.releases.at(-2) ?? null },
    history: desk.before.commit === undefined ? [] : historyOf(older),
    edited,
    nextMonth,
    suggestedName: releaseNameFor(nextMonth, edited[0], names),
  }
  return view
})
