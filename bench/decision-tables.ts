import { generateTable, type PlainRow } from "./generated-table.ts"
import type { Race } from "./measure.ts"
import { makePlainLoop } from "./peers/plain-loop.ts"
import { makeZen } from "./peers/zen.ts"
import { targets } from "./targets.ts"

const seen = (answer: unknown): unknown =>
  (answer as ReadonlyArray<PlainRow>).map(({ name }) => name)

/**
 * One table of so many rows and eight conditions (12, 13, 6 and 4 words, two truth values, two
 * ranges) that collects in the order of rank, asked by all contenders.
 */
export const decisionTableRace = (size: number): Race => {
  const table = generateTable(size)
  const { decision, facts } = table
  const zen = makeZen(table)
  const loop = makePlainLoop(table)
  const asked = Array.from({ length: 1_000 }, (_, index) => decision.evaluate(facts(index)).length)
  const hits = asked.reduce((sum, count) => sum + count, 0) / asked.length
  return {
    work: {
      name: `decision table of ${size} rows, ${hits.toFixed(1)} of which apply`,
      answer: (index) => decision.evaluate(facts(index)),
      seen,
    },
    peers: [
      {
        name: "@gorules/zen-engine, one after the other",
        answer: (index) => zen(facts(index)),
        seen,
        ...(size === 40 ? { target: targets.tableOf40Rows } : {}),
      },
      {
        name: "@gorules/zen-engine, 32 at once",
        answer: (index) => zen(facts(index)),
        seen,
        atOnce: 32,
      },
      { name: "a plain loop over the rows", answer: (index) => loop(facts(index)), seen },
    ],
    measure: "times as fast",
    checkedInputs: 200,
  }
}
