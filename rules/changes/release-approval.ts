import * as Result from "effect/Result"
import { csvText } from "../../core/table/csv.ts"
import { fileError } from "../../core/table/error.ts"
import {
  type Release,
  type ReleaseApproval,
  type ReleaseFacts,
  releaseFile,
  releasePath,
} from "../tables/release.ts"
import { type ReleaseRefused, releaseRefused } from "../tables/release-change.ts"
import { isSamePerson, personText, readPerson } from "./change-commits.ts"
import type { Person } from "./reviewed-change.ts"

/**
 * A release as it stands where nothing comes into force, and nothing is withdrawn, by one person's word: one
 * that nobody but its author stands for is refused, and one whose withdrawal a single person wants stays.
 */
export const asApproved = (release: Release): Release => {
  const { errors, facts, name } = release
  if (facts === undefined || errors.length > 0) return release
  if (facts.withdrawnOn !== null) {
    const isWhole = withdrawersOf(release, facts.withdrawnOn).length > 1
    const stays = { ...release, facts: { ...facts, withdrawnOn: null } }
    return !isWhole && isApprovedBySomeoneElse(release, facts) ? stays : release
  }
  if (isApprovedBySomeoneElse(release, facts)) return release
  const { author, effectiveFrom: day } = facts
  return {
    ...release,
    errors: [fileError(releasePath(name, releaseFile), { _tag: "ApprovedRelease", author, day })],
  }
}

/** Refuses a release that {@link asApproved} refuses, as nobody but its author stands for it. */
export const checkApproved = ({ errors, name }: Release): Result.Result<void, ReleaseRefused> => {
  for (const { expected } of errors) {
    if (expected._tag === "ApprovedRelease") {
      const { author, day } = expected
      return Result.fail(releaseRefused(name, { _tag: "Unapproved", author, day }))
    }
  }
  return Result.void
}

/** The people who approved a release as it lies there, other than its author. */
export const approversOf = (release: Release): ReadonlyArray<Person> =>
  release.facts === undefined ? [] : otherPeople(release, release.facts)

/** Who wants a release withdrawn, where that waits for a second person; undefined otherwise. */
export const withdrawalWaitsFor = (release: Release): Person | undefined => {
  const { facts } = release
  if (facts === undefined || facts.withdrawnOn === null) return undefined
  const [first, second] = withdrawersOf(release, facts.withdrawnOn)
  return second === undefined ? first : undefined
}

/** What a person says of a release, to be kept with it. */
export interface ApprovalAsked {
  readonly by: Person
  /** The first day from which it may be in force, where another than its own is meant. */
  readonly from?: string | undefined
}

/**
 * What people say of a release with a person's approval at the end: of its withdrawal, where that waits for one, else of its tables from its
 * day on. The person who made it, or who wants it withdrawn, is refused.
 */
export const approvedBy = (
  release: Release,
  { by, from }: ApprovalAsked,
): Result.Result<ReadonlyArray<ReleaseApproval>, ReleaseRefused> => {
  const { approvals, facts, name, tablesHash: tables } = release
  if (facts === undefined) {
    const path = releasePath(name, releaseFile)
    return Result.fail(releaseRefused(name, { _tag: "Unreadable", path }))
  }
  const waits = withdrawalWaitsFor(release)
  if (facts.withdrawnOn !== null && waits === undefined) {
    const { withdrawnOn } = facts
    return Result.fail(releaseRefused(name, { _tag: "Withdrawn", withdrawnOn }))
  }
  const own = (waits === undefined ? authorsNamed(facts.author) : [waits]).find((each) =>
    isSamePerson(each, by),
  )
  if (own !== undefined) {
    return Result.fail(releaseRefused(name, { _tag: "OwnApproval", person: own.name }))
  }
  const person = personText(by)
  const said: ReleaseApproval =
    facts.withdrawnOn === null
      ? { approves: "release", person, day: from ?? facts.effectiveFrom, tables }
      : { approves: "withdrawal", person, day: facts.withdrawnOn, tables }
  return Result.succeed(withWord(approvals, said))
}

/** What is kept with a release that a person wants withdrawn from a day on. */
export const withdrawalBy = (
  { approvals, tablesHash: tables }: Release,
  by: Person,
  day: string,
): ReadonlyArray<ReleaseApproval> =>
  withWord(approvals, { approves: "withdrawal", person: personText(by), day, tables })

/** Who stands for a release, as its file holds it. */
export const approvalsText = (approvals: ReadonlyArray<ReleaseApproval>): string =>
  [
    "approves,person,day,tables",
    ...approvals.map(({ approves, day, person, tables }) =>
      [approves, person, day, tables].map(csvText).join(","),
    ),
    "",
  ].join("\n")

const isSameWord = (one: ReleaseApproval, other: ReleaseApproval): boolean =>
  one.approves === other.approves &&
  one.person === other.person &&
  one.day === other.day &&
  one.tables === other.tables

const withWord = (
  approvals: ReadonlyArray<ReleaseApproval>,
  said: ReleaseApproval,
): ReadonlyArray<ReleaseApproval> => [...approvals.filter((each) => !isSameWord(each, said)), said]

/**
 * The people who made a release, as its author: several are written one after the other. A name with a comma
 * counts as a whole, too.
 */
const authorsNamed = (author: string): ReadonlyArray<Person> =>
  [author, ...author.split(/,\s*/)].map((text) => personNamed(text))

/** The author of a release that several people made. */
export const authorText = (people: ReadonlyArray<Person>): string =>
  people.map(({ name }) => name).join(", ")

/** People are often written without their email. */
const personNamed = (text: string): Person => readPerson(text) ?? { name: text, mail: "" }

/** The people who approved the tables of a release for its day or one before, without its author. */
const otherPeople = (
  { approvals, tablesHash }: Release,
  { author, effectiveFrom }: ReleaseFacts,
): ReadonlyArray<Person> =>
  differentPeople(
    approvals
      .filter(
        ({ approves, day, tables }) =>
          approves === "release" && tables === tablesHash && day <= effectiveFrom,
      )
      .map(({ person }) => personNamed(person))
      .filter((person) => !authorsNamed(author).some((each) => isSamePerson(each, person))),
  )

const isApprovedBySomeoneElse = (release: Release, facts: ReleaseFacts): boolean =>
  otherPeople(release, facts).length > 0

/** The people who stand for the withdrawal of a release on a day, the first first. */
const withdrawersOf = (
  { approvals, tablesHash }: Release,
  withdrawnOn: string,
): ReadonlyArray<Person> =>
  differentPeople(
    approvals
      .filter(
        ({ approves, day, tables }) =>
          approves === "withdrawal" && tables === tablesHash && day === withdrawnOn,
      )
      .map(({ person }) => personNamed(person)),
  )

const differentPeople = (people: ReadonlyArray<Person>): ReadonlyArray<Person> =>
  people.filter((person, index) => people.findIndex((each) => isSamePerson(each, person)) === index)
