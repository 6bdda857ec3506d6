import type { Person } from "./reviewed-change.ts"

/** A commit of the change. */
export interface LoggedCommit {
  readonly commit: string
  readonly by: Person
  /** When it was made, as ISO 8601 with its zone. */
  readonly at: string
  readonly subject: string
  readonly trailers: Trailers
  /** Whether it changes files of the folder of tables. */
  readonly hasTables: boolean
}

/** Facts of a commit as git keeps them at the end of its message: a key and a line of text each. */
export type Trailers = ReadonlyArray<readonly [key: string, value: string]>

/**
 * A text on one line, as a trailer holds it.
 *
 * ```ts
 * import { oneLine } from "../rules/changes/change-commits.ts"
 *
 * oneLine(" why 12 %\n past 31 days? ") // => "why 12 % past 31 days?"
 * ```
 */
export const oneLine = (text: string): string =>
  text.replaceAll("\0", " ").replaceAll(/\s+/g, " ").trim()

/**
 * A message of a commit: its subject, and its trailers as the last paragraph. Trailers without a value
 * are left out.
 *
 * ```ts
 * import { commitMessage } from "../rules/changes/change-commits.ts"
 *
 * commitMessage("Raise fees", [["Reason", "costs\nrose"], ["Also", " "]]) // => "Raise fees\n\nReason: costs rose\n"
 * ```
 */
export const commitMessage = (subject: string, trailers: Trailers): string => {
  const lines = trailers
    .map(([key, value]) => [key, oneLine(value)] as const)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}: ${value}`)
  return `${oneLine(subject)}\n\n${lines.join("\n")}\n`
}

/**
 * Trailers as git prints them, a line each.
 *
 * ```ts
 * import { readTrailers } from "../rules/changes/change-commits.ts"
 *
 * readTrailers("Comment-on: fees.csv:2\nComment: why: so much?\n") // => [["Comment-on", "fees.csv:2"], ["Comment", "why: so much?"]]
 * ```
 */
export const readTrailers = (printed: string): Trailers =>
  printed.split("\n").flatMap((line) => {
    const [, key, value] = /^([A-Za-z][\w-]*): ?(.*)$/.exec(line) ?? []
    return key === undefined || value === undefined ? [] : [[key, value.trim()] as const]
  })

/** The first value of a key; keys are the same in any case, as git has it. */
export const trailerOf = (trailers: Trailers, key: string): string | undefined =>
  trailers.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]

/** All values of a key. */
export const trailersOf = (trailers: Trailers, key: string): ReadonlyArray<string> =>
  trailers.filter(([name]) => name.toLowerCase() === key.toLowerCase()).map(([, value]) => value)

/**
 * A person as git writes people.
 *
 * ```ts
 * import { readPerson } from "../rules/changes/change-commits.ts"
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

/**
 * Whether two names are those of one person: by mail or by name, so that a second mail makes no second
 * person.
 *
 * ```ts
 * import { isSamePerson } from "../rules/changes/change-commits.ts"
 *
 * isSamePerson({ name: "Léa Morin", mail: "a@b.c" }, { name: "léa morin", mail: "d@e.f" }) // => true
 * isSamePerson({ name: "Léa Morin", mail: "a@b.c" }, { name: "Inès Caron", mail: "d@e.f" }) // => false
 * ```
 */
export const isSamePerson = (one: Person, other: Person): boolean =>
  (one.mail !== "" && same(one.mail, other.mail)) || same(one.name, other.name)

/**
 * The branch of a change by its name: small letters, digits and hyphens, so that whatever somebody
 * writes can be one.
 *
 * ```ts
 * import { branchNameOf } from "../rules/changes/change-commits.ts"
 *
 * branchNameOf("Harborwick 2027 : été") // => "harborwick-2027-ete"
 * branchNameOf("…") // => ""
 * ```
 */
export const branchNameOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, nameMax)
    .replace(/-$/, "")

const same = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** A longer name of a branch is cut. */
const nameMax = 60
