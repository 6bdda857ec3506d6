import * as Schema from "effect/Schema"

/** How often a fault happens before the simulator is healthy again; left out, it does not end. */
const times = Schema.optionalKey(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
)

const integer = (minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum }))

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
  partial: "answers for the first half of the codes, rounded up",
  unknown_codes: "answers for codes that nobody asked for",
  empty: "answers for none of the codes",
  redirect: "answers 307 to another path of its own, where all is well",
  sold_by_redirect: "says that every offer is sold on its own site",
  unmapped_text: "prints guarantees in words that mean nothing",
} as const

type PlainFault = keyof typeof plainFaults

const isPlainFault = (kind: string): kind is PlainFault => Object.hasOwn(plainFaults, kind)

const Fault = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("latency"), ms: integer(0, 600_000), times }),
  Schema.Struct({ kind: Schema.Literal("status"), status: integer(400, 599), times }),
  Schema.Struct({
    kind: Schema.Literal("huge_body"),
    mebibytes: Schema.optionalKey(integer(1, 4_096)),
    times,
  }),
  Schema.Struct({
    kind: Schema.Literals(Object.keys(plainFaults).filter(isPlainFault)),
    times,
  }),
])

/** Something that the simulator does wrong on demand. */
export type Fault = typeof Fault.Type

/** A list of faults as `PUT /faults` takes it. */
export const FaultList = Schema.Array(Fault).check(Schema.isMaxLength(100))

const decodeFault = Schema.decodeUnknownOption(Fault)

const faultText = /^([a-z_]+)(?:=(\d{1,7}))?(?:\*(\d{1,7}))?$/

const figureNames: Readonly<Record<string, string>> = {
  latency: "ms",
  status: "status",
  huge_body: "mebibytes",
}

/**
 * Reads a fault from the command line: `KIND`, `KIND=FIGURE`, and `*TIMES` after either. None for
 * anything else.
 *
 * ```ts
 * import * as Option from "effect/Option"
 * import { readFault } from "../http/simulator/faults.ts"
 * Option.getOrNull(readFault("status=503*2")) // => { kind: "status", status: 503, times: 2 }
 * Option.getOrNull(readFault("hang")) // => { kind: "hang" }
 * Option.getOrNull(readFault("hang=3")) // => null
 * ```
 */
export const readFault = (text: string) => {
  const [, kind = "", figure, count] = faultText.exec(text) ?? []
  const figureName = figureNames[kind] ?? "figure"
  return decodeFault(
    {
      kind,
      ...(figure === undefined ? {} : { [figureName]: Number(figure) }),
      ...(count === undefined ? {} : { times: Number(count) }),
    },
    { onExcessProperty: "error" },
  )
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
