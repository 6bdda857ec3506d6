import { appendFile, readFile, rm } from "node:fs/promises"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import { isSamePerson, personText, readPerson } from "../../../../rules/changes/change-commits.ts"
import type { Person } from "../../../../rules/changes/reviewed-change.ts"
import { errorCode } from "../../../platform/system-error.ts"
import { askGit } from "./git-said.ts"

/**
 * Where a worktree keeps who has edited it since its last commit: in the folder of git, so that no commit holds it, and on
 * disk, so that it outlives the desk.
 */
const pathOf = Effect.fnUntraced(function* (folder: string) {
  const printed = yield* askGit(folder, ["rev-parse", "--git-path", "viatica-writers"]).pipe(
    Effect.orElseSucceed(() => undefined),
  )
  return printed === undefined ? undefined : resolve(folder, printed.trim())
})

/** The people who have edited a desk for a team since its last commit, each once. */
export const writersSince = (folder: string): Effect.Effect<ReadonlyArray<Person>> =>
  Effect.flatMap(pathOf(folder), (path) =>
    path === undefined ? Effect.succeed([]) : Effect.promise(() => peopleIn(path)),
  )

const peopleIn = async (path: string): Promise<ReadonlyArray<Person>> => {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    if (errorCode(cause) === "ENOENT") return ""
    throw cause
  })
  return text.split("\n").flatMap((line) => readPerson(line) ?? [])
}

/** Keeps that a person has edited a desk. */
export const noteWriter = (folder: string, person: Person): Effect.Effect<void> =>
  Effect.flatMap(pathOf(folder), (path) =>
    path === undefined
      ? Effect.void
      : Effect.promise(async () => {
          const known = await peopleIn(path)
          if (known.some((each) => isSamePerson(each, person))) return
          await appendFile(path, `${personText(person)}\n`)
        }),
  )

/** Forgets who has edited a desk: a commit names them from now on. */
export const forgetWriters = (folder: string): Effect.Effect<void> =>
  Effect.flatMap(pathOf(folder), (path) =>
    path === undefined ? Effect.void : Effect.promise(() => rm(path, { force: true })),
  )
