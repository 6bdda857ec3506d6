import type { NamedFacts } from "../../analysis/region.ts"
import type { Finding, FindingKind, NamedCells, ProvenLaw, ShownTrip } from "../finding.ts"

/** What a language says of a finding: in short and in full, and what helps with it. */
export interface Told {
  /** The finding in short, as a heading; it begins in small letters. */
  readonly title: string
  /** The whole sentence, without its place. */
  readonly says: string
  /** What the heading leaves out, in sentences: why, for example what, and what one can do. */
  readonly detail: ReadonlyArray<string>
  /** What helps who edits the file, a line each: an example, a row, a comment that would settle it. */
  readonly hints: ReadonlyArray<string>
}

/** What a teller gives; {@link tellBy} makes the rest of it. */
export interface Telling {
  readonly title: string
  /** Why, in a few words: it follows the heading. */
  readonly reason?: string
  /** The whole sentence, where heading and reason together are none. */
  readonly says?: string
  /** What else there is to know, which both hints and detail tell. */
  readonly notes?: ReadonlyArray<string>
  readonly hints?: ReadonlyArray<string>
  /** What one can do, as a sentence. */
  readonly advice?: string
}

/** Findings of some kinds. */
export type FindingOf<Tag extends Finding["_tag"]> = Extract<Finding, { readonly _tag: Tag }>

/**
 * How cells, columns and rows are written in a sentence: as in the file, for who edits it, or in the
 * words of a language.
 */
export interface Notation {
  /** Conditions by column. */
  readonly cells: (cells: NamedCells) => string
  /** Facts, of some columns where they are named; empty where there is nothing to tell. */
  readonly facts: (facts: NamedFacts, columns?: ReadonlyArray<string>) => string
  /** The conditions that a heading has place for. */
  readonly brief: (cells: NamedCells) => NamedCells
  readonly column: (column: string) => string
  /** A cell, in quotes. */
  readonly cell: (text: string) => string
  /** A figure or a word of a cell. */
  readonly figure: (text: string) => string
  /** A row, or several, by their lines. */
  readonly rows: (lines: ReadonlyArray<number>) => string
}

/** How a language tells each kind of finding. */
export type FindingTeller = {
  readonly [Tag in Finding["_tag"]]: (finding: FindingOf<Tag>, as: Notation) => Telling
}

/** A finding as a language tells it. */
export const tellBy = (teller: FindingTeller, finding: Finding, as: Notation): Told => {
  const tell = teller[finding._tag] as (finding: Finding, as: Notation) => Telling
  const { advice = "", hints = [], notes = [], reason, says, title } = tell(finding, as)
  return {
    title,
    says: says ?? (reason === undefined ? title : `${title}: ${reason}`),
    detail: [reason ?? says ?? "", ...notes, advice].filter((sentence) => sentence !== ""),
    hints: [...notes, ...hints],
  }
}

/** Every kind of finding as it is called where it is only counted. */
export type FindingPlurals = Readonly<Record<FindingKind, string>>

/** How a language writes the ages of travellers who share a trip, in turn: `34, 36 and 2 x 8`. */
export const agesText = (ages: ShownTrip["ages"], and: string): string => {
  const counts = new Map<number, number>()
  for (const age of ages) counts.set(age, (counts.get(age) ?? 0) + 1)
  return listedTo(
    [...counts].map(([age, count]) => (count === 1 ? `${age}` : `${count} x ${age}`)),
    and,
  )
}

/** What more a step asks for, by its law: of the age of the last traveller after it, and before. */
export type MoreWords = Readonly<
  Record<Exclude<ProvenLaw, "cover">, (age: number, before: number) => string>
>

/** What more a step asks for, by the trips of a breach. */
export const moreText = (
  words: MoreWords,
  law: keyof MoreWords,
  before: ShownTrip,
  after: ShownTrip,
): string => words[law](after.ages.at(-1) ?? 0, before.ages.at(-1) ?? 0)

/** Parts as a list whose last one stands behind a word: `4, 5 and 9`. */
export const listedTo = (parts: ReadonlyArray<string>, and: string): string =>
  parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1) ?? ""}`

/** Some lines from top to bottom. */
export const inOrder = (...lines: ReadonlyArray<number>): ReadonlyArray<number> =>
  lines.toSorted((left, right) => left - right)

const shownMax = 3

/** The first of many parts, and how many more there are by `more`. */
export const fewOf = (
  parts: ReadonlyArray<string>,
  more: (count: number) => string,
): ReadonlyArray<string> =>
  parts.length <= shownMax ? parts : [...parts.slice(0, shownMax), more(parts.length - shownMax)]

const linesMax = 6

/** The first of many lines, and how many more there are by `more`. */
export const firstLines = (
  lines: ReadonlyArray<number>,
  more: (count: number) => string,
): ReadonlyArray<string> => {
  const shown = lines.slice(0, linesMax).map(String)
  return lines.length > linesMax ? [...shown, more(lines.length - linesMax)] : shown
}

/** The columns of facts that show a broken promise, without the one that it goes along. */
export const witnessColumns = ({
  over,
  witness,
}: FindingOf<"BrokenPromise">): ReadonlyArray<string> =>
  Object.keys(witness).filter((column) => column !== over)

/** Cells without those of some others. */
export const otherCells = (cells: NamedCells, told: NamedCells): NamedCells =>
  Object.fromEntries(Object.entries(cells).filter(([column]) => !(column in told)))

/** Whether there are none. */
export const isNone = (named: NamedCells | NamedFacts): boolean => Object.keys(named).length === 0
