import * as Column from "../../core/table/column.ts"
import { type Decision, defineDecision, loadDecision } from "../../core/table/decision.ts"
import { type HitPolicy, policies } from "../../core/table/hit-policy.ts"
import { describeTableError } from "../../core/table/error.ts"
import * as Input from "../../core/table/input.ts"
import type { Choices } from "./random.ts"

/** A row as text: conditions on colour, days, annual and age, then a price, a label and a note. */
export type TextRow = readonly [string, string, string, string, string, string, string]

/** The words that a colour may be. */
export const colours = ["red", "green", "blue", "grey"] as const

/** The words that any kind of table in these tests may name. */
export const wordsOfPairs = (): ReadonlyArray<string> => colours

/** A figure is made of one output: the label is a note then. */
const labelColumn = (hitPolicy: HitPolicy): Column.Column<string> => {
  const label = Column.text({ about: "A label." })
  return policies[hitPolicy].aggregate === undefined ? label : Column.note(label)
}

const generated = (hitPolicy: HitPolicy) =>
  defineDecision({
    file: "generated.csv",
    about: "A generated table.",
    hitPolicy,
    inputs: {
      colour: Input.reference("colours.csv", "colour", { about: "A colour." }),
      days: Input.integer({ minimum: 0, maximum: 12, about: "Days." }),
      annual: Input.boolean({ about: "A flag." }),
      age_years: Input.optional(Input.number({ minimum: 0, about: "An age, if known." })),
    },
    outputs: {
      price: { ...Column.decimal({ about: "A price." }), words: ["2", "1.4"] },
      label: labelColumn(hitPolicy),
      source: Column.note(Column.text({ about: "Where it comes from." })),
    },
  })

/** Loads a decision table of text rows. */
export const decisionOf = (hitPolicy: HitPolicy, rows: ReadonlyArray<TextRow>): Decision => {
  const header = "colour,days,annual,age_years,price,label,source"
  const text = [header, ...rows.map((row) => row.join(",")), ""].join("\n")
  const { content, errors } = loadDecision(generated(hitPolicy), text)
  if (errors.length > 0) throw new Error(errors.map(describeTableError).join("\n"))
  return content as unknown as Decision
}

const someColours = ({ chance, integer, pick }: Choices): string => {
  if (chance(0.3)) return ""
  const words = Array.from({ length: integer(1, 2) }, () => pick(colours)).join("|")
  return chance(0.25) ? `not(${words})` : words
}

const someNumbers = ({ chance, integer, pick }: Choices): string => {
  if (chance(0.3)) return ""
  const low = integer(0, 6)
  const high = low + integer(1, 5)
  const range = `${pick(["[", "("])}${low}..${high}${pick(["]", ")"])}`
  const cell = pick([range, range, String(low), `<${high}`, `<=${high}`, `>${low}`, `>=${low}`])
  const both = chance(0.15) ? `${cell}|${high + 2}` : cell
  return chance(0.15) ? `not(${both})` : both
}

/** Draws a row whose outcome is one of a few. */
export const drawRow = (choices: Choices): TextRow => {
  const { chance, pick } = choices
  return [
    someColours(choices),
    someNumbers(choices),
    chance(0.5) ? "" : pick(["true", "false"]),
    someNumbers(choices),
    pick(["1.40", "1.4", "2"]),
    pick(["a", "b"]),
    pick(["one page", "another page"]),
  ]
}

const replaced = <Item>(items: ReadonlyArray<Item>, at: number, ...by: ReadonlyArray<Item>) => [
  ...items.slice(0, at),
  ...by,
  ...items.slice(at + 1),
]

/** Draws another version of some rows: a few rows edited, added, taken out or moved. */
export const drawEdit = (
  choices: Choices,
  rows: ReadonlyArray<TextRow>,
): ReadonlyArray<TextRow> => {
  let edited = rows
  const edits = choices.integer(1, 3)
  for (let edit = 0; edit < edits; edit += 1) {
    const at = choices.integer(0, Math.max(0, edited.length - 1))
    const old = edited[at]
    const fresh = drawRow(choices)
    if (old === undefined) return [...edited, fresh]
    switch (choices.pick(["cell", "cell", "cell", "add", "remove", "move"])) {
      case "cell": {
        const column = choices.integer(0, 6)
        const cells = old.map((cell, index) => (index === column ? fresh[index] : cell))
        edited = replaced(edited, at, cells as unknown as TextRow)
        break
      }
      case "add":
        edited = replaced(edited, at, old, fresh)
        break
      case "remove":
        edited = replaced(edited, at)
        break
      case "move": {
        const rest = replaced(edited, at)
        const to = choices.integer(0, rest.length)
        edited = [...rest.slice(0, to), old, ...rest.slice(to)]
        break
      }
    }
  }
  return edited
}
