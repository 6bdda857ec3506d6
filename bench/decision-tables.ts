import { generateTable } from "./generated-table.ts"
import type { Contender, Race } from "./measure.ts"
import { makeAsk as makeFeelin } from "./peers/feelin.ts"
import { makeAsk as makeGeneratedCode } from "./peers/generated-code.ts"
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

const targetsOf40Rows = { zen: targets.tableOf40Rows, code: targets.codeOf40Rows }
const targetsOf1000Rows = { zen: targets.tableOf1000Rows, code: targets.codeOf1000Rows }

/**
 * One table of so many rows and eight conditions (12, 13, 6 and 4 words, two truth values, two
 * ranges) that collects in the order of rank, asked by all contenders.
 */
export const decisionTableRace = (size: number): Race => {
  const { ask: own, facts, rows } = generateTable(size)
  const asked = Array.from({ length: 1_000 }, (_, index) => own(facts(index)).length)
  const hits = asked.reduce((sum, count) => sum + count, 0) / asked.length
  const peer = (name: string, makeAsk: MakeAsk): Contender => {
    const ask = makeAsk(rows)
    return { name, answer: (index) => ask(facts(index)) }
  }
  const zen = peer("@gorules/zen-engine, one after the other", makeZen)
  const code = peer("a function made of the table, an if for each row", makeGeneratedCode)
  const aims = size === 40 ? targetsOf40Rows : targetsOf1000Rows
  return {
    work: {
      name: `decision table of ${size} rows, ${hits.toFixed(1)} of which apply`,
      answer: (index) => own(facts(index)),
      seen: (answer) => (answer as ReturnType<typeof own>).map(({ name }) => name),
    },
    peers: [
      { ...zen, targetOfProcessor: aims.zen },
      { ...zen, name: "@gorules/zen-engine, 32 at once", atOnce: 32 },
      peer("json-logic-engine, compiled", makeJsonLogic),
      ...(size === 40 ? Object.entries(slower).map(([name, make]) => peer(name, make)) : []),
      { ...code, targetOfProcessor: aims.code },
      peer("a plain loop over the rows", makePlainLoop),
    ],
    measure: "times as fast",
    withProcessor: true,
    checkedInputs: 200,
  }
}
