import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import * as Result from "effect/Result"
import { readCases } from "./tck-cases.ts"
import { makeModel, NotHere } from "./tck-model.ts"

/** How a model of the kit fares: each expected result is right, wrong, or not to be had here. */
export interface ModelVerdict {
  readonly model: string
  /** How many decision tables it has, and how many of them are represented. */
  readonly tables: number
  readonly represented: number
  readonly right: number
  readonly wrong: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
}

/** Two numbers that differ by less than this part are the same: FEEL around tables reckons in doubles. */
const tolerance = 1e-9

const same = (left: unknown, right: unknown): boolean => {
  if (typeof left === "number" && typeof right === "number") {
    return Math.abs(left - right) <= tolerance * Math.max(1, Math.abs(left))
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((one, index) => same(one, right[index]))
  }
  const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  if (isRecord(left) && isRecord(right)) {
    const names = Object.keys(left)
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => name in right && same(left[name], right[name]))
    )
  }
  return (
    left === right || (typeof left === "object" && left !== null && String(left) === String(right))
  )
}

const judge = (folder: string, path: string): ModelVerdict => {
  const source = readFileSync(path, "utf8")
  const { decide, tables } = makeModel(path, source)
  const wrong: Array<string> = []
  const refused: Array<string> = []
  let right = 0
  const files = readdirSync(folder).filter((file) => file.endsWith(".xml"))
  for (const file of files) {
    for (const { id, inputs, results } of readCases(readFileSync(join(folder, file), "utf8"))) {
      for (const { expected, isDecision, name } of results) {
        const what = `${id} ${name}`
        try {
          if (!isDecision) throw new NotHere("a decision service")
          const found = decide(name, inputs)
          if (same(expected, found)) right += 1
          else
            wrong.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
        } catch (cause) {
          if (!(cause instanceof NotHere)) throw cause
          refused.push(`${what} would need ${cause.message}`)
        }
      }
    }
  }
  return {
    model: basename(path),
    tables: tables.length,
    represented: tables.filter(({ read }) => Result.isSuccess(read)).length,
    right,
    wrong,
    refused,
  }
}

/** Runs the models of levels 2 and 3 that hold decision tables, in the folder of the kit. */
export const runKit = (kit: string): ReadonlyArray<ModelVerdict> =>
  ["compliance-level-2", "compliance-level-3"].flatMap((level) => {
    const root = join(kit, "TestCases", level)
    return readdirSync(root, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
      .toSorted()
      .flatMap((name) => {
        const folder = join(root, name)
        const models = readdirSync(folder).filter((file) => file.endsWith(".dmn"))
        return models
          .map((file) => join(folder, file))
          .filter((path) => /<(?:\w+:)?decisionTable\b/.test(readFileSync(path, "utf8")))
          .map((path) => judge(folder, path))
      })
  })
