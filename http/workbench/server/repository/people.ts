import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Person } from "../../protocol/review.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { askGit } from "./git-said.ts"

/** Nobody is named as the author of what would be committed. */
export class NobodyNamed extends Data.TaggedError("NobodyNamed")<{}> {
  override get message() {
    return "git knows no name and mail here; say who you are"
  }
}

/**
 * A person as git writes people.
 *
 * ```ts
 * import { readPerson } from "../http/workbench/server/repository/people.ts"
 *
 * readPerson("Léa Morin <lea@example.com>") // => { name: "Léa Morin", mail: "lea@example.com" }
 * readPerson("nobody") // => undefined
 * ```
 */
export const readPerson = (text: string): Person | undefined => {
  const [, name, mail] = /^(.*?) ?<([^<>]*)>/.exec(text) ?? []
  return name === undefined || mail === undefined ? undefined : { name, mail }
}

/** A person as git writes people. */
export const personText = ({ mail, name }: Person): string => `${name} <${mail}>`

const same = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Whether two names are those of one person: by mail or by name, so that a second mail makes no second
 * person.
 *
 * ```ts
 * import { isSamePerson } from "../http/workbench/server/repository/people.ts"
 *
 * isSamePerson({ name: "Léa Morin", mail: "a@b.c" }, { name: "léa morin", mail: "d@e.f" }) // => true
 * isSamePerson({ name: "Léa Morin", mail: "a@b.c" }, { name: "Inès Caron", mail: "d@e.f" }) // => false
 * ```
 */
export const isSamePerson = (one: Person, other: Person): boolean =>
  same(one.mail, other.mail) || same(one.name, other.name)

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
