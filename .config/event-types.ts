// Writes the types of events into the clients, between marks, from the schemas of the API:
// `node .config/event-types.ts`. A test holds them to be as it writes them.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as AST from "effect/SchemaAST"
import { eventBodies } from "../http/api/event-bodies.ts"

/** A type of a field, in no language. */
type FieldType =
  | { readonly kind: "text" | "number" | "flag" }
  | { readonly kind: "list"; readonly of: FieldType }
  | { readonly kind: "maybe"; readonly of: FieldType }
  | { readonly kind: "object"; readonly name: string; readonly fields: ReadonlyArray<Field> }

interface Field {
  readonly name: string
  readonly type: FieldType
}

interface EventShape {
  readonly type: string
  readonly name: string
  readonly description: string
  readonly data: FieldType & { readonly kind: "object" }
}

const pascal = (text: string): string =>
  text
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

const fieldType = (ast: AST.AST, name: string): FieldType => {
  if (AST.isString(ast)) return { kind: "text" }
  if (AST.isNumber(ast)) return { kind: "number" }
  if (AST.isBoolean(ast)) return { kind: "flag" }
  if (AST.isLiteral(ast) && typeof ast.literal === "string") return { kind: "text" }
  if (AST.isObjects(ast)) return objectType(ast, name)
  if (AST.isArrays(ast) && ast.rest[0] !== undefined) {
    return { kind: "list", of: fieldType(ast.rest[0], name) }
  }
  if (AST.isUnion(ast)) {
    const [first, ...others] = ast.types.filter((one) => !AST.isNull(one))
    if (first !== undefined && others.every((one) => AST.isLiteral(one))) {
      const of = fieldType(first, name)
      return ast.types.some((one) => AST.isNull(one)) ? { kind: "maybe", of } : of
    }
  }
  throw new Error(`a schema of kind ${ast._tag} has no type in the clients`)
}

const objectType = (ast: AST.Objects, name: string): FieldType & { readonly kind: "object" } => ({
  kind: "object",
  name,
  fields: ast.propertySignatures.map((field) => ({
    name: String(field.name),
    type: fieldType(field.type, `${name}${pascal(String(field.name))}`),
  })),
})

const shapes: ReadonlyArray<EventShape> = Object.entries(eventBodies).map(([type, body]) => {
  const name = pascal(type)
  const data = body.ast.propertySignatures.find((field) => field.name === "data")?.type
  if (data === undefined || !AST.isObjects(data)) throw new Error(`${type} has no data`)
  const description = AST.resolve(body.ast)?.["description"]
  return { type, name, description: String(description), data: objectType(data, name) }
})

/** The objects inside of a type, the innermost first, and itself where it is one. */
const objectsIn = (type: FieldType): ReadonlyArray<FieldType & { readonly kind: "object" }> => {
  if (type.kind === "list" || type.kind === "maybe") return objectsIn(type.of)
  return type.kind === "object" ? [...type.fields.flatMap((one) => objectsIn(one.type)), type] : []
}

const pythonType = (type: FieldType): string => {
  switch (type.kind) {
    case "text":
      return "str"
    case "number":
      return "Number"
    case "flag":
      return "bool"
    case "list":
      return `list[${pythonType(type.of)}]`
    case "maybe":
      return `Optional[${pythonType(type.of)}]`
    case "object":
      return `${type.name}Data`
  }
}

const python = (): string => {
  const classes = shapes.flatMap(({ data, description, name, type }) => [
    ...objectsIn(data).map(
      ({ fields, name: named }) =>
        `class ${named}Data(TypedDict):\n${fields.length === 0 ? "    pass\n" : fields.map((one) => `    ${one.name}: ${pythonType(one.type)}\n`).join("")}`,
    ),
    `class ${name}Event(_EventFrame):\n    """${description}"""\n\n    type: Literal["${type}"]\n    data: ${name}Data\n`,
  ])
  const types = shapes.map(({ type }) => `    "${type}",\n`).join("")
  const members = shapes.map(({ name }) => `    ${name}Event,\n`).join("")
  return `${classes.join("\n\n")}\n\n#: An event of a type that this version knows.\nKnownEvent = Union[\n${members}]\n\n_EVENT_TYPES = frozenset([\n${types}])\n`
}

const goName = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replace(/Ids?$/, (id) => id.toUpperCase())

const goType = (type: FieldType): string => {
  switch (type.kind) {
    case "text":
      return "string"
    case "number":
      return "json.Number"
    case "flag":
      return "bool"
    case "list":
      return `[]${goType(type.of)}`
    case "maybe":
      return `*${goType(type.of)}`
    case "object":
      return type.name
  }
}

const goStruct = (fields: ReadonlyArray<Field>): string => {
  if (fields.length === 0) return "struct{}"
  const named = fields.map((one) => [goName(one.name), goType(one.type), one.name] as const)
  const nameWidth = Math.max(...named.map(([name]) => name.length))
  const typeWidth = Math.max(...named.map(([, type]) => type.length))
  const lines = named.map(
    ([name, type, json]) =>
      `\t${name.padEnd(nameWidth)} ${type.padEnd(typeWidth)} \`json:"${json}"\`\n`,
  )
  return `struct {\n${lines.join("")}}`
}

const go = (): string => {
  const structs = shapes.flatMap(({ data, description, name, type }) => [
    ...objectsIn(data)
      .slice(0, -1)
      .map(
        ({ fields, name: named }) =>
          `// ${named} is a part of ${name}.\ntype ${named} ${goStruct(fields)}\n`,
      ),
    `// ${name} is the data of ${type}: ${description.charAt(0).toLowerCase()}${description.slice(1)}\ntype ${name} ${goStruct(data.fields)}\n`,
  ])
  const width = Math.max(...shapes.map(({ type }) => type.length)) + 3
  const cases = shapes.map(
    ({ name, type }) =>
      `\t${`"${type}":`.padEnd(width)} func() EventData { return new(${name}) },\n`,
  )
  const receiverWidth = Math.max(...shapes.map(({ name }) => name.length))
  const marks = shapes.map(
    ({ name }) => `func (*${name}) isEventData()${" ".repeat(receiverWidth - name.length)} {}\n`,
  )
  return `${structs.join("\n")}\nvar eventDataOf = map[string]func() EventData{\n${cases.join("")}}\n\n${marks.join("")}`
}

const javaType = (type: FieldType): string => {
  switch (type.kind) {
    case "text":
      return "String"
    case "number":
      return "BigDecimal"
    case "flag":
      return "boolean"
    case "list":
      return `List<${javaType(type.of)}>`
    case "maybe":
      return javaType(type.of)
    case "object":
      return type.name
  }
}

/** How a value of a type is read from `at`. */
const javaRead = (type: FieldType, at: string): string => {
  switch (type.kind) {
    case "text":
      return `${at}.text()`
    case "number":
      return `${at}.decimal()`
    case "flag":
      return `${at}.isTrue()`
    case "list":
      return `${at}.items().stream().map(each -> ${javaRead(type.of, "each")}).toList()`
    case "maybe":
      return `(${at}.isNull() ? null : ${javaRead(type.of, at)})`
    case "object":
      return `${type.name}.of(${at})`
  }
}

const javaRecord = (
  name: string,
  fields: ReadonlyArray<Field>,
  { description, isEvent }: { readonly description: string; readonly isEvent: boolean },
): string => {
  const components = [
    ...(isEvent ? ["About about"] : []),
    ...fields.map((one) => `${javaType(one.type)} ${one.name}`),
  ]
  const values = [
    ...(isEvent ? ["about"] : []),
    ...fields.map((one) => javaRead(one.type, `data.at("${one.name}")`)),
  ]
  return `    /** ${description} */
    public record ${name}(
            ${components.join(",\n            ")})${isEvent ? "\n            implements Event" : ""} {
        private static ${name} of(${isEvent ? "About about, " : ""}Json data) {
            return new ${name}(
                    ${values.join(",\n                    ")});
        }
    }
`
}

const java = (): string => {
  const records = shapes.flatMap(({ data, description, name }) => [
    ...objectsIn(data)
      .slice(0, -1)
      .map((part) =>
        javaRecord(part.name, part.fields, {
          description: `A part of {@link ${name}}.`,
          isEvent: false,
        }),
      ),
    javaRecord(name, data.fields, { description, isEvent: true }),
  ])
  const permitted = [...shapes.map(({ name }) => name), "Unknown"]
  const cases = shapes.map(
    ({ name, type }) => `            case "${type}" -> ${name}.of(about, data);\n`,
  )
  return `    /** An event: a record for each type that this version knows, and {@link Unknown} for all others. */
    public sealed interface Event permits ${permitted.join(", ")} {
        About about();
    }

${records.join("\n")}
    private static Event eventOf(About about, Json data) {
        return switch (about.type()) {
${cases.join("")}            default -> new Unknown(about, data);
        };
    }
`
}

const phpType = (type: FieldType): string => {
  switch (type.kind) {
    case "text":
      return "string"
    case "number":
      return "int|float"
    case "flag":
      return "bool"
    case "list":
      return `list<${phpType(type.of)}>`
    case "maybe":
      return `${phpType(type.of)}|null`
    case "object":
      return `array{${type.fields.map((one) => `${one.name}: ${phpType(one.type)}`).join(", ")}}`
  }
}

const php = (): string =>
  `const EVENT_TYPES = [\n${shapes.map(({ type }) => `    '${type}',\n`).join("")}];\n\n/**\n * An event of ours. The data of each type, as arrays:\n *\n${shapes
    .map(({ data, name }) => ` * @phpstan-type ${name} ${phpType(data)}\n`)
    .join("")} */\n`

const mark = { begin: "types of events, by .config/event-types.ts", end: "end of types of events" }

const languages = [
  { file: "http/clients/python/viatica.py", comment: "#", indent: "", text: python },
  { file: "http/clients/go/events.go", comment: "//", indent: "", text: go },
  {
    file: "http/clients/java/src/main/java/viatica/ViaticaEvents.java",
    comment: "//",
    indent: "    ",
    text: java,
  },
  { file: "http/clients/php/src/viatica.php", comment: "//", indent: "", text: php },
]

const root = fileURLToPath(new URL("../", import.meta.url))

/** The files of the clients as they are, and as they ought to be. */
export const eventTypeFiles = (): ReadonlyArray<{
  readonly file: string
  readonly is: string
  readonly due: string
}> =>
  languages.map(({ comment, file, indent, text }) => {
    const is = readFileSync(`${root}${file}`, "utf8")
    const [begin, end] = [mark.begin, mark.end].map((words) => `${indent}${comment} ${words}\n`)
    const from = is.indexOf(begin ?? "") + (begin ?? "").length
    const to = is.indexOf(end ?? "", from)
    if (from < (begin ?? "").length || to < 0) throw new Error(`${file} lacks the marks`)
    // PHP has its types in the very comment of a class: nothing may stand between.
    const space = file.endsWith(".php") ? "" : "\n"
    return { file, is, due: `${is.slice(0, from)}${space}${text()}${space}${is.slice(to)}` }
  })

if (import.meta.main) {
  for (const { due, file, is } of eventTypeFiles()) {
    if (due !== is) writeFileSync(`${root}${file}`, due)
  }
}
