import * as Effect from "effect/Effect"
import { readPerson } from "../../../../rules/changes/change-commits.ts"
import type { Person } from "../../../../rules/changes/reviewed-change.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { askGit } from "./git-said.ts"
import { SignedIn } from "../signed-in.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

/** Who commits in a folder by git's own settings; what git would guess from the machine does not count. */
export const personOfSettings = (folder: string): Effect.Effect<Person | null, GitUnavailable> =>
  Effect.map(
    askGit(folder, ["-c", "user.useConfigOnly=true", "var", "GIT_AUTHOR_IDENT"]),
    (printed) => (printed === undefined ? null : (readPerson(printed) ?? null)),
  )

/** Who works here: who is signed in to a workbench for a team, else whom git's settings name. */
export const personHere = (folder: string): Effect.Effect<Person | null, GitUnavailable> =>
  Effect.flatMap(SignedIn, (member) =>
    member === null ? personOfSettings(folder) : Effect.succeed(member.person),
  )

/** Who commits: who works here, else whom the page names. */
export const personWhoCommits = Effect.fnUntraced(function* (
  folder: string,
  named: Person | null,
): Effect.fn.Return<Person, GitUnavailable | CallRefused> {
  const known = (yield* personHere(folder)) ?? named
  if (known === null) return yield* callRefused("NobodyNamed", {})
  const name = known.name.replaceAll(/[<>\n]/g, "").trim()
  const mail = known.mail.replaceAll(/[<>\s]/g, "")
  return name === "" || mail === "" ? yield* callRefused("NobodyNamed", {}) : { name, mail }
})
