import { isDeepStrictEqual } from "node:util"
import { expect } from "@effect/vitest"
import * as fc from "fast-check"
import { type Call, linkNames, modeOfSession, readEndings, type Told } from "./calls.ts"
import { mints, reads, reports, weighted } from "./drawn-calls.ts"
import { expectMint } from "./link-model.ts"
import {
  advance,
  archiveLink,
  createLink,
  limits,
  type Model,
  setCommission,
  stages,
} from "./model.ts"
import { expectRead, figuresOf } from "./quota-model.ts"
import {
  advanceReal,
  archiveRealLink,
  count,
  createRealLink,
  type Real,
  setRealCommission,
  tell,
  validateRealDue,
} from "./real.ts"
import { expectReport, nextDueMs, validateDue } from "./sale-model.ts"
import { standingInDatabase, standingOf } from "./standing.ts"

/** One step of a sequence. */
export type Step = fc.AsyncCommand<Model, Real>

const step = (words: unknown, run: Step["run"]): Step => ({
  check: () => true,
  run,
  toString: () => JSON.stringify(words),
})

/** What a call should be answered, and does to the model what it does. */
const expectCall = (model: Model, call: Call): Told => {
  switch (call.call) {
    case "mint":
      return expectMint(model, call)
    case "report":
      return expectReport(model, call)
    case "read":
      return expectRead(model, call)
  }
}

const oneCall = (call: Call): Step =>
  step(call, async (model, real) => {
    const [told] = await tell(real, [call])
    expect(told).toEqual(expectCall(model, call))
  })

const modeOf = (call: Call) => (call.call === "mint" ? modeOfSession(call.session) : call.mode)

/** An answer without its figures, of which several orders may tell the same. */
const withoutFigures = ({ body, status }: Told) => ({ status, body })

/** Every model that answers the calls, in some order, as they were answered. */
const serialOrders = (
  model: Model,
  calls: ReadonlyArray<{ readonly call: Call; readonly told: Told }>,
): ReadonlyArray<Model> =>
  calls.length === 0
    ? [model]
    : calls.flatMap(({ call, told }, index) => {
        const next = structuredClone(model)
        const expected = expectCall(next, call)
        return isDeepStrictEqual(withoutFigures(expected), withoutFigures(told))
          ? serialOrders(next, calls.toSpliced(index, 1))
          : []
      })

const minuteMs = 60_000

const passTo = (model: Model, real: Real, nowMs: number): Promise<void> => {
  model.nowMs = nowMs
  return real.world.pass(nowMs)
}

/** Calls at once, in a minute that has a place for each, so that none stands in another's way. */
const burst = (calls: ReadonlyArray<Call>): Step =>
  step({ burst: calls }, async (model, real) => {
    const placesMissing = (["live", "sandbox"] as const).some(
      (mode) =>
        figuresOf(model, mode).burst + calls.filter((call) => modeOf(call) === mode).length >
        limits.burst,
    )
    if (placesMissing) await passTo(model, real, model.nowMs - (model.nowMs % minuteMs) + minuteMs)
    const answers = await tell(real, calls)
    const told = calls.map((call, index) => ({ call, told: answers[index] as Told }))
    const candidates = serialOrders(model, told)
    const standing = await standingInDatabase(real)
    const found = candidates.find((one) => isDeepStrictEqual(plain(standingOf(one)), standing))
    if (found === undefined) {
      expect({ answers, candidates: candidates.length, standing }).toEqual("one serial order")
    } else Object.assign(model, found)
  })

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

const several = (calls: fc.Arbitrary<Call>, maxLength: number) =>
  fc.array(calls, { minLength: 2, maxLength }).map(burst)

/** Mostly a session that has a live subscription, where there is one. */
const advances = fc
  .record({
    choice: fc.nat({ max: 11 }),
    isEarlier: weighted<boolean>([4, false], [1, true]),
    stage: weighted<(typeof stages)[number]>([1, ...stages], [1, "presubscribed", "paid"]),
  })
  .map(({ choice, isEarlier, stage }) =>
    step({ advance: choice, isEarlier, stage }, async (model, real) => {
      const live = [...model.sessions].filter(([, { link }]) => link !== null)
      const made = live.map(([session]) => session)
      const session = made[choice % (made.length + (choice > 9 ? 1 : 0))] ?? "sandy"
      const last = model.sessions.get(session)?.made ?? 1
      const name = `${session}#${isEarlier ? Math.max(1, last - 1) : last}`
      const outcome = advance(model, name, stage)
      expect(await advanceReal(real, name, stage)).toBe(outcome)
      count(real, `advance ${outcome}`)
    }),
  )

const linkChanges = fc
  .record({ isNew: fc.boolean(), name: fc.constantFrom(...linkNames, ...linkNames, "foreign") })
  .map(({ isNew, name }) =>
    step(isNew ? { create: name } : { archive: name }, async (model, real) => {
      if (isNew) expect(await createRealLink(real, name)).toBe(createLink(model, name))
      else expect(await archiveRealLink(real, name)).toBe(archiveLink(model, name))
    }),
  )

const commissions = fc.constantFrom(999, 1_000, 1_500, 1_500, 2_345, 5_000, 5_001).map((bps) =>
  step({ commission: bps }, async (model, real) => {
    expect(await setRealCommission(real, bps)).toBe(setCommission(model, bps))
  }),
)

const dayMs = 86_400_000

/** How far time goes on: to before and at the ends of minutes, days and the time of sales. */
const passages: Readonly<Record<string, (model: Model) => number>> = {
  "half a minute": ({ nowMs }) => nowMs + minuteMs / 2,
  "a minute": ({ nowMs }) => nowMs + minuteMs,
  "a day": ({ nowMs }) => nowMs + dayMs,
  "13 days": ({ nowMs }) => nowMs + 13 * dayMs,
  "14 days": ({ nowMs }) => nowMs + 14 * dayMs,
  "just before midnight": ({ nowMs }) => nowMs - (nowMs % dayMs) + dayMs - 1,
  "to midnight": ({ nowMs }) => nowMs - (nowMs % dayMs) + dayMs,
  "just before a sale is due": (model) => Math.max(model.nowMs, (nextDueMs(model) ?? 0) - 1),
  "to when a sale is due": (model) => Math.max(model.nowMs, nextDueMs(model) ?? 0),
}

const passing = fc.constantFrom(...Object.keys(passages)).map((name) =>
  step({ pass: name }, async (model, real) => {
    await passTo(model, real, passages[name]?.(model) ?? model.nowMs)
  }),
)

const validations = fc
  .constantFrom("no time", "just before a sale is due", "to when a sale is due", "13 days")
  .map((name) =>
    step({ validateAfter: name }, async (model, real) => {
      await passTo(model, real, passages[name]?.(model) ?? model.nowMs)
      const due = validateDue(model)
      expect(await validateRealDue(real)).toBe(due)
      count(real, due === 0 ? "validate nothing" : "validate")
    }),
  )

const ofLinks = [
  mints.map(oneCall),
  mints.map(oneCall),
  mints.map(oneCall),
  advances,
  advances,
  linkChanges,
  several(mints, 5),
]

const ofSales = [
  reports.map(oneCall),
  reports.map(oneCall),
  reports.map(oneCall),
  several(reports, 5),
  commissions,
  validations,
]

const ofReads = [reads(readEndings).map(oneCall), several(reads(["answered"]), 4)]

/** Sequences of links, of sales, of what meets a bound, or of everything together. */
const kinds: ReadonlyArray<ReadonlyArray<fc.Arbitrary<Step>>> = [
  [...ofLinks, ...ofLinks, mints.map(oneCall), mints.map(oneCall), passing],
  [...ofSales, ...ofSales, passing, passing, linkChanges],
  [...ofReads, ...ofReads, mints.map(oneCall), reports.map(oneCall), passing],
  [
    ...ofLinks,
    ...ofSales,
    ...ofReads,
    passing,
    several(fc.oneof(mints, reports, reads(["answered"])), 4),
  ],
]

/** Sequences of up to so many steps. */
export const sequencesOf = (stepsMax: number): fc.Arbitrary<Iterable<Step>> =>
  fc.noBias(
    fc.oneof(
      ...kinds.map((kind) => fc.commands([...kind], { maxCommands: stepsMax, size: "max" })),
    ),
  )

/** That the database holds what the model holds, now and once every sale has validated itself. */
export const expectAgreement = async (model: Model, real: Real): Promise<void> => {
  expect(await standingInDatabase(real)).toEqual(plain(standingOf(model)))
  await passTo(model, real, model.nowMs + 14 * dayMs)
  expect(await validateRealDue(real)).toBe(validateDue(model))
  expect(await standingInDatabase(real)).toEqual(plain(standingOf(model)))
}
