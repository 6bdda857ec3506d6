import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type TellingOf, toldBy } from "../../../core/told-by.ts"

/** A whole number between two bounds, both allowed. */
interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

const integer = (bounds: Bounds) => Schema.Int.check(Schema.isBetween(bounds))

const timesBounds: Bounds = { minimum: 1, maximum: 1_000_000 }

/** How often a fault happens before the simulator is healthy again; left out, it does not end. */
const times = Schema.optionalKey(integer(timesBounds))

/** The faults with a figure, each with what it is called. */
const figures = {
  latency: { name: "ms", minimum: 0, maximum: 600_000 },
  status: { name: "status", minimum: 400, maximum: 599 },
  huge_body: { name: "mebibytes", minimum: 1, maximum: 4_096 },
} as const

/** The faults that need no figure, each with what it does. */
export const plainFaults = {
  malformed: "answers 200 with a text that is no JSON",
  wrong_shape: "answers 200 with JSON of another shape",
  wrong_currency: "names another currency than its own",
  negative_premium: "asks premiums below zero",
  hang: "takes the request and never answers",
  trickle: "sends an answer that never ends, a byte a second",
  reset: "destroys the connection before an answer",
  reset_body: "destroys the connection in the middle of an answer",
  partial: "leaves out the last half of the codes, rounded down, but at least one",
  unknown_codes: "answers for codes that nobody asked for",
  empty: "answers for none of the codes",
  redirect: "answers 307 to another path of its own, where all is well",
  sold_by_redirect: "says that every offer is sold on its own site",
  unmapped_text: "prints guarantees in words that mean nothing",
} as const

type PlainFault = keyof typeof plainFaults

const isPlainFault = (kind: string): kind is PlainFault => Object.hasOwn(plainFaults, kind)

const hasFigure = (kind: string): kind is keyof typeof figures => Object.hasOwn(figures, kind)

const range = ({ maximum, minimum }: Bounds): string => `${minimum} to ${maximum}`

/** How faults are written on the command line, with the bounds of their figures. */
export const faultForms = [
  `latency=MS (${range(figures.latency)})`,
  `status=CODE (${range(figures.status)})`,
  `huge_body[=MEBIBYTES] (${range(figures.huge_body)})`,
  ...Object.keys(plainFaults),
].join(", ")

/**
 * What a fault of a kind has to be.
 *
 * ```ts
 * import { faultRule } from "../http/emulator/simulator/faults.ts"
 * faultRule("latency") // => "latency needs ms from 0 to 600000; times, if given, are 1 to 1000000"
 * faultRule("hang") // => "hang has no figure; times, if given, are 1 to 1000000"
 * ```
 */
export const faultRule = (kind: unknown): string => {
  if (typeof kind !== "string" || !(hasFigure(kind) || isPlainFault(kind))) {
    return `the kinds are ${[...Object.keys(figures), ...Object.keys(plainFaults)].join(", ")}`
  }
  const figure = hasFigure(kind) ? figures[kind] : undefined
  const verb = kind === "huge_body" ? "may have" : "needs"
  const needs =
    figure === undefined ? "has no figure" : `${verb} ${figure.name} from ${range(figure)}`
  return `${kind} ${needs}; times, if given, are ${range(timesBounds)}`
}

const Fault = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("latency"), ms: integer(figures.latency), times }),
  Schema.Struct({ kind: Schema.Literal("status"), status: integer(figures.status), times }),
  Schema.Struct({
    kind: Schema.Literal("huge_body"),
    mebibytes: Schema.optionalKey(integer(figures.huge_body)),
    times,
  }),
  Schema.Struct({
    kind: Schema.Literals(Object.keys(plainFaults).filter(isPlainFault)),
    times,
  }),
])

/** Something that the simulator does wrong on demand. */
export type Fault = typeof Fault.Type

const decodeFault = Schema.decodeUnknownOption(Fault, { onExcessProperty: "error" })

const faultsMax = 100

const kindOf = (entry: unknown): unknown =>
  typeof entry === "object" && entry !== null && "kind" in entry ? entry.kind : undefined

/** Why a text lists no faults. */
export type FaultListProblem =
  | { readonly _tag: "NoJson" }
  | { readonly _tag: "NoList" }
  | { readonly _tag: "TooMany"; readonly faultsMax: number }
  /** An entry, counted from 0, that is no fault of the kind that it names. */
  | { readonly _tag: "NoFault"; readonly index: number; readonly kind: unknown }

/** Why a text lists no faults, as the end of a sentence. */
export const describeFaultList = (problem: FaultListProblem): string =>
  toldBy(listProblems, problem)

const listProblems: TellingOf<FaultListProblem> = {
  NoJson: () => "no JSON",
  NoList: () => "no list of faults",
  TooMany: ({ faultsMax }) => `more than ${faultsMax} faults`,
  NoFault: ({ index, kind }) => `entry ${index}, counted from 0, is no fault: ${faultRule(kind)}`,
}

/**
 * Reads a list of faults as `PUT /faults` takes it, from JSON; fails with what is wrong.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readFaultList } from "../http/emulator/simulator/faults.ts"
 * Result.getOrThrow(readFaultList('[{"kind":"hang"}]')) // => [{ kind: "hang" }]
 * ```
 */
export const readFaultList = (
  text: string,
): Result.Result<ReadonlyArray<Fault>, FaultListProblem> => {
  const parsed = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(parsed)) return Result.fail({ _tag: "NoJson" })
  const entries: unknown = parsed.success
  if (!Array.isArray(entries)) return Result.fail({ _tag: "NoList" })
  if (entries.length > faultsMax) return Result.fail({ _tag: "TooMany", faultsMax })
  const faults: Array<Fault> = []
  for (const [index, entry] of entries.entries()) {
    const fault = decodeFault(entry)
    if (Option.isNone(fault)) {
      return Result.fail({ _tag: "NoFault", index, kind: kindOf(entry) })
    }
    faults.push(fault.value)
  }
  return Result.succeed(faults)
}

const faultText = /^([a-z_]+)(?:=(\d{1,7}))?(?:\*(\d{1,7}))?$/

/**
 * Reads a fault from the command line: `KIND`, `KIND=FIGURE`, and `*TIMES` after either. None for
 * anything else.
 *
 * ```ts
 * import * as Option from "effect/Option"
 * import { readFault } from "../http/emulator/simulator/faults.ts"
 * Option.getOrNull(readFault("status=503*2")) // => { kind: "status", status: 503, times: 2 }
 * Option.getOrNull(readFault("hang")) // => { kind: "hang" }
 * Option.getOrNull(readFault("hang=3")) // => null
 * ```
 */
export const readFault = (text: string) => {
  const [, kind = "", figure, count] = faultText.exec(text) ?? []
  const figureName = hasFigure(kind) ? figures[kind].name : "figure"
  return decodeFault({
    kind,
    ...(figure === undefined ? {} : { [figureName]: Number(figure) }),
    ...(count === undefined ? {} : { times: Number(count) }),
  })
}

/**
 * Why a text of the command line is no fault.
 *
 * ```ts
 * import { describeNoFault } from "../http/emulator/simulator/faults.ts"
 * describeNoFault("status=200") // => 'Expected a fault, got "status=200": status needs status from 400 to 599; times, if given, are 1 to 1000000'
 * ```
 */
export const describeNoFault = (text: string): string => {
  const [kind] = text.split(/[=*]/u)
  return `Expected a fault, got ${JSON.stringify(text)}: ${faultRule(kind)}`
}

/** The faults that wait for their turn. */
export interface FaultQueue {
  readonly set: (faults: ReadonlyArray<Fault>) => void
  readonly list: () => ReadonlyArray<Fault>
  /** What befalls the next call: a delay, and the first fault of another kind. */
  readonly next: () => { readonly delayMs: number; readonly fault: Fault | undefined }
}

/** Makes a queue: latency comes beside other faults, those one after the other. */
export const makeFaultQueue = (first: ReadonlyArray<Fault>): FaultQueue => {
  let waiting = first
  const spend = (spent: Fault): void => {
    waiting = waiting.flatMap((fault) => {
      if (fault !== spent || fault.times === undefined) return fault
      return fault.times === 1 ? [] : { ...fault, times: fault.times - 1 }
    })
  }
  return {
    set: (faults) => {
      waiting = faults
    },
    list: () => waiting,
    next: () => {
      const latency = waiting.find(({ kind }) => kind === "latency")
      const fault = waiting.find(({ kind }) => kind !== "latency")
      if (latency !== undefined) spend(latency)
      if (fault !== undefined) spend(fault)
      return { delayMs: latency?.kind === "latency" ? latency.ms : 0, fault }
    },
  }
}
