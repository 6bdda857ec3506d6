import { makeDraws } from "../../../core/random/draws.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { withStage } from "../stage.ts"
import { tamperInProcess } from "./in-process.ts"
import { openKeyring } from "./keyring.ts"
import { tamperOverHttp } from "./over-http.ts"
import type { Tally } from "./tally.ts"
import { timeInProcess, timeOverHttp } from "./timing.ts"

/** How much is tried: in process, over HTTP, and how often refusals are timed. */
const sizes = {
  short: { inProcess: 20_000, overHttp: 300, timedInProcess: 2_000, timedOverHttp: 50 },
  long: { inProcess: 1_000_000, overHttp: 5_000, timedInProcess: 20_000, timedOverHttp: 1_000 },
} as const

/** Genuine calls are signed up to the edge of the window, or, over HTTP, while there is time left. */
const offSecondsMax = { inProcess: 300, overHttp: 200 } as const

const number = (value: number): string => value.toLocaleString("en")

const spread = ({ byAnswer }: Tally): string =>
  [...byAnswer]
    .toSorted(([, left], [, right]) => right - left)
    .map(([answer, times]) => `${answer} ${number(times)}`)
    .join(", ")

/** What is told of the tampers: in process, and over HTTP. */
export const signatureOutcome = (
  inProcess: Tally,
  overHttp: Tally,
  notes: ReadonlyArray<string>,
): Outcome => {
  const tampered = inProcess.tampered + overHttp.tampered
  const accepted = inProcess.accepted + overHttp.accepted
  const untouched = inProcess.untouched + overHttp.untouched
  const unrouted = inProcess.unrouted + overHttp.unrouted
  return {
    promise: "no tampered call is accepted",
    figure: `${number(accepted)} accepted of ${number(tampered)} one-bit and structural tampers`,
    cases: tampered,
    violations: [...inProcess.violations, ...overHttp.violations],
    notes: [
      `${number(overHttp.tampered)} of them over HTTP, ${inProcess.kinds.size - 1} ways of tampering`,
      `${number(unrouted)} left the signed bytes as they are under a path or method that leads nowhere`,
      `besides, ${number(untouched)} touched nothing that is signed (the query, the case of hex digits) and passed`,
      `in process: ${spread(inProcess)}`,
      `over HTTP: ${spread(overHttp)}`,
      ...notes,
    ],
  }
}

const run = (given: Given): Promise<ReadonlyArray<Outcome>> =>
  withStage(async (stage) => {
    const size = sizes[given.isShort ? "short" : "long"]
    const draws = makeDraws(given.seed)
    const [keyring, server] = await Promise.all([openKeyring(stage), stage.startServer()])
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const rules = { keyring, nowSeconds }
    const inProcess = await tamperInProcess(draws, size.inProcess, keyring.records, {
      ...rules,
      offSecondsMax: offSecondsMax.inProcess,
      isTrimmed: false,
    })
    given.say(`  ${number(inProcess.tampered)} tampers in process`)
    const overHttp = await tamperOverHttp(draws, size.overHttp, server.port, {
      ...rules,
      nowSeconds: Math.floor(Date.now() / 1_000),
      offSecondsMax: offSecondsMax.overHttp,
      isTrimmed: true,
    })
    const [signer] = keyring.signers
    const notes = [
      `time in process: ${await timeInProcess(size.timedInProcess, keyring.records, signer, nowSeconds)}`,
      `time over HTTP: ${await timeOverHttp(size.timedOverHttp, server.port, signer)}`,
    ]
    return [signatureOutcome(inProcess, overHttp, notes)]
  })

/** Tampers with signed calls. */
export const signatures: Part = {
  name: "signatures",
  about: "signed calls with one bit or one part changed, in process and over HTTP",
  run,
}
