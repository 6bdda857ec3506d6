import type { SigningHeaderNames } from "../../../../rules/signing/message.ts"

/** How a language writes the values of JSON. */
export interface LiteralStyle {
  readonly true: string
  readonly false: string
  readonly null: string
  /** What stands around members, and around items. */
  readonly object: readonly [open: string, close: string]
  readonly list: readonly [open: string, close: string]
  /** What stands inside of the brackets of an object on one line. */
  readonly pad: "" | " "
  readonly indent: string
  readonly text: (text: string) => string
  /** A name with what leads to its value. */
  readonly member: (name: string) => string
  /** What ends the last line of several. */
  readonly lastComma: "" | ","
}

/** JSON itself. */
export const jsonStyle: LiteralStyle = {
  true: "true",
  false: "false",
  null: "null",
  object: ["{", "}"],
  list: ["[", "]"],
  pad: " ",
  indent: "  ",
  text: (text) => JSON.stringify(text),
  member: (name) => `${JSON.stringify(name)}: `,
  lastComma: "",
}

/** Objects of TypeScript. */
export const typescriptStyle: LiteralStyle = {
  ...jsonStyle,
  member: (name) => `${name}: `,
  lastComma: ",",
}

/** Dictionaries of Python. */
export const pythonStyle: LiteralStyle = {
  ...jsonStyle,
  true: "True",
  false: "False",
  null: "None",
  pad: "",
  indent: "    ",
  lastComma: ",",
}

/** `Fields` of the client in Go. */
export const goStyle: LiteralStyle = {
  ...jsonStyle,
  null: "nil",
  object: ["viatica.Fields{", "}"],
  list: ["[]any{", "}"],
  pad: "",
  indent: "\t",
  lastComma: ",",
}

/** Arrays of PHP. */
export const phpStyle: LiteralStyle = {
  ...jsonStyle,
  object: ["[", "]"],
  pad: "",
  indent: "    ",
  text: (text) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  member: (name) => `'${name}' => `,
  lastComma: ",",
}

/** Maps of Java, which take ten members at most. */
export const javaStyle: LiteralStyle = {
  ...jsonStyle,
  object: ["Map.of(", ")"],
  list: ["List.of(", ")"],
  pad: "",
  indent: "    ",
  member: (name) => `${JSON.stringify(name)}, `,
}

const widthMax = 76

/**
 * A value as people of a language lay it out: on one line where it fits beside what stands `before`
 * it there, else a member a line.
 *
 * ```ts
 * import { goStyle, jsonStyle, laidOut, phpStyle, pythonStyle } from "../http/pages/docs/snippets/languages.ts"
 *
 * laidOut({ a: 1, b: ["x", true] }, jsonStyle) // => '{ "a": 1, "b": ["x", true] }'
 * laidOut({ a: null }, pythonStyle) // => '{"a": None}'
 * laidOut({ a: [{ b: 1 }] }, goStyle) // => 'viatica.Fields{"a": []any{viatica.Fields{"b": 1}}}'
 * laidOut({ a: "it's" }, phpStyle) // => "['a' => 'it\\'s']"
 * ```
 */
export const laidOut = (value: unknown, style: LiteralStyle, before = 0, indent = ""): string => {
  const line = flat(value, style)
  const fits = before + indent.length + line.length <= widthMax
  if (fits || typeof value !== "object" || value === null) return line
  const inner = `${indent}${style.indent}`
  const members = Array.isArray(value)
    ? value.map((each) => ["", each] as const)
    : Object.entries(value).map(([name, member]) => [style.member(name), member] as const)
  const lines = members.map(
    ([name, member]) => `${inner}${name}${laidOut(member, style, name.length, inner)}`,
  )
  const [open, close] = Array.isArray(value) ? style.list : style.object
  return `${open}\n${lines.join(",\n")}${style.lastComma}\n${indent}${close}`
}

/** A language that examples are written in: a shell, or one that has a client. */
export type LanguageId = "curl" | CodedLanguageId

/** A language that has a client. */
export type CodedLanguageId = "typescript" | "python" | "go" | "php" | "java"

/** A program to save and to run. */
export interface SavedProgram {
  /** What it is saved as. */
  readonly file: string
  /** How it is run. */
  readonly run: string
}

/** How a language calls without a client. */
export interface ByHandLanguage extends SavedProgram {
  readonly id: LanguageId
  readonly label: string
  /** A whole program: a function that signs and sends any call, and one call. */
  readonly program: (request: ExampleRequest, headers: SigningHeaderNames) => string
}

/** A call that an example makes. */
export interface ExampleRequest {
  readonly method: "GET" | "POST"
  /** Path and query. */
  readonly target: string
  /** What is sent as JSON, where the call has a body. */
  readonly body?: unknown
}

const flat = (value: unknown, style: LiteralStyle): string => {
  if (value === null) return style.null
  if (typeof value === "boolean") return value ? style.true : style.false
  if (typeof value === "string") return style.text(value)
  if (Array.isArray(value)) {
    return style.list.join(value.map((each) => flat(each, style)).join(", "))
  }
  if (typeof value !== "object") return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${style.member(name)}${flat(member, style)}`,
  )
  const pad = members.length === 0 ? "" : style.pad
  return style.object.join(`${pad}${members.join(", ")}${pad}`)
}
