import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type {
  PortableFact,
  PortableInput,
  PortableOutput,
  PortableTable,
} from "../../../core/portable/portable-table.ts"
import { policies } from "../../../core/table/hit-policy.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import type { AnswerShape } from "./answer-columns.ts"

/** Answers of an imported table as a table: a row for each row of it that applies, behind the facts. */
export const tableShape = ({ facts, hitPolicy, inputs, outputs }: PortableTable): AnswerShape => {
  const asked: ReadonlyArray<AskedFact> =
    facts?.map((fact) => ({ name: fact.name, schema: factSchema(fact, inputs) })) ??
    inputs.map(({ name, type }) => ({ name, schema: schemas[type] }))
  const request = Schema.Struct(
    Object.fromEntries(asked.map(({ name, schema }) => [name, Schema.optionalKey(schema)])),
  )
  const plain = asked.filter(({ schema }) => !AST.isObjects(schema.ast))
  const usual = ["row", "id", ...plain.map(({ name }) => `request.${name}`)]
  if (policies[hitPolicy].aggregate !== undefined) {
    return {
      answer: Schema.Struct({ figure: Schema.NullOr(Schema.Finite) }),
      request,
      items: { name: "", path: [] },
      shortNames: {},
      usual: [...usual, "figure"],
    }
  }
  const results = outputs.map(({ name, type }) => [name, Schema.NullOr(schemas[type])])
  const hit = Schema.Struct({ line: Schema.NullOr(Schema.Int), ...Object.fromEntries(results) })
  const taken = new Set(asked.map(({ name }) => name))
  // A result that is called as a fact has its path alone.
  const short = ["line", ...outputs.flatMap(({ name }) => (taken.has(name) ? [] : name))]
  const shown = outputs.map(({ name }) => (taken.has(name) ? `hit.${name}` : name))
  return {
    answer: Schema.Struct({ hits: Schema.Array(hit) }),
    request,
    items: { name: "hit", path: ["hits"] },
    shortNames: Object.fromEntries(short.map((name) => [name, `hit.${name}`])),
    usual: [...usual, "line", ...shown],
  }
}

/** A fact that a table is asked with, and what it is in JSON. */
interface AskedFact {
  readonly name: string
  readonly schema: Schema.Constraint
}

/** What a fact that expressions name is in JSON; a text where nobody says. */
const factSchema = (
  { isList, name, parts, type }: PortableFact,
  inputs: ReadonlyArray<PortableInput>,
): Schema.Constraint => {
  const column = inputs.find(({ expression }) => expression === name)
  if (column !== undefined) return schemas[column.type]
  const one =
    parts === undefined
      ? factSchemas[type ?? "text"]
      : Schema.Struct(
          Object.fromEntries(
            parts.map((part) => [part.name, Schema.optionalKey(factSchema(part, []))]),
          ),
        )
  return isList === true ? Schema.Array(one) : one
}

const Day = Schema.String.check(Schema.makeFilter(isCalendarDay))

/** What a fact or a result of a type is in JSON; a duration is a number of its unit, or written as one. */
const schemas = {
  words: Schema.String,
  text: Schema.String,
  feel: Schema.String,
  number: Schema.Finite,
  day: Day,
  boolean: Schema.Boolean,
  seconds: Schema.String,
  months: Schema.String,
} as const satisfies Readonly<
  Record<PortableInput["type"] | PortableOutput["type"], Schema.Constraint>
>

const factSchemas = {
  text: Schema.String,
  number: Schema.Finite,
  boolean: Schema.Boolean,
  day: Day,
  time: Schema.String,
  "day and time": Schema.String,
  duration: Schema.String,
  function: Schema.String,
} as const satisfies Readonly<Record<NonNullable<PortableFact["type"]>, Schema.Constraint>>
