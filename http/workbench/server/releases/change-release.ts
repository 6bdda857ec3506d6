import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  approvalsFile,
  type Release,
  releaseFile,
  releasePath,
} from "../../../../rules/tables/release.ts"
import { isOwnFile } from "../../../../core/table/own-table.ts"
import { tableFilesIn } from "../../../../rules/tables/index.ts"
import { readBase } from "../../../tables/base-version.ts"
import type { FolderTables } from "../../../tables/in-force.ts"
import {
  heldWith,
  inForceFrom,
  readReleases,
  releaseAsSaid,
  withdrawal,
} from "../../../tables/releases.ts"
import {
  type ApprovalAsked,
  approvalsText,
  approvedBy,
} from "../../../../rules/changes/release-approval.ts"
import type { ReleaseActed } from "../../protocol/releases.ts"
import { authorsIn } from "../../../../rules/changes/approval.ts"
import { isSamePerson } from "../../../../rules/changes/change-commits.ts"
import type { Person } from "../../../../rules/changes/reviewed-change.ts"
import { callRefused } from "../call-refused.ts"
import type { Desk } from "../desk/desk.ts"
import { changeLog } from "../repository/change-log.ts"
import { writersSince } from "../repository/writers.ts"
import { SignedIn } from "../signed-in.ts"
import { newReleases } from "./new-releases.ts"
import { personWhoCommits } from "../repository/people.ts"
import type { Bench } from "../bench.ts"
import { dayToday, soundRelease } from "./prepare-release.ts"
import { releasesView } from "./releases-view.ts"
import { releaseRefused } from "../../../../rules/tables/release-change.ts"

const heldNow = Effect.fnUntraced(function* ({ desk }: Bench) {
  const { errors, sources } = desk.state()
  const held: FolderTables = {
    folder: desk.folder,
    files: { sources, errors },
    releases: yield* readReleases(desk.folder),
  }
  return held
})

/** Writes files of a release, as a step that can be undone. */
const writeFiles = (
  { desk }: Bench,
  { name, sources }: Release,
  files: Readonly<Record<string, string>>,
) => {
  const texts = new Map(
    Object.entries(files).map(([file, text]) => [releasePath(name, file), text] as const),
  )
  const file = releasePath(name, releaseFile)
  return desk.take({ label: { action: "release", file, count: sources.size }, texts })
}

/** Keeps a second person's approval of a release, or of its withdrawal. */
export const approveRelease = Effect.fnUntraced(function* (
  bench: Bench,
  { name, you }: ReleaseActed,
) {
  const said = yield* releaseAsSaid(bench.desk.folder, name)
  if (said.facts?.withdrawnOn === null) {
    yield* soundRelease(bench, heldWith(yield* heldNow(bench), said), name)
  }
  const by = yield* personWhoCommits(bench.desk.folder, you)
  yield* notOwnRelease(bench.desk, name, by)
  const approvals = yield* Effect.fromResult(approvedBy(said, { by }))
  return yield* writeFiles(bench, said, { [approvalsFile]: approvalsText(approvals) })
})

/** Refuses an approval by who edited the change that a release holds, where it is known who did. */
const notOwnRelease = Effect.fnUntraced(function* (desk: Desk, name: string, by: Person) {
  const fresh = yield* newReleases(desk)
  if ((yield* SignedIn) === null || !fresh.some((release) => release.name === name)) return
  const authors = authorsIn(yield* changeLog(desk.folder, desk.before.commit))
  const writers = yield* writersSince(desk.folder)
  if ([...authors, ...writers].some((author) => isSamePerson(author, by))) {
    return yield* callRefused("OwnApproval", { name: by.name })
  }
})

/** Keeps with releases of a change that a person has approved it; what the person made is left out. */
export const keepApproval = Effect.fnUntraced(function* (
  { desk }: Bench,
  releases: ReadonlyArray<Release>,
  asked: ApprovalAsked,
) {
  const texts = new Map(
    releases.flatMap((release) =>
      Result.match(approvedBy(release, asked), {
        onFailure: () => [],
        onSuccess: (approvals) => [
          [releasePath(release.name, approvalsFile), approvalsText(approvals)] as const,
        ],
      }),
    ),
  )
  const [file] = texts.keys()
  if (file === undefined) return
  yield* desk.take({ label: { action: "release", file, count: texts.size }, texts })
})

/** Puts a release that waits in force today. */
export const putInForce = Effect.fnUntraced(function* (bench: Bench, name: string) {
  const said = yield* releaseAsSaid(bench.desk.folder, name)
  const { files, release } = yield* inForceFrom(said, yield* dayToday)
  yield* soundRelease(bench, heldWith(yield* heldNow(bench), release), name)
  return yield* writeFiles(bench, said, files)
})

/**
 * Takes a release out of force, or keeps it from it; its folder stays, for the record. Where a second person
 * has to approve that, this is the first one's word for it.
 */
export const withdrawRelease = Effect.fnUntraced(function* (
  bench: Bench,
  { name, you }: ReleaseActed,
) {
  const { folder } = bench.desk
  const said = yield* releaseAsSaid(folder, name)
  const { files } = yield* withdrawal(said, yield* dayToday, personWhoCommits(folder, you))
  return yield* writeFiles(bench, said, files)
})

/** Withdraws the release that came into force last. */
export const rollBack = Effect.fnUntraced(function* (bench: Bench, you: ReleaseActed["you"]) {
  const { rollback } = yield* releasesView(bench)
  if (rollback === null) return yield* releaseRefused("", { _tag: "NoneInForce" })
  return yield* withdrawRelease(bench, { name: rollback.name, you })
})

/** Brings the tables back as a commit has them; releases stay as they are. */
export const restoreTables = Effect.fnUntraced(function* ({ desk }: Bench, commit: string) {
  const { sources } = yield* readBase(commit, desk.folder)
  const today = desk.state().sources
  const texts = new Map(
    tableFilesIn(sources, today).flatMap((file) => {
      const text = sources.get(file) ?? null
      const stays = text === null && !isOwnFile(file)
      return stays || text === (today.get(file) ?? null) ? [] : [[file, text] as const]
    }),
  )
  const [first = ""] = texts.keys()
  return yield* desk.take({ label: { action: "release", file: first, count: texts.size }, texts })
})
