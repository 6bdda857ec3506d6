/**
 * What a thread of an impact runs: it loads both versions, which the thread that started it has
 * checked, draws the same corpus, and counts what it can take of it.
 */
import { parentPort } from "node:worker_threads"
import { loadChecked } from "../../../core/table/load.ts"
import { prepareTally } from "../../../rules/impact/impact-tally.ts"
import { definitions, loadCheckedTables } from "../../../rules/tables/index.ts"
import {
  countShare,
  type ImpactAnswer,
  type ImpactJob,
} from "../../../rules/changes/diff-impact.ts"
import { drawCorpus } from "../../../rules/corpus/corpus.ts"

parentPort?.on("message", ({ after, before, choice, drawn, next, touched }: ImpactJob) => {
  const { corpus } = drawCorpus(loadChecked(definitions, drawn), choice)
  const tables = { before: loadCheckedTables(before), after: loadCheckedTables(after) }
  const { count, tally } = prepareTally(tables.before, tables.after, touched)
  countShare(corpus, next, count)
  const answer: ImpactAnswer = tally
  parentPort?.postMessage(answer, [])
})
