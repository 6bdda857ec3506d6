import type { NamedFacts } from "../../../../core/analysis/region.ts"
import { escapeXml } from "../../../../core/escape-html.ts"
import { figureText } from "../../../../core/money/decimal-literal.ts"
import { isRational } from "../../../../core/money/rational.ts"
import {
  portableAnswer,
  type PortableInput,
  type PortableTable,
  type ResultValues,
} from "../../../../core/portable/portable-table.ts"
import { camelKeys } from "../../../../core/table/names.ts"
import { isCalendarDay } from "../../../../core/vocabulary/day.ts"
import type { LoadedPortable } from "../portable/portable-files.ts"

/** Cases as a file of the kit has them. */
export interface WrittenCases {
  readonly text: string
  readonly cases: number
  /** Questions that no file of the kit can ask: of a day that is none. */
  readonly left: number
}

/**
 * Facts and what an imported table answers to them, as cases of DMN's Technology Compatibility Kit:
 * for the model that it is exported as, and for every engine that runs the kit.
 */
export const writeCases = (
  { decision, table }: LoadedPortable,
  questions: ReadonlyArray<NamedFacts>,
): WrittenCases => {
  const linesOf = (facts: NamedFacts): string =>
    decision
      .evaluate(camelKeys(facts))
      .map(({ line }) => line)
      .join()
  const writable = questions.map((facts) => {
    const late = withLateDays(table, facts)
    return linesOf(late) === linesOf(facts) ? late : facts
  })
  const different = new Map(writable.map((facts) => [JSON.stringify(facts), facts]))
  const cases = [...different.values()].flatMap((facts, index) => {
    const inputs = inputsText(table, facts)
    if (inputs === undefined) return []
    const expected = answerText(table, portableAnswer(table, decision, facts))
    const id = String(index + 1).padStart(3, "0")
    const result = `<resultNode name="${escapeXml(table.name)}" type="decision"><expected>${expected}</expected></resultNode>`
    return `  <testCase id="${id}">\n    ${inputs}\n    ${result}\n  </testCase>`
  })
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testCases ${spaces}>`,
    `  <modelName>${escapeXml(table.name)}.dmn</modelName>`,
    ...cases,
    "</testCases>",
    "",
  ]
  return { text: lines.join("\n"), cases: cases.length, left: different.size - cases.length }
}

/** The first condition of a table that no value of a case can be given for: its expression is no name. */
export const namelessInput = ({ inputs }: PortableTable): PortableInput | undefined =>
  inputs.find(({ expression }) => !namePattern.test(expression))

/** Facts without days of the first centuries, which few engines count alike. */
const withLateDays = ({ inputs }: PortableTable, facts: NamedFacts): NamedFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      const isDay = inputs.some((input) => input.name === name && input.type === "day")
      return [name, isDay && typeof fact === "number" ? Math.max(fact, firstDay) : fact]
    }),
  )

const firstDay = 20_000_101

const spaces = [
  'xmlns="http://www.omg.org/spec/DMN/20160719/testcase"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
].join(" ")

/** A name of FEEL that no engine can take for an expression. */
const namePattern = /^[\p{L}_][\p{L}\p{N}_ ]*$/u

const nothing = '<value xsi:nil="true"/>'

const valueText = (type: string, text: string): string =>
  `<value xsi:type="xsd:${type}">${escapeXml(text)}</value>`

/** The inputs of a case; undefined where a fact is none that can be written. */
const inputsText = ({ inputs }: PortableTable, facts: NamedFacts): string | undefined => {
  const texts = inputs.flatMap((input) => {
    const text = factText(input, facts[input.name] ?? null)
    const name = escapeXml(input.expression)
    return text === undefined ? [] : `<inputNode name="${name}">${text}</inputNode>`
  })
  return texts.length < inputs.length ? undefined : texts.join("\n    ")
}

const factText = (
  { type }: PortableInput,
  fact: string | number | boolean | null,
): string | undefined => {
  if (fact === null) return nothing
  const text = String(fact)
  switch (type) {
    case "words":
      return valueText("string", text)
    case "number":
      return valueText("decimal", text)
    case "boolean":
      return valueText("boolean", text)
    case "day": {
      const day = text.padStart(8, "0").replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3")
      return isCalendarDay(day) ? valueText("date", day) : undefined
    }
    case "seconds":
      return valueText("duration", durationText(Number(fact), "PT", "S"))
    case "months":
      return valueText("duration", durationText(Number(fact), "P", "M"))
  }
}

const durationText = (count: number, before: "P" | "PT", after: "S" | "M"): string =>
  `${count < 0 ? "-" : ""}${before}${Math.abs(count)}${after}`

const resultText = (value: unknown, type: PortableTable["outputs"][number]["type"]): string => {
  if (value === null || value === undefined) return nothing
  if (isRational(value)) return valueText("decimal", figureText(value))
  if (typeof value === "boolean") return valueText("boolean", String(value))
  return valueText(type === "day" ? "date" : "string", String(value))
}

/** The results of a row: of several their components, by the names that the model has for them. */
const rowText = ({ outputs }: PortableTable, values: ResultValues): string => {
  const [only, ...others] = outputs
  if (only !== undefined && others.length === 0) return resultText(values[only.name], only.type)
  return outputs
    .map(({ label, name, type }) => {
      const text = resultText(values[name], type)
      return `<component name="${escapeXml(label)}">${text}</component>`
    })
    .join("")
}

const answerText = (table: PortableTable, answer: ReturnType<typeof portableAnswer>): string => {
  switch (answer._tag) {
    case "One":
      return answer.values === null ? nothing : rowText(table, answer.values)
    case "All":
      return answer.rows.length === 0
        ? nothing
        : `<list>${answer.rows.map((row) => `<item>${rowText(table, row)}</item>`).join("")}</list>`
    case "Figure":
      return answer.figure === null ? nothing : valueText("decimal", answer.figure)
    case "Conflict":
      return nothing
  }
}
