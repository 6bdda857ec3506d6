import { makeSpace, type Space, type WordsOf } from "../../core/analysis/space.ts"
import * as Column from "../../core/table/column.ts"
import type { Fact } from "../../core/table/condition.ts"
import {
  type Decision,
  type DecisionDefinition,
  defineDecision,
  loadDecision,
} from "../../core/table/decision.ts"
import type { HitPolicy } from "../../core/table/hit-policy.ts"
import * as Input from "../../core/table/input.ts"
import type { Choices } from "./random.ts"

const about = "Generated."

/** The words of the column that small tables refer to. */
const zones = ["north", "south", "east"] as const

/** The words of references in small tables. */
export const smallWordsOf: WordsOf = ({ file }) => (file === "zones.csv" ? zones : undefined)

/** Inputs of every kind, with few segments each. */
export const smallInputs = {
  colour: Input.enumeration(["red", "green", "blue"], { about }),
  zone: Input.optional(Input.reference("zones.csv", "zone", { about })),
  days: Input.integer({ minimum: 1, maximum: 12, about }),
  weight: Input.optional(Input.number({ minimum: 0, about })),
  annual: Input.boolean({ about }),
  insured: Input.optional(Input.boolean({ about })),
}

/** A decision table that a test asks with facts by the names of its columns. */
export interface SmallTable {
  readonly source: string
  readonly definition: DecisionDefinition
  readonly decision: Decision
  readonly space: Space
  /** The names of the rows that fire. */
  readonly fired: (facts: Readonly<Record<string, Fact>>) => ReadonlyArray<unknown>
}

/** Scores from 1 to 3 have an order of their own, which hit policies that go by outputs take. */
const scoreColumn = { ...Column.integer({ about }), words: ["2", "3", "1"] }

const definitionOf = (hitPolicy: HitPolicy): DecisionDefinition =>
  defineDecision({
    file: "small.csv",
    about,
    hitPolicy,
    inputs: smallInputs,
    outputs: { score: scoreColumn, remark: Column.note(Column.text({ about })) },
  })

/** Loads a small table from the lines after its header; throws on a mistake in it. */
export const smallTable = (hitPolicy: HitPolicy, lines: ReadonlyArray<string>): SmallTable => {
  const definition = definitionOf(hitPolicy)
  const header = [...Object.keys(smallInputs), "score", "remark"].join(",")
  const source = [header, ...lines, ""].join("\n")
  const { content, errors } = loadDecision(definition, source)
  if (errors.length > 0) throw new Error(JSON.stringify({ errors, source }))
  return {
    source,
    definition,
    decision: content,
    space: makeSpace(smallInputs, content.tests, smallWordsOf),
    fired: (facts) => content.evaluate(facts).map((hit) => hit["score"]),
  }
}

const numberItem = ({ chance, integer, pick }: Choices, whole: boolean): string => {
  const bound = (): number => integer(0, 7) + (whole ? 1 : pick([0, 0.5]))
  const low = bound()
  if (chance(0.2)) return String(low)
  if (chance(0.4)) return `${pick(["<=", ">="])}${low}`
  const high = low + integer(1, 4)
  return `${pick(["[", "("])}${low}..${high}]`
}

const cellOf = (choices: Choices, name: keyof typeof smallInputs): string => {
  const { chance, integer, pick } = choices
  if (chance(0.45)) return ""
  const input: Input.Input<unknown> = smallInputs[name]
  if (input.kind === "boolean") return pick(["true", "false"])
  const words = name === "colour" ? (["red", "green", "blue"] as const) : zones
  const items = Array.from({ length: integer(1, 2) }, () =>
    input.kind === "number" ? numberItem(choices, input.whole) : pick(words),
  )
  return chance(0.2) ? `not(${items.join("|")})` : items.join("|")
}

const names = Object.keys(smallInputs) as ReadonlyArray<keyof typeof smallInputs>

/** Random lines of a small table; scores come from a small range, so that rows often agree. */
export const smallLines = (choices: Choices, rowsMax: number): ReadonlyArray<string> =>
  Array.from({ length: choices.integer(1, rowsMax) }, (_, row) =>
    [
      ...names.map((name) => cellOf(choices, name)),
      String(choices.integer(1, 3)),
      `row ${row}`,
    ].join(","),
  )

/** Empties some condition cells of lines, so that rows take more and meet more often. */
export const widened = (
  choices: Choices,
  lines: ReadonlyArray<string>,
  emptied: (column: string) => boolean,
): ReadonlyArray<string> =>
  lines.map((line) =>
    line
      .split(",")
      .map((cell, index) => {
        const name = names[index]
        return name !== undefined && emptied(name) && choices.chance(0.6) ? "" : cell
      })
      .join(","),
  )

/** Every combination of segments of a space, as segment numbers by dimension. */
export const everyCombination = ({ dimensions }: Space): ReadonlyArray<ReadonlyArray<number>> =>
  dimensions.reduce<ReadonlyArray<ReadonlyArray<number>>>(
    (combinations, { segments }) =>
      combinations.flatMap((combination) =>
        [...segments.keys()].map((segment) => [...combination, segment]),
      ),
    [[]],
  )

/** The facts of a combination of segments, by column. */
export const factsOf = (
  { dimensions }: Space,
  combination: ReadonlyArray<number>,
): Readonly<Record<string, Fact>> =>
  Object.fromEntries(
    dimensions.map(({ name, witnesses }, index) => [
      name,
      witnesses[combination[index] ?? 0] ?? null,
    ]),
  )
