import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { readPerson } from "../../../../rules/changes/change-commits.ts"
import type { Person } from "../../../../rules/changes/reviewed-change.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { askGit } from "./git-said.ts"

/** Nobody is named as the author of what would be committed. */
export class NobodyNamed extends Data.TaggedError("NobodyNamed")<{}> {
  override get message() {
    return "git knows no name and mail here; say who you are"
  }
}

/** Who commits in a folder by git's own settings; what git would guess from the machine does not count. */
export const personOfSettings = (folder: string): Effect.Effect<Person | null, GitUnavailable> =>
  Effect.map(
    askGit(folder, ["-c", "user.useConfigOnly=true", "var", "GIT_AUTHOR_IDENT"]),
    (printed) => (printed === undefined ? null : (readPerson(printed) ?? null)),
  )

/** Who commits: by git's settings, else whom the page names. */
export const personWhoCommits = Effect.fnUntraced(function* (
  folder: string,
  named: Person | null,
): Effect.fn.Return<Person, GitUnavailable | NobodyNamed> {
  const known = (yield* personOfSettings(folder)) ?? named
  if (known === null) return yield* new NobodyNamed()
  const name = known.name.replaceAll(/[<>\n]/g, "").trim()
  const mail = known.mail.replaceAll(/[<>\s]/g, "")
  return name === "" || mail === "" ? yield* new NobodyNamed() : { name, mail }
})
