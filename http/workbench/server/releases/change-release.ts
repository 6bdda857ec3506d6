import * as Effect from "effect/Effect"
import {
  type ReleaseFacts,
  type Release,
  releaseFile,
  releasePath,
} from "../../../../rules/tables/release.ts"
import { tableFiles } from "../../../../rules/tables/index.ts"
import { readBase } from "../../../tables/base-version.ts"
import type { FolderTables } from "../../../tables/in-force.ts"
import type { Bench } from "../bench.ts"
import { releasesIn } from "./new-releases.ts"
import { dayToday, soundRelease } from "./prepare-release.ts"
import { releasesView } from "./releases-view.ts"
import {
  factsText,
  releaseNamed,
  ReleaseRefused,
  datedToday,
  withdrawnToday,
} from "../../../../rules/tables/release-change.ts"

const heldNow = Effect.fnUntraced(function* ({ desk }: Bench) {
  const { errors, sources } = desk.state()
  const held: FolderTables = {
    folder: desk.folder,
    files: { sources, errors },
    releases: yield* releasesIn(desk.folder),
  }
  return held
})

/** Writes what a release says of itself from now on, as a step that can be undone. */
const writeFacts = ({ desk }: Bench, { name, sources }: Release, facts: ReleaseFacts) => {
  const file = releasePath(name, releaseFile)
  const label = { action: "release", file, count: sources.size } as const
  return desk.take({ label, texts: new Map([[file, factsText(facts)]]) })
}

/** Puts a release that waits in force today. */
export const putInForce = Effect.fnUntraced(function* (bench: Bench, name: string) {
  const held = yield* heldNow(bench)
  const release = yield* releaseNamed(held, name)
  const facts = yield* datedToday(release, yield* dayToday)
  yield* soundRelease(bench, held, name)
  return yield* writeFacts(bench, release, facts)
})

/** Takes a release out of force, or keeps it from it; its folder stays, for the record. */
export const withdrawRelease = Effect.fnUntraced(function* (bench: Bench, name: string) {
  const release = yield* releaseNamed(yield* heldNow(bench), name)
  return yield* writeFacts(bench, release, yield* withdrawnToday(release, yield* dayToday))
})

/** Withdraws the release that came into force last. */
export const rollBack = Effect.fnUntraced(function* (bench: Bench) {
  const { rollback } = yield* releasesView(bench)
  if (rollback === null)
    return yield* new ReleaseRefused({
      reason: "No release is in force",
      why: "none-in-force",
      name: "",
    })
  return yield* withdrawRelease(bench, rollback.name)
})

/** Brings the tables back as a commit has them; releases stay as they are. */
export const restoreTables = Effect.fnUntraced(function* ({ desk }: Bench, commit: string) {
  const { sources } = yield* readBase(commit, desk.folder)
  const texts = new Map(
    tableFiles.flatMap((file) => {
      const text = sources.get(file)
      return text === undefined || text === desk.state().sources.get(file)
        ? []
        : [[file, text] as const]
    }),
  )
  const [first = ""] = texts.keys()
  return yield* desk.take({ label: { action: "release", file: first, count: texts.size }, texts })
})
