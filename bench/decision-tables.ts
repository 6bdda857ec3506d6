import type { Contender, Race } from "./compare.ts"
import { atLeast } from "./figure.ts"
import { generateTable, type PlainRow } from "./generated-table.ts"
import { makeInterpreter, makeLoopByHand } from "./peers/interpreter.ts"
import { makeJsonRulesEngine } from "./peers/json-rules-engine.ts"
import { makeZen } from "./peers/zen.ts"

/** How many times as fast as a peer evaluation should be, by rows of the table. */
const targets: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  interpreter: { 40: 15, 1_000: 40, 10_000: 80 },
  zen: { 40: 2_000, 1_000: 1_000, 10_000: 1_500 },
  zenAtOnce: { 40: 400 },
  jsonRulesEngine: { 40: 4_000 },
}

/** Rows beyond which json-rules-engine takes most of a second for one answer. */
const mostRules = 1_000

/** The rows of an answer by name, in the order of their rank. */
const namesByRank = (answer: unknown): unknown =>
  (answer as ReadonlyArray<PlainRow>)
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ name }) => name)

const namesInOrder = (answer: unknown): unknown =>
  (answer as ReadonlyArray<PlainRow>).map(({ name }) => name)

/**
 * One table of so many rows and eight conditions (12, 13, 6 and 4 words, two truth values, two
 * ranges) that collects in the order of rank, asked by all contenders.
 */
export const decisionTableRace = (size: number): Race => {
  const table = generateTable(size)
  const { decision, facts } = table
  const interpreter = makeInterpreter(table)
  const byHand = makeLoopByHand(table)
  const zen = makeZen(table)
  const aim = (peer: string) => {
    const target = targets[peer]?.[size]
    return target === undefined ? {} : { target: atLeast(target) }
  }
  const peers: Array<Contender> = [
    {
      name: "the plain interpreter of parsed rows, then sorting",
      answer: (index) => interpreter(facts(index)),
      seen: namesInOrder,
      ...aim("interpreter"),
    },
    {
      name: "a loop by hand for these columns, rows sorted before",
      answer: (index) => byHand(facts(index)),
      seen: namesInOrder,
    },
    {
      name: "@gorules/zen-engine, one after the other",
      answer: (index) => zen(facts(index)),
      seen: namesInOrder,
      ...aim("zen"),
    },
    {
      name: "@gorules/zen-engine, 32 at once",
      answer: (index) => zen(facts(index)),
      seen: namesInOrder,
      atOnce: 32,
      ...aim("zenAtOnce"),
    },
  ]
  if (size <= mostRules) {
    const rules = makeJsonRulesEngine(table)
    peers.push({
      name: "json-rules-engine",
      answer: (index) => rules(facts(index)),
      seen: namesByRank,
      ...aim("jsonRulesEngine"),
    })
  }
  const asked = Array.from({ length: 1_000 }, (_, index) => decision.evaluate(facts(index)).length)
  const hits = asked.reduce((sum, count) => sum + count, 0) / asked.length
  return {
    work: {
      name: `decision table of ${size} rows, ${hits.toFixed(1)} of which apply`,
      answer: (index) => decision.evaluate(facts(index)),
      seen: namesInOrder,
    },
    peers,
    checkedInputs: size > mostRules ? 50 : 200,
  }
}
