import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import * as Result from "effect/Result"
import type { Feel } from "../dmn/feel.ts"
import { readCases, type TckCase } from "./tck-cases.ts"
import { makeModel, NotHere } from "./tck-model.ts"

/** A test of the kit, as its own runner reports it. */
export interface KitTest {
  /** `compliance-level-2/0004-simpletable-U`. */
  readonly folder: string
  /** The file of its cases, without its ending. */
  readonly suite: string
  readonly id: string
  readonly result: "SUCCESS" | "ERROR" | "IGNORED"
  /** Why it is ignored, or what is wrong; empty where it is right. */
  readonly comment: string
}

/** How a model of the kit that has decision tables fares: each expected result is right, wrong, or not to be had here. */
export interface ModelVerdict {
  readonly model: string
  /** How many decision tables it has, and how many of them are represented. */
  readonly tables: number
  readonly represented: number
  readonly right: number
  readonly wrong: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
}

/** The levels of compliance that the kit has cases for. */
export const kitLevels = ["compliance-level-2", "compliance-level-3"] as const

/** What running the kit came to. */
export interface KitRun {
  readonly models: ReadonlyArray<ModelVerdict>
  readonly tests: ReadonlyArray<KitTest>
}

/**
 * Runs the kit in a folder: models of levels 2 and 3 that hold decision tables, what stands around these
 * computed as FEEL. Tests of models without a table are ignored: they are of FEEL alone.
 */
export const runKit = (kit: string, feel: Feel): KitRun => {
  const runs = kitLevels.flatMap((level) => {
    const root = join(kit, "TestCases", level)
    return readdirSync(root, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
      .toSorted()
      .flatMap((name) => runFolder(join(root, name), `${level}/${name}`, feel))
  })
  return {
    models: runs.flatMap(({ verdict }) => verdict ?? []),
    tests: runs.flatMap(({ tests }) => tests),
  }
}

interface ModelRun {
  readonly verdict: ModelVerdict | undefined
  readonly tests: ReadonlyArray<KitTest>
}

/** The files of cases in a folder, by the model that they are of. */
const runFolder = (path: string, folder: string, feel: Feel): ReadonlyArray<ModelRun> => {
  const byModel = new Map<string, Array<readonly [suite: string, cases: ReadonlyArray<TckCase>]>>()
  for (const file of readdirSync(path).toSorted()) {
    const read = file.endsWith(".xml")
      ? readCases(readFileSync(join(path, file), "utf8"), feel)
      : undefined
    if (read === undefined) continue
    const suite = file.slice(0, -".xml".length).replaceAll(".", "/")
    const known = byModel.get(read.modelName) ?? []
    byModel.set(read.modelName, [...known, [suite, read.cases]])
  }
  return [...byModel].map(([model, suites]) => runModel(join(path, model), folder, suites, feel))
}

const runModel = (
  path: string,
  folder: string,
  suites: ReadonlyArray<readonly [suite: string, cases: ReadonlyArray<TckCase>]>,
  feel: Feel,
): ModelRun => {
  const source = readFileSync(path, "utf8")
  const named = (suite: string, id: string) => ({ folder, suite, id })
  if (!/<(?:\w+:)?decisionTable\b/.test(source)) {
    const ignored = { result: "IGNORED", comment: "the model has no decision table" } as const
    const tests = suites.flatMap(([suite, cases]) =>
      cases.map(({ id }): KitTest => ({ ...named(suite, id), ...ignored })),
    )
    return { verdict: undefined, tests }
  }
  const { decide, tables } = makeModel(path, source, feel)
  const judged = suites.flatMap(([suite, cases]) =>
    cases.map((one) => ({ ...named(suite, one.id), ...judge(one, decide) })),
  )
  return {
    verdict: {
      model: basename(path),
      tables: tables.length,
      represented: tables.filter(({ read }) => Result.isSuccess(read)).length,
      right: judged.reduce((sum, { right }) => sum + right, 0),
      wrong: judged.flatMap(({ id, wrong }) => wrong.map((one) => `${id} ${one}`)),
      refused: judged.flatMap(({ id, refused }) => refused.map((one) => `${id} ${one}`)),
    },
    tests: judged.map(({ id, refused, suite, wrong }): KitTest => ({
      ...named(suite, id),
      result: wrong.length > 0 ? "ERROR" : refused.length > 0 ? "IGNORED" : "SUCCESS",
      comment: [...wrong, ...refused].join("; "),
    })),
  }
}

const judge = ({ inputs, results }: TckCase, decide: ReturnType<typeof makeModel>["decide"]) => {
  const wrong: Array<string> = []
  const refused: Array<string> = []
  let right = 0
  for (const { expected, isDecision, name } of results) {
    try {
      if (!isDecision) throw new NotHere("a decision service")
      const found = decide(name, inputs)
      if (same(expected, found)) right += 1
      else wrong.push(`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
    } catch (cause) {
      if (!(cause instanceof NotHere)) throw cause
      refused.push(`${name} would need ${cause.message}`)
    }
  }
  return { right, wrong, refused }
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
