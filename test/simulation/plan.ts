import * as fc from "fast-check"
import { weighted } from "../http/model/drawn-calls.ts"
import { acts } from "./acts.ts"
import type { Arrival } from "./browser.ts"
import type { partnerCodes } from "./cluster.ts"
import type { InsurerMood, MailMood } from "./outside.ts"
import type { Reading, Sending } from "./peers.ts"
import type { DiskState } from "./tables-disk.ts"
import type { TabAct } from "./travellers.ts"

/** Orders of an account that sales are reported of: few, so that reports meet. */
const orders = ["1", "2", "3"] as const

/** What somebody does at a moment of the run: `afterMs` after whatever came before. */
export type Step = { readonly afterMs: number } & (
  | {
      readonly act: "report"
      readonly partner: (typeof partnerCodes)[number]
      readonly key: 0 | 1
      readonly process: number
      readonly order: (typeof orders)[number]
      readonly amountMinor: number
      readonly status: "pending" | "validated" | "cancelled"
      readonly tries: number
    }
  | {
      readonly act: "read"
      readonly partner: (typeof partnerCodes)[number]
      readonly key: 0 | 1
      readonly process: number
    }
  | {
      readonly act: "mint"
      readonly partner: (typeof partnerCodes)[number]
      readonly key: 0 | 1
      readonly process: number
      readonly session: number
      readonly tries: number
    }
  | {
      readonly act: "click"
      readonly partner: (typeof partnerCodes)[number]
      readonly process: number
    }
  | {
      readonly act: "visit"
      readonly partner: (typeof partnerCodes)[number]
      readonly process: number
    }
  | {
      readonly act: "form"
      readonly partner: (typeof partnerCodes)[number]
      readonly process: number
      readonly arrival: Arrival
    }
  | {
      readonly act: "suspend" | "approve"
      readonly partner: (typeof partnerCodes)[number]
      readonly process: number
    }
  | { readonly act: "kill" | "stop" | "start"; readonly process: number }
  | { readonly act: "skew"; readonly process: number; readonly byMs: number }
  | {
      readonly act: "receiver"
      readonly partner: (typeof partnerCodes)[number]
      readonly does: "answers" | "fails" | "hangs"
    }
  | { readonly act: "rest"; readonly forMs: number }
  | {
      /** Code of a version from before there were records of sales reports one, beside all others. */
      readonly act: "older"
      readonly partner: (typeof partnerCodes)[number]
      readonly process: number
      readonly order: (typeof orders)[number]
      readonly amountMinor: number
      readonly status: "pending" | "validated" | "cancelled"
    }
  | {
      readonly act: "peer"
      readonly partner: (typeof partnerCodes)[number]
      readonly process: number
      readonly asks: "bilan" | "quote" | "vocabulary"
      readonly sends: Sending
      readonly reads: Reading
    }
  | { readonly act: "letter"; readonly process: number; readonly to: number }
  | { readonly act: "mail"; readonly does: MailMood }
  | { readonly act: "insurers"; readonly do: InsurerMood }
  | { readonly act: "disk"; readonly state: DiskState }
  | { readonly act: "reload"; readonly process: number }
  | {
      readonly act: "travel"
      readonly process: number
      readonly traveller: number
      readonly tab: 0 | 1
      readonly does: TabAct
    }
)

/** Two acts that are done at once by two processes, or one that is cut off. */
export interface Meeting {
  readonly acts: readonly [string, string]
  readonly turns: number
  readonly stayingPerMille: number
  /** The turn at which the other goes on, whoever it is; undefined where none is drawn. */
  readonly turnAt?: number | undefined
  /**
   * The second begins once the first has run so many batches, which stands still meanwhile, wherever it can; where there
   * is another figure, the second stands still after so many of its own until the first is over. Undefined where both
   * begin at once.
   */
  readonly stops?: readonly [first: number, second?: number] | undefined
  /** How long the first stands still at least, in milliseconds of virtual time, also where nothing else can go on. */
  readonly standsMs?: number | undefined
  /**
   * Null where both are done at once; else the first is done alone, and something befalls this batch of it. One that
   * is refused says truly whether it is done.
   */
  readonly cut: {
    readonly how: "cut before" | "answer lost" | "killed" | "refused"
    readonly at: number
  } | null
}

/** What decides a run of days: steps at their moments, over whole processes. */
export interface Days {
  /** When it begins, after the morning on which the accounts were made, in milliseconds. */
  readonly startsAfterMs: number
  /** What decides between what could happen next. */
  readonly turns: number
  /** Of a thousand times, how often the session that has just run goes on. */
  readonly stayingPerMille: number
  /** Of a thousand batches, how many something befalls. */
  readonly faultsPerMille: number
  /** Whether something befalls the first processes too while they start, which few outlive. */
  readonly startsAmidFaults?: boolean
  /** What befalls batches is brief, so that nobody may be refused for it. */
  readonly areFaultsBrief?: boolean
  /** Whether processes are reached over sockets, and reach insurers and a mail server. */
  readonly isOnNetwork?: boolean
  readonly processes: number
  readonly steps: ReadonlyArray<Step>
}

/** What decides a run of meetings, each on rows of its own. */
export interface Meetings {
  readonly meetings: ReadonlyArray<Meeting>
}

/** All that decides a run. */
export type Plan = Days | Meetings

const partner = weighted<(typeof partnerCodes)[number]>([3, "ann"], [1, "bob"])
const key = weighted<0 | 1>([1, 0], [1, 1])
const process = fc.nat({ max: 3 })
const afterMs = weighted<number>([6, 0], [2, 1, 5], [2, 40, 300], [1, 1_500, 4_000])

const hourMs = 3_600_000

const mailMoods: ReadonlyArray<MailMood> = [
  "takes",
  "delays",
  "defers the sender",
  "refuses the recipient",
  "drops what it took",
  "drops the text",
  "is silent",
]

const insurerMoods: ReadonlyArray<InsurerMood> = [
  "answers",
  "fails",
  "is late",
  "is silent",
  "cuts off",
  "babbles",
]

/** What may be done, by what it is. */
const stepActs = {
  report: fc.record({
    afterMs,
    act: fc.constant("report" as const),
    partner,
    key,
    process,
    order: weighted<(typeof orders)[number]>([3, "1"], [1, "2", "3"]),
    amountMinor: fc.constantFrom(11_000, 11_551, 22_000, 0, 1),
    status: weighted<"pending" | "validated" | "cancelled">(
      [6, "pending"],
      [2, "validated"],
      [1, "cancelled"],
    ),
    tries: fc.constantFrom(1, 3, 3, 6),
  }),
  read: fc.record({ afterMs, act: fc.constant("read" as const), partner, key, process }),
  mint: fc.record({
    afterMs,
    act: fc.constant("mint" as const),
    partner,
    key,
    process,
    session: weighted<number>([2, 0], [2, 1, 2, 3, 4, 5, 6, 7]),
    tries: fc.constantFrom(1, 3),
  }),
  click: fc.record({ afterMs, act: fc.constant("click" as const), partner, process }),
  visit: fc.record({ afterMs, act: fc.constant("visit" as const), partner, process }),
  form: fc.record({
    afterMs,
    act: fc.constant("form" as const),
    partner,
    process,
    arrival: weighted<Arrival>([2, "whole", "pieces"], [3, "half"], [2, "reset", "gone"]),
  }),
  operate: fc.record({
    afterMs,
    act: fc.constantFrom("suspend" as const, "approve" as const, "approve" as const),
    partner,
    process,
  }),
  processes: fc.record({
    afterMs,
    act: fc.constantFrom("kill" as const, "stop" as const, "start" as const, "start" as const),
    process,
  }),
  skew: fc.record({
    afterMs,
    act: fc.constant("skew" as const),
    process,
    byMs: fc.constantFrom(-20_000, -1_000, 0, 2_000, 25_000),
  }),
  receiver: fc.record({
    afterMs,
    act: fc.constant("receiver" as const),
    partner,
    does: fc.constantFrom("answers" as const, "fails" as const, "hangs" as const),
  }),
  rest: fc.record({
    afterMs,
    act: fc.constant("rest" as const),
    forMs: fc.constantFrom(5_000, 10 * 60_000, 14 * 24 * hourMs, 14 * 24 * hourMs),
  }),
  older: fc.record({
    afterMs,
    act: fc.constant("older" as const),
    partner,
    process,
    order: weighted<(typeof orders)[number]>([3, "1"], [1, "2", "3"]),
    amountMinor: fc.constantFrom(11_000, 22_000, 0),
    status: weighted<"pending" | "validated" | "cancelled">(
      [6, "pending"],
      [1, "validated", "cancelled"],
    ),
  }),
  peer: fc.record({
    afterMs,
    act: fc.constant("peer" as const),
    partner,
    process,
    asks: weighted<"bilan" | "quote" | "vocabulary">([3, "quote", "bilan"], [2, "vocabulary"]),
    sends: weighted<Sending>(
      [4, "whole"],
      [2, "pieces", "twice"],
      [1, "late", "half a head", "half a body", "reset"],
    ),
    reads: weighted<Reading>([6, "at once"], [1, "slowly", "leaves"], [2, "never"]),
  }),
  letter: fc.record({
    afterMs,
    act: fc.constant("letter" as const),
    process,
    to: fc.nat({ max: 3 }),
  }),
  mail: fc.record({
    afterMs,
    act: fc.constant("mail" as const),
    does: fc.constantFrom<MailMood>(...mailMoods),
  }),
  insurers: fc.record({
    afterMs,
    act: fc.constant("insurers" as const),
    do: fc.constantFrom<InsurerMood>(...insurerMoods),
  }),
  disk: fc.record({
    afterMs,
    act: fc.constant("disk" as const),
    state: weighted<DiskState>([3, "sound"], [1, "mistaken", "unreadable", "changing"]),
  }),
  reload: fc.record({ afterMs, act: fc.constant("reload" as const), process }),
  travel: fc.record({
    afterMs,
    act: fc.constant("travel" as const),
    process,
    traveller: weighted<number>([3, 0], [1, 1]),
    tab: weighted<0 | 1>([2, 0], [1, 1]),
    does: weighted<TabAct>([6, "go on"], [2, "open"], [1, "back", "send twice"]),
  }),
} satisfies Readonly<Record<string, fc.Arbitrary<Step>>>

/** How often each is done in a run: of everything, or mostly of one thing, so that what is alike meets. */
const themes: ReadonlyArray<Readonly<Partial<Record<keyof typeof stepActs, number>>>> = [
  {
    report: 12,
    read: 7,
    mint: 7,
    click: 2,
    operate: 1,
    processes: 2,
    skew: 1,
    receiver: 1,
    rest: 2,
  },
  { report: 20, processes: 1, rest: 4, receiver: 1, skew: 1 },
  { mint: 16, read: 2, processes: 1, rest: 1 },
  { read: 16, mint: 6, processes: 1, operate: 1 },
  { form: 14, visit: 8, read: 2, processes: 1 },
  { older: 8, report: 10, processes: 1, rest: 3 },
  { disk: 3, reload: 4, read: 14, processes: 1 },
]

/** The same of days on which much goes over the network. */
const networkThemes: typeof themes = [
  { peer: 14, insurers: 3, processes: 1 },
  { letter: 12, mail: 6, processes: 1, rest: 1 },
  { travel: 20, insurers: 1, processes: 1 },
]

const stepsOf = (theme: (typeof themes)[number]): fc.Arbitrary<Step> =>
  fc.oneof(
    ...Object.entries(theme).map(([name, weight]) => ({
      weight,
      arbitrary: stepActs[name as keyof typeof stepActs] as fc.Arbitrary<Step>,
    })),
  )

const turns = fc.nat({ max: 2 ** 31 - 1 })

/** Everybody asks one process within one moment, whose answers are slow: all of its sessions are taken. */
const rushOf = (stepsMax: number): fc.Arbitrary<Days> =>
  fc.record({
    startsAfterMs: fc.constant(hourMs),
    turns,
    stayingPerMille: fc.constantFrom(0, 500),
    faultsPerMille: fc.constantFrom(40, 150),
    processes: fc.constant(1),
    steps: fc
      .array(stepsOf({ mint: 6, report: 16, read: 2, visit: 4 }), {
        minLength: stepsMax,
        maxLength: stepsMax,
        size: "max",
      })
      .map((steps) => steps.map((step) => ({ ...step, afterMs: 0 }))),
  })

/** Two processes that are both asked for the same all the time, and whose answers are only a little late. */
const briefOf = (stepsMax: number): fc.Arbitrary<Days> =>
  fc.record({
    startsAfterMs: fc.constant(hourMs),
    turns,
    stayingPerMille: fc.constantFrom(0, 500),
    faultsPerMille: fc.constantFrom(40, 150),
    areFaultsBrief: fc.constant(true),
    processes: fc.constant(2),
    steps: fc.array(stepsOf({ mint: 6, read: 6, report: 2 }), {
      minLength: Math.ceil(stepsMax / 2),
      maxLength: stepsMax,
      size: "max",
    }),
  })

/** Days of a theme over some processes. */
const daysOfTheme = (stepsMax: number, theme: (typeof themes)[number]): fc.Arbitrary<Days> =>
  fc.record({
    startsAfterMs: fc.constantFrom(hourMs, 16 * hourMs - 2_000, 16 * hourMs - 500),
    turns,
    stayingPerMille: fc.constantFrom(0, 500, 850),
    faultsPerMille: fc.constantFrom(0, 0, 10, 40, 150),
    startsAmidFaults: weighted<boolean>([1, true], [6, false]),
    processes: fc.constantFrom(1, 2, 2, 3),
    ...(networkThemes.includes(theme) ? { isOnNetwork: fc.constant(true) } : {}),
    steps: fc.array(stepsOf(theme), {
      minLength: Math.ceil(stepsMax / 2),
      maxLength: stepsMax,
      size: "max",
    }),
  })

const daysOf = (stepsMax: number): fc.Arbitrary<Days> =>
  fc.oneof(
    rushOf(stepsMax),
    briefOf(stepsMax),
    ...[...themes, ...networkThemes].map((theme) => daysOfTheme(stepsMax, theme)),
  )

/** Acts of a room, each room as often as those that have more of them. */
const rooms = [
  ...Map.groupBy(
    Object.entries(acts).filter(([, { isLoose }]) => isLoose !== true),
    ([, { room }]) => room,
  ).values(),
]

const pairsIn = (named: ReadonlyArray<string>) =>
  fc
    .constantFrom(
      ...rooms.filter(([first]) => named.length === 0 || named.includes(first?.[1].room ?? "")),
    )
    .chain((room) =>
      fc.constantFrom(
        ...room.flatMap((one, at) => room.slice(at).map((other) => [one, other] as const)),
      ),
    )

/** An act that is cut off at one of its batches. */
const cutOff = (name: string): fc.Arbitrary<Meeting> =>
  fc.record({
    acts: fc.constant([name, name] as const),
    turns,
    stayingPerMille: fc.constant(0),
    cut: fc.record({
      how: fc.constantFrom("cut before" as const, "answer lost" as const, "killed" as const),
      at: weighted<number>([4, 1, 2, 3, 4, 5, 6], [1, 7, 8, 9, 10, 12, 14]),
    }),
  })

/** Meetings of one pair of acts: at once, in some orders, and each of them cut off. */
const meetingsOfPair = (named: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<Meeting>> =>
  pairsIn(named).chain((pair) => {
    const [[first], [second]] = pair
    const atOnce = fc.record({
      acts: fc.constant([first, second] as const),
      turns,
      stayingPerMille: fc.constantFrom(0, 500, 850, 950),
      cut: fc.constant(null),
    })
    // One of them stands still at one place while the other runs through.
    const onceOver = fc.record({
      acts: fc.constant([first, second] as const),
      turns,
      stayingPerMille: fc.constant(1_000),
      turnAt: fc.integer({ min: 2, max: 15 }),
      cut: fc.constant(null),
    })
    const cuts = pair.flatMap(([name, { isInParts }]) => (isInParts === "uncut" ? [] : [name]))
    return fc.tuple(
      atOnce,
      atOnce,
      onceOver,
      onceOver,
      onceOver,
      onceOver,
      ...[...cuts, ...cuts].map(cutOff),
    )
  })

const meetingsOf = (stepsMax: number, named: ReadonlyArray<string> = []): fc.Arbitrary<Meetings> =>
  fc.record({
    meetings: fc
      .array(meetingsOfPair(named), {
        minLength: 1,
        maxLength: Math.ceil(stepsMax / 10),
        size: "max",
      })
      .map((all) => all.flat()),
  })

/** What runs may be of: days, days on which much goes over the network, meetings, or meetings in these rooms alone. */
export type PlanKind = "days" | "network" | "meetings" | ReadonlyArray<string>

/** What runs may be asked for of. */
export const planKinds: ReadonlyArray<Exclude<PlanKind, ReadonlyArray<string>>> = [
  "days",
  "network",
  "meetings",
]

/** Runs of up to so many steps: of days as often as of meetings, unless only one of them is asked for. */
const plansOf = (stepsMax: number, kind?: PlanKind): fc.Arbitrary<Plan> =>
  fc.noBias(
    kind === "days"
      ? daysOf(stepsMax)
      : kind === "network"
        ? fc.oneof(...networkThemes.map((theme) => daysOfTheme(stepsMax, theme)))
        : kind === "meetings"
          ? meetingsOf(stepsMax)
          : kind !== undefined
            ? meetingsOf(stepsMax, kind)
            : fc.oneof<Array<fc.Arbitrary<Plan>>>(daysOf(stepsMax), meetingsOf(stepsMax)),
  )

/** The plan that a seed draws. */
export const planOf = (seed: number, stepsMax: number, kind?: PlanKind): Plan =>
  fc.sample(plansOf(stepsMax, kind), { seed, numRuns: 1 })[0] as Plan
