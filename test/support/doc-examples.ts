import { assert } from "@effect/vitest"
import { stripTypeScriptTypes } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"

/** One ```ts example of a doc comment, with the place where it starts. */
export interface DocExample {
  readonly file: string
  readonly line: number
  /** Runs the example and compares each `// =>` line; gives the number of comparisons. */
  readonly run: () => Promise<number>
}

const fence = /^ \* ```ts\n((?: \*.*\n)*?) \* ```$/gm
const importLine = /^import (type )?(.+) from "(.+)"$/
const testFolder = fileURLToPath(new URL("../", import.meta.url))

type Check = (actual: unknown, expected: unknown, line: string) => void

const asBinding = (clause: string, specifier: string): string => {
  const target = specifier.startsWith(".")
    ? new URL(specifier, pathToFileURL(testFolder)).href
    : specifier
  const imported = `await $load(${JSON.stringify(target)})`
  const namespace = /^\* as (\w+)$/.exec(clause)
  if (namespace !== null) return `const ${namespace[1]} = ${imported}`
  const names = clause
    .replaceAll(/\btype \w+,?/g, "")
    .replace(/^\{(.*)\}$/s, "$1")
    .replaceAll(/(\w+) as (\w+)/g, "$1: $2")
  return `const {${names}} = ${imported}`
}

const asStatement = (line: string): string => {
  const imports = importLine.exec(line)
  if (imports !== null) {
    return imports[1] === undefined ? asBinding(imports[2] ?? "", imports[3] ?? "") : ""
  }
  const arrow = line.indexOf("// =>")
  if (arrow < 0) return line
  const expected = line.slice(arrow + 5).trim()
  const source = JSON.stringify(line.trim())
  return `$check((${line.slice(0, arrow).trim()}), (${expected}), ${source})`
}

const AsyncFunction = (async () => {}).constructor as new (
  ...source: ReadonlyArray<string>
) => (check: Check, load: (specifier: string) => Promise<unknown>) => Promise<void>

const runExample = async (code: string): Promise<number> => {
  const joined = code.replaceAll(/import (\{[^}]*\})/g, (match) => match.replaceAll("\n", " "))
  const body = joined.split("\n").map(asStatement).join("\n")
  let checked = 0
  const check: Check = (actual, expected, line) => {
    assert.deepStrictEqual(actual, expected, line)
    checked += 1
  }
  const program = new AsyncFunction("$check", "$load", stripTypeScriptTypes(body))
  await program(check, (specifier) => import(/* @vite-ignore */ specifier))
  return checked
}

/** The examples in a file's doc comments. */
export const documentExamples = (file: string, source: string): ReadonlyArray<DocExample> =>
  [...source.matchAll(fence)].map((match) => ({
    file,
    line: source.slice(0, match.index).split("\n").length,
    run: () => runExample((match[1] ?? "").replaceAll(/^ \* ?/gm, "")),
  }))
