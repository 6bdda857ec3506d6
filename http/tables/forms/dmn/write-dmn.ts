import { escapeXml } from "../../../../core/escape-html.ts"
import type { PortableFact } from "../../../../core/portable/portable-table.ts"
import type { HitPolicy } from "../../../../core/table/hit-policy.ts"
import { writtenPolicies } from "./dmn-hit-policy.ts"
import type { FeelType } from "./dmn-types.ts"
import { askedAttribute, sourceAttribute } from "./table-setting.ts"
import { dmnVersions, type writtenVersions } from "./dmn-versions.ts"

/** A column of a decision table as DMN writes it. */
export interface WrittenClause {
  readonly name: string
  readonly label: string
  readonly type: FeelType | undefined
  /** Its allowed values as FEEL; undefined where none are listed. */
  readonly values: string | undefined
}

/** A decision table as DMN writes it: every cell is FEEL, notes are texts. */
export interface WrittenTable {
  /** The file under data/ that it is; undefined for tables of others. */
  readonly file: string | undefined
  readonly name: string
  readonly about: string
  readonly hitPolicy: HitPolicy
  readonly inputs: ReadonlyArray<
    WrittenClause & {
      readonly expression: string
      /** Whether it is a test that an import made into a truth value. */
      readonly isAsked?: boolean
    }
  >
  readonly outputs: ReadonlyArray<WrittenClause & { readonly otherwise?: string }>
  readonly notes: ReadonlyArray<string>
  /** What its expressions name; left out where each input is a fact of its own. */
  readonly facts?: ReadonlyArray<PortableFact>
  readonly rows: ReadonlyArray<{
    readonly tests: ReadonlyArray<string>
    readonly results: ReadonlyArray<string>
    readonly notes: ReadonlyArray<string>
  }>
}

/** Line breaks and tabs that an attribute would lose. */
const spaces: Readonly<Record<string, string>> = { "\n": "&#10;", "\r": "&#13;", "\t": "&#9;" }

const escaped = (text: string): string =>
  escapeXml(text).replace(/[\n\r\t]/g, (sign) => spaces[sign] ?? "")

/** An element on lines of its own; attributes without a value are left out. */
const element = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  children: ReadonlyArray<string>,
): string => {
  const written = Object.entries(attributes).flatMap(([attribute, value]) =>
    value === undefined ? [] : ` ${attribute}="${escaped(value)}"`,
  )
  const opening = `<${name}${written.join("")}`
  if (children.length === 0) return `${opening}/>`
  const inner = children.join("\n").replace(/^(?=.)/gm, "  ")
  return `${opening}>\n${inner}\n</${name}>`
}

const text = (written: string): string => `<text>${escaped(written)}</text>`

const holding = (name: string, id: string | undefined, written: string): string =>
  element(name, { id }, [text(written)])

const idOf = (name: string): string => name.replace(/[^\w.-]+/g, "_").replace(/^(?![A-Za-z_])/, "_")

const inputText = (
  id: string,
  { expression, isAsked, label, name, type, values }: WrittenTable["inputs"][number],
): string => {
  const asked = isAsked === true ? "true" : undefined
  return element("input", { id: `${id}_${name}`, label, [askedAttribute]: asked }, [
    element("inputExpression", { id: `${id}_${name}_expression`, typeRef: type }, [
      text(expression),
    ]),
    ...(values === undefined ? [] : [holding("inputValues", `${id}_${name}_values`, values)]),
  ])
}

const outputText = (
  id: string,
  { label, name, otherwise, type, values }: WrittenTable["outputs"][number],
): string =>
  element("output", { id: `${id}_${name}`, name: label, typeRef: type }, [
    ...(values === undefined ? [] : [holding("outputValues", `${id}_${name}_values`, values)]),
    ...(otherwise === undefined
      ? []
      : [holding("defaultOutputEntry", `${id}_${name}_default`, otherwise)]),
  ])

const rowText = (id: string, { notes, results, tests }: WrittenTable["rows"][number]): string =>
  element("rule", { id }, [
    ...tests.map((cell, index) => holding("inputEntry", `${id}_i${index + 1}`, cell)),
    ...results.map((cell, index) => holding("outputEntry", `${id}_o${index + 1}`, cell)),
    ...notes.map((note) => holding("annotationEntry", undefined, note)),
  ])

/** A value that a decision requires. */
interface RequiredValue {
  readonly id: string
  readonly name: string
  readonly typeRef: string | undefined
}

const valueOfInput = ({
  expression,
  name,
  type,
}: WrittenTable["inputs"][number]): RequiredValue => ({
  id: name,
  name: expression,
  typeRef: type,
})

const valueOfFact = (fact: PortableFact): RequiredValue => ({
  id: idOf(fact.name),
  name: fact.name,
  typeRef: isStructured(fact) ? structureOf(fact) : feelTypes[fact.type ?? "function"],
})

/** Types of FEEL by what facts are; of a function there is none. */
const feelTypes: Readonly<Record<NonNullable<PortableFact["type"]>, string | undefined>> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  day: "date",
  time: "time",
  "day and time": "date and time",
  // Both of FEEL are read alike.
  duration: "days and time duration",
  function: undefined,
}

const isStructured = ({ isList, parts }: PortableFact): boolean =>
  isList === true || parts !== undefined

const structureOf = ({ name }: PortableFact): string => `t_${idOf(name)}`

/** The type of a fact that is a list or a structure, under a name of its own. */
const itemDefinition = (fact: PortableFact): ReadonlyArray<string> =>
  isStructured(fact) ? [itemOf("itemDefinition", structureOf(fact), fact)] : []

const itemOf = (tag: string, name: string, { isList, parts, type }: PortableFact): string => {
  const written = feelTypes[type ?? "function"]
  return element(tag, { name, isCollection: isList === true ? "true" : undefined }, [
    ...(written === undefined ? [] : [`<typeRef>${written}</typeRef>`]),
    ...(parts ?? []).map((part) => itemOf("itemComponent", part.name, part)),
  ])
}

/** The name space of our own attributes. */
const ownSpace = "https://viatica.example/dmn"

/**
 * A decision table as a DMN model of one decision, with an input for each condition. The versions
 * from 1.2 on say the same of decision tables; the name space tells them apart.
 */
export const writeDmn = (
  table: WrittenTable,
  version: (typeof writtenVersions)[number],
): string => {
  const { about, facts, file, hitPolicy, inputs, name, notes, outputs, rows } = table
  const id = idOf(name)
  const written = writtenPolicies[hitPolicy]
  const decisionTable = element(
    "decisionTable",
    {
      id: `${id}_table`,
      hitPolicy: written.hitPolicy,
      aggregation: written.aggregation,
      [sourceAttribute]: file,
    },
    [
      ...inputs.map((input) => inputText(id, input)),
      ...outputs.map((output) => outputText(id, output)),
      ...notes.map((note) => element("annotation", { name: note }, [])),
      ...rows.map((row, index) => rowText(`${id}_rule_${index + 1}`, row)),
    ],
  )
  const values = facts === undefined ? inputs.map(valueOfInput) : facts.map(valueOfFact)
  const inputData = values.map((value) =>
    element("inputData", { id: `${id}_${value.id}_data`, name: value.name }, [
      element("variable", { name: value.name, typeRef: value.typeRef }, []),
    ]),
  )
  const required = values.map((value) =>
    element("informationRequirement", { id: `${id}_${value.id}_required` }, [
      element("requiredInput", { href: `#${id}_${value.id}_data` }, []),
    ]),
  )
  const [only, ...others] = outputs
  const type = others.length === 0 ? only?.type : undefined
  const decision = element("decision", { id, name }, [
    `<description>${escaped(about)}</description>`,
    element("variable", { name, typeRef: type }, []),
    ...required,
    decisionTable,
  ])
  const definitions = element(
    "definitions",
    {
      xmlns: dmnVersions[version],
      "xmlns:viatica": ownSpace,
      id: `${id}_definitions`,
      name,
      namespace: ownSpace,
    },
    [...(facts ?? []).flatMap(itemDefinition), ...inputData, decision],
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${definitions}\n`
}
