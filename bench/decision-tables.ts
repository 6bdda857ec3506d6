import { generateTable } from "./generated-table.ts"
import type { Contender, Race } from "./measure.ts"
import { makeAsk as makeFeelin } from "./peers/feelin.ts"
import { makeAsk as makeJsonLogic } from "./peers/json-logic.ts"
import { makeAsk as makeJsonRules } from "./peers/json-rules.ts"
import { makeAsk as makePlainLoop } from "./peers/plain-loop.ts"
import { makeAsk as makePublicodes } from "./peers/publicodes.ts"
import { makeAsk as makeZen } from "./peers/zen.ts"
import type { MakeAsk } from "./plain-rows.ts"
import { targets } from "./targets.ts"

/** What the smaller table is compared with besides: engines that need seconds for the larger one. */
const slower: Readonly<Record<string, MakeAsk>> = {
  "json-rules-engine": makeJsonRules,
  publicodes: makePublicodes,
  feelin: makeFeelin,
}

/**
 * One table of so many rows and eight conditions (12, 13, 6 and 4 words, two truth values, two
 * ranges) that collects in the order of rank, asked by all contenders.
 */
export const decisionTableRace = (size: number): Race => {
  const { decision, facts, rows } = generateTable(size)
  const asked = Array.from({ length: 1_000 }, (_, index) => decision.evaluate(facts(index)).length)
  const hits = asked.reduce((sum, count) => sum + count, 0) / asked.length
  const peer = (name: string, makeAsk: MakeAsk): Contender => {
    const ask = makeAsk(rows)
    return { name, answer: (index) => ask(facts(index)) }
  }
  const zen = peer("@gorules/zen-engine, one after the other", makeZen)
  return {
    work: {
      name: `decision table of ${size} rows, ${hits.toFixed(1)} of which apply`,
      answer: (index) => decision.evaluate(facts(index)),
      seen: (answer) => (answer as ReturnType<typeof decision.evaluate>).map(({ name }) => name),
    },
    peers: [
      size === 40 ? { ...zen, target: targets.tableOf40Rows } : zen,
      { ...zen, name: "@gorules/zen-engine, 32 at once", atOnce: 32 },
      peer("json-logic-engine, compiled", makeJsonLogic),
      ...(size === 40 ? Object.entries(slower).map(([name, make]) => peer(name, make)) : []),
      peer("a plain loop over the rows", makePlainLoop),
    ],
    measure: "times as fast",
    checkedInputs: 200,
  }
}
