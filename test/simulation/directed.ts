import * as Effect from "effect/Effect"
import { makeChoices } from "../support/random.ts"
import { acts } from "./acts.ts"
import type { SimulationGround } from "./cluster.ts"
import { type Lock, marksIn } from "./locks.ts"
import type { Alone, doAlone as doAloneAsItIs } from "./meeting.ts"
import type { Meeting } from "./plan.ts"

/** An act that reaches a protection, and at which of its batches. */
export interface Reacher {
  readonly act: string
  /** Batches that hold it, or run within it, from one on. */
  readonly at: ReadonlyArray<number>
}

/** What all acts reach, each done alone. */
export interface Reach {
  /** By the number of a protection of the sources. */
  readonly ofLocks: ReadonlyMap<number, ReadonlyArray<Reacher>>
  /** By the name of a table: who writes to it, at any of its batches. */
  readonly ofTables: ReadonlyMap<string, ReadonlyArray<Reacher>>
  /** How many batches each act has. */
  readonly batches: ReadonlyMap<string, number>
}

/** Does each act alone, by sources whose protections are marked, and notes what it reaches. */
export const probe = async (
  ground: SimulationGround,
  locks: ReadonlyArray<Lock>,
  doAlone: typeof doAloneAsItIs,
): Promise<Reach> => {
  const ofLocks = new Map<number, Array<Reacher>>()
  const ofTables = new Map<string, Array<Reacher>>()
  const batches = new Map<string, number>()
  const add = <Key>(map: Map<Key, Array<Reacher>>, key: Key, reacher: Reacher): void =>
    void map.set(key, [...(map.get(key) ?? []), reacher])
  for (const act of Object.keys(acts)) {
    const within: Array<{
      readonly number: number
      readonly first: number
      readonly last: number
    }> = []
    let batchesNow = (): number => 0
    Object.assign(globalThis, {
      reachLock:
        (number: number, wrap: Wrap): Wrap =>
        (work) =>
          Effect.suspend(() => {
            const first = batchesNow() + 1
            const note = Effect.sync(() => {
              within.push({ number, first, last: batchesNow() })
            })
            return Effect.ensuring(wrap(work), note)
          }),
    })
    const alone = await doAlone(ground, act, (batches) => {
      batchesNow = batches
    })
    batches.set(act, alone.batches.length)
    for (const [number, at] of placesOf(alone, within)) {
      if (locks[number] !== undefined) add(ofLocks, number, { act, at })
    }
    const all = alone.batches.map((_, index) => index + 1)
    for (const table of alone.written) add(ofTables, table, { act, at: all })
  }
  return { ofLocks, ofTables, batches }
}

type Wrap = (work: Effect.Effect<unknown>) => Effect.Effect<unknown>

const placesOf = (
  { batches }: Alone,
  within: ReadonlyArray<{ readonly number: number; readonly first: number; readonly last: number }>,
): ReadonlyMap<number, ReadonlyArray<number>> => {
  const places = new Map<number, Set<number>>()
  const note = (number: number, at: number): void =>
    void places.set(number, (places.get(number) ?? new Set()).add(at))
  batches.forEach((statements, index) => {
    for (const number of marksIn(statements)) note(number, index + 1)
  })
  for (const { first, last, number } of within) {
    for (let at = first; at <= last; at += 1) note(number, at)
  }
  return new Map([...places].map(([number, at]) => [number, [...at].toSorted((a, b) => a - b)]))
}

/** Meetings of one seed. */
const meetingsMost = 6

type Stops = NonNullable<Meeting["stops"]>

/** What is drawn of, and how far. */
interface Wish {
  readonly reachers: ReadonlyArray<Reacher>
  /** How many batches each act has, alone. */
  readonly batches: ReadonlyMap<string, number>
  readonly kind: string
}

/** How long somebody stands still where others need not wait: longer than a short wait for a lock. */
const standsMs = 400

/**
 * Meetings that a seed draws for a protection: of two acts that reach it, or of one and another at the same thing, of
 * which one stands still right before or after it while the other runs through, or stands still in its turn; and, for
 * a transaction, of one that is cut off within it. The first seeds go through all of them, those nearest first; the
 * others draw places and turns.
 */
export const directedMeetings = (wish: Wish, seed: number): ReadonlyArray<Meeting> => {
  const tries = triesOf(wish)
  const own = tries[seed - 1]
  if (own !== undefined) return own
  const choices = makeChoices(seed)
  const pairs = pairsOf(wish.reachers)
  const [first] = pairs
  if (first === undefined) return []
  const { names } = choices.pick([first, ...pairs.slice(1)])
  const batchesOf = (name: string): number => wish.batches.get(name) ?? 6
  return [1, 2, 3].map((): Meeting => {
    const stop = choices.integer(1, Math.max(1, batchesOf(names[0]) - 1))
    const other = choices.integer(1, Math.max(1, batchesOf(names[1])))
    return {
      acts: names,
      turns: choices.integer(1, 1_000_000),
      stayingPerMille: choices.pick([500, 850, 1_000]),
      stops: choices.chance(0.3) ? [stop] : [stop, other],
      cut: null,
    }
  })
}

/** All that is tried once, by seeds. */
const triesOf = ({ batches, kind, reachers }: Wish): ReadonlyArray<ReadonlyArray<Meeting>> => {
  const isCut = kind === "transaction"
  const isSkip = kind === "skip locked"
  const pairs = pairsOf(reachers)
  const batchesOf = (name: string): number => batches.get(name) ?? 1
  const standing = (names: Meeting["acts"], stops: ReadonlyArray<Stops>): ReadonlyArray<Meeting> =>
    stops
      .slice(0, meetingsMost)
      .map((each) => ({ acts: names, turns: 1, stayingPerMille: 1_000, stops: each, cut: null }))
  const placed = pairs.map((pair) => ({
    ...pair,
    parts: inParts(stopsOf(pair.at, batchesOf(pair.names[0])), meetingsMost),
  }))
  const isSame = ({ names }: Pair): boolean => names[0] === names[1]
  const first = (own: typeof placed) =>
    own.map(({ names, parts: [part = []] }) => standing(names, part))
  const later = (own: typeof placed) =>
    upTo(Math.max(0, ...own.map(({ parts }) => parts.length - 1))).flatMap((part) =>
      own.map(({ names, parts }) => standing(names, parts[part] ?? [])),
    )
  /** The other begins once the first is past it, and stands still in its turn. */
  const both = (own: typeof placed) =>
    own.map(({ at, names }) =>
      standing(
        names,
        upTo(batchesOf(names[1]) - 1).map((other): Stops => [at[0] ?? 1, other]),
      ),
    )
  /** What does not reach it stands still while what does runs through. */
  const reversed = (own: typeof placed) =>
    own.map(({ names: [one, other] }) =>
      standing(
        [other, one],
        upTo(batchesOf(other) - 1).map((each): Stops => [each]),
      ),
    )
  const [near, beside, far] = [0, 1, 2].map((rank) => placed.filter((pair) => pair.rank === rank))
  const ordered = [
    first(near?.filter(isSame) ?? []),
    first(near?.filter((pair) => !isSame(pair)) ?? []),
    first(beside ?? []),
    reversed(beside ?? []),
    both(near ?? []),
    later(near ?? []),
    later(beside ?? []),
    both(beside ?? []),
    first(far ?? []),
  ]
  // What is there so that others need not wait shows only where somebody stands still for a while.
  const patient = isSkip
    ? Object.keys(acts).flatMap((first) => {
        const others = reachers.filter(({ act }) => acts[act]?.room === acts[first]?.room)
        return others.map(({ act }) =>
          upTo(batchesOf(first) - 1).map((stop): Meeting => ({
            acts: [first, act],
            turns: 1,
            stayingPerMille: 1_000,
            stops: [stop],
            standsMs,
            cut: null,
          })),
        )
      })
    : []
  const cuts = isCut
    ? reachers.filter(({ act }) => acts[act]?.isInParts !== "uncut").flatMap(cutsOf)
    : []
  // Who has no answer does it again, and finds what was done.
  const lost =
    kind === "on conflict"
      ? reachers.map(({ act, at }) =>
          at.map((each): Meeting => ({
            acts: [act, act],
            turns: each,
            stayingPerMille: 0,
            cut: { how: "answer lost", at: each },
          })),
        )
      : []
  return [...cuts, ...patient, ...ordered.flat(), ...lost].filter((own) => own.length > 0)
}

const upTo = (most: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, most) }, (_, place) => place + 1)

/** The same in parts of so many. */
const inParts = <Item>(
  all: ReadonlyArray<Item>,
  most: number,
): ReadonlyArray<ReadonlyArray<Item>> =>
  upTo(Math.ceil(all.length / most)).map((part) => all.slice((part - 1) * most, part * most))

/** An act that is cut off after each batch within a transaction but the last, or is refused the next one. */
const cutsOf = ({ act, at }: Reacher): ReadonlyArray<ReadonlyArray<Meeting>> => {
  const ways = ["cut before", "killed", "refused"] as const
  const all = at.slice(1).flatMap((each) =>
    ways
      .filter((how) => how !== "refused" || acts[act]?.isInParts === undefined)
      .map((how): Meeting => ({
        acts: [act, act],
        turns: each,
        stayingPerMille: 0,
        cut: { how, at: each },
      })),
  )
  return inParts(all, 2 * meetingsMost)
}

/** Right after what holds it, right before, and at all batches that follow. */
const stopsOf = (at: ReadonlyArray<number>, batches: number): ReadonlyArray<Stops> => {
  const [first = 1] = at
  const places = new Set([first, first - 1, ...at, ...upTo(batches).filter((each) => each > first)])
  return [...places]
    .filter((each) => each > 0 && each < Math.max(batches, 2))
    .map((each) => [each] as const)
}

interface Pair {
  readonly names: Meeting["acts"]
  /** Where the first reaches it. */
  readonly at: ReadonlyArray<number>
  /** How near they are: at the same thing and reaching it both, at the same thing, or reaching it both. */
  readonly rank: number
}

/** Each act that reaches it with itself, with others that do, and with what else is done at the same thing. */
const pairsOf = (reachers: ReadonlyArray<Reacher>): ReadonlyArray<Pair> => {
  const reach = new Set(reachers.map(({ act }) => act))
  const rankOf = (first: string, second: string): number => {
    const isAlike = acts[first]?.room === acts[second]?.room
    return isAlike ? (reach.has(second) ? 0 : 1) : reach.has(second) ? 2 : 3
  }
  const isStart = (name: string): boolean => acts[name]?.room === "starts"
  return reachers
    .flatMap(({ act, at }) =>
      Object.keys(acts).map((second): Pair => ({
        names: [act, second],
        at,
        rank: rankOf(act, second),
      })),
    )
    .filter(({ names: [first, second], rank }) => rank < 3 && isStart(first) === isStart(second))
    .toSorted((left, right) => left.rank - right.rank)
}
