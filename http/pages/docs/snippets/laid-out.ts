/** How a language writes what JSON writes as words. */
export interface LiteralWords {
  readonly true: string
  readonly false: string
  readonly null: string
}

/** The words of JSON itself. */
export const jsonWords: LiteralWords = { true: "true", false: "false", null: "null" }

const widthMax = 76

const flat = (value: unknown, words: LiteralWords): string => {
  if (value === null) return words.null
  if (typeof value === "boolean") return value ? words.true : words.false
  if (Array.isArray(value)) return `[${value.map((each) => flat(each, words)).join(", ")}]`
  if (typeof value !== "object") return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${flat(member, words)}`,
  )
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`
}

/**
 * A value as people lay it out: on one line where it fits, else a member a line. The same text is
 * JSON, TypeScript and, with its own words, Python.
 *
 * ```ts
 * import { jsonWords, laidOut } from "../http/pages/docs/snippets/laid-out.ts"
 *
 * laidOut({ a: 1, b: ["x", true] }, jsonWords) // => '{ "a": 1, "b": ["x", true] }'
 * laidOut({ a: null }, { true: "True", false: "False", null: "None" }) // => '{ "a": None }'
 * ```
 */
export const laidOut = (value: unknown, words: LiteralWords, indent = ""): string => {
  const line = flat(value, words)
  const fits = indent.length + line.length <= widthMax
  if (fits || typeof value !== "object" || value === null) return line
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  const members = Array.isArray(value)
    ? value.map((each) => `${inner}${laidOut(each, words, inner)}`)
    : Object.entries(value).map(
        ([name, member]) => `${inner}${JSON.stringify(name)}: ${laidOut(member, words, inner)}`,
      )
  return `${open}\n${members.join(",\n")}\n${indent}${close}`
}
