import type { Finding, NamedCells } from "../../../core/check/finding.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import { inputsOf } from "./column-words.ts"

/** What is told of a finding or a mistake: in short, and with its reason and what one can do. */
export interface ToldFinding {
  readonly title: string
  readonly detail: string
}

/** Findings of some kinds. */
export type FindingOf<Tag extends Finding["_tag"]> = Extract<Finding, { readonly _tag: Tag }>

/**
 * How a language tells each kind of finding, with the table that it is in; undefined where the file is
 * none of a known table.
 */
export type FindingTeller = {
  readonly [Tag in Finding["_tag"]]: (
    finding: FindingOf<Tag>,
    definition: AnyDefinition | undefined,
  ) => ToldFinding
}

/** A finding as a language tells it. */
export const toldIn = (
  teller: FindingTeller,
  finding: Finding,
  definition: AnyDefinition | undefined,
): ToldFinding => {
  const tell = teller[finding._tag] as (
    finding: Finding,
    definition: AnyDefinition | undefined,
  ) => ToldFinding
  return tell(finding, definition)
}

/** The conditions that tell most in a title: those on numbers, else the first ones. */
export const tellingCells = (
  definition: AnyDefinition | undefined,
  cells: NamedCells,
): NamedCells => {
  const inputs = inputsOf(definition)
  const entries = Object.entries(cells)
  const numbers = entries.filter(([column]) => inputs[column]?.kind === "number")
  return Object.fromEntries((numbers.length > 0 ? numbers : entries).slice(0, 3))
}

/** Cells without those of some others. */
export const otherCells = (cells: NamedCells, told: NamedCells): NamedCells =>
  Object.fromEntries(Object.entries(cells).filter(([column]) => !(column in told)))

const cellCharactersMax = 60

/** A cell as far as a sentence shows it. */
export const shortCell = (text: string): string =>
  text.length > cellCharactersMax ? `${text.slice(0, cellCharactersMax - 1)}…` : text

const listedMax = 200

/** What is expected, as far as a sentence shows it. */
export const shortList = (text: string): string =>
  text.length > listedMax ? `${text.slice(0, listedMax)}…` : text

/** A list whose last part stands behind a word: `4, 5 and 9`; of many parts the first ones and how many more. */
export const listedTo = (
  lines: ReadonlyArray<number>,
  and: string,
  more: (count: number) => string,
): string => {
  const shown = lines.slice(0, 6).map(String)
  const rest = lines.length - shown.length
  const parts = rest > 0 ? [...shown, more(rest)] : shown
  return parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`
}
