import type { BodyProblems } from "../../support/answer-problems.ts"
import type { Answer } from "../../support/http-call.ts"
import { caseBytes, type InputCase } from "./case.ts"
import { exchange } from "./connection.ts"
import { type Batch, type Drawing, makeBatches } from "./draw-cases.ts"
import { caseProblems, isAskedFailure, makeBodyMemory, trickProblems } from "./judge.ts"
import { addViolation, countCase, emptyTally, type Tally } from "./tally.ts"

/** Batches to draw, send and judge. */
export interface BatchesAsked extends Drawing {
  readonly port: number
  readonly seed: number
  readonly batches: ReadonlyArray<number>
}

/** Cases that are sent in a row over one connection. */
const casesInRow = 10

/** Connections that are in use at once. */
const connectionsAtOnce = 12

/** How much of what was sent and of what came back a violation shows. */
const shownLength = 1_500

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString("latin1", 0, shownLength))

const violation = (where: string, problems: ReadonlyArray<string>, sent: Buffer): string =>
  `${where}: ${problems.join("; ").slice(0, shownLength)}; sent ${shown(sent)}`

/** Sends cases in a row, those behind an answer that closes the connection over another one. */
const sendRow = async (
  port: number,
  row: ReadonlyArray<InputCase>,
): Promise<ReadonlyArray<Answer | undefined>> => {
  const answers: Array<Answer | undefined> = []
  while (answers.length < row.length) {
    const open = row.slice(answers.length)
    const now = nowSeconds()
    const bytes = Buffer.concat(open.map((asked) => caseBytes(asked, now)))
    const methods = open.map(({ method }) => method)
    const brought = await exchange(port, { bytes, methods }, open.length)
    answers.push(...brought.answers)
    const closes = brought.answers.at(-1)?.headers["connection"]?.toLowerCase() === "close"
    if (!closes && brought.answers.length < open.length) answers.push(undefined)
  }
  return answers
}

const runCases = async (
  { port }: BatchesAsked,
  where: string,
  cases: ReadonlyArray<InputCase>,
  tally: Tally,
  ofBody: BodyProblems,
): Promise<void> => {
  const answers = await sendRow(port, cases)
  for (const [index, asked] of cases.entries()) {
    const answer = answers[index]
    countCase(tally, asked.kind, answer === undefined ? [] : [answer])
    if (answer !== undefined && isAskedFailure(asked, answer)) tally.askedFailures += 1
    const problems = caseProblems(asked, answer, ofBody)
    if (problems.length > 0) {
      const sent = caseBytes(asked, nowSeconds())
      addViolation(tally, violation(`${where}, ${asked.kind}`, problems, sent))
    }
  }
}

const runTricks = async (
  { port }: BatchesAsked,
  where: string,
  { tricks }: Batch,
  tally: Tally,
): Promise<void> => {
  for (const trick of tricks) {
    const brought = await exchange(port, { bytes: trick.bytes, methods: [] })
    countCase(tally, trick.kind, brought.answers)
    const problems = trickProblems(trick, brought)
    if (problems.length > 0) {
      addViolation(tally, violation(`${where}, ${trick.kind}`, problems, trick.bytes))
    }
  }
}

/** The rows of a batch, as programs that may run in any order. */
const rowsOf = (
  asked: BatchesAsked,
  number: number,
  batch: Batch,
  tally: Tally,
  ofBody: BodyProblems,
): ReadonlyArray<() => Promise<void>> => {
  const where = `batch ${number}`
  const rows = [() => runTricks(asked, where, batch, tally)]
  for (let at = 0; at < batch.cases.length; at += casesInRow) {
    const cases = batch.cases.slice(at, at + casesInRow)
    rows.push(() => runCases(asked, where, cases, tally, ofBody))
  }
  return rows
}

/** Draws batches, sends them over several connections at once, and judges every answer. */
export const runBatches = async (asked: BatchesAsked): Promise<Tally> => {
  const tally = emptyTally()
  const ofBody = makeBodyMemory()
  const draw = makeBatches(asked)
  const waiting: Array<() => Promise<void>> = []
  const open = [...asked.batches]
  const next = (): (() => Promise<void>) | undefined => {
    const number = waiting.length === 0 ? open.shift() : undefined
    if (number !== undefined) {
      const batch = draw(asked.seed, number, nowSeconds())
      waiting.push(...rowsOf(asked, number, batch, tally, ofBody))
    }
    return waiting.shift()
  }
  const send = async (): Promise<void> => {
    for (let row = next(); row !== undefined; row = next()) await row()
  }
  await Promise.all(Array.from({ length: connectionsAtOnce }, send))
  return tally
}
