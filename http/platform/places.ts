import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withDatabaseDeadline } from "./database-deadline.ts"

/** Why work got no place, or lost the one that it had. */
export class NoPlace extends Data.TaggedError("NoPlace")<{
  /** `crowd`: as many of the holder wait as may; `wait`: none became free; `work`: it took too long. */
  readonly because: "crowd" | "wait" | "work"
}> {}

/** How many places there are, and for how long anybody waits for one and has one. */
export interface PlacesPolicy {
  readonly places: number
  /** How many of them one holder may have, so that some are left for others. */
  readonly ofHolder: number
  /** How much work of one holder may wait. */
  readonly waitingOfHolder: number
  readonly waitMs: number
  readonly holdMs: number
}

/** Places that work is done in, so that only so much of it is under way at once. */
export interface WorkPlaces {
  /**
   * Does work of a holder in a place of its own. Holders take turns, however much each asks for. Waiting
   * and working both have their time: what takes longer fails with `NoPlace`, and its place is free
   * at that moment, even where the work cannot be told to end.
   */
  readonly hold: (
    holder: string,
  ) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | NoPlace, R>
}

/**
 * Whether this is work in a place. A client's body is never read there: a slow client would keep the
 * place from everybody else.
 */
const HoldsPlace = Context.Reference<boolean>("viatica/HoldsPlace", {
  defaultValue: () => false,
})

/** What a body fails with that is read by work in a place, which is a mistake of ours. */
const readInPlace = Effect.die(
  new Error("A body was read in a place; read it before that is taken."),
)

/** Reads what a client still has to send: a defect where work in a place does it. */
export const outsidePlaces = <A, E, R>(reading: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber(({ context }) => (Context.get(context, HoldsPlace) ? readInPlace : reading))

/** Work of a holder that waits for a place, has one, or has given it back. */
interface Claim {
  state: "waiting" | "holding" | "over"
  goOn: () => void
}

/** What a holder has, and what waits for more, the oldest first. */
interface Holder {
  held: number
  readonly waiting: Set<Claim>
}

/** Makes places. */
export const makePlaces = (policy: PlacesPolicy): WorkPlaces => {
  const { holdMs, ofHolder, waitMs, waitingOfHolder } = policy
  // The holder that was given a place last comes last.
  const holders = new Map<string, Holder>()
  let free = policy.places

  /** Gives a holder a place; of those that have as many, the others come first from then on. */
  const give = (name: string, holder: Holder, claim: Claim): void => {
    holder.waiting.delete(claim)
    holder.held += 1
    free -= 1
    claim.state = "holding"
    holders.delete(name)
    holders.set(name, holder)
    claim.goOn()
  }

  /** Whose turn it is: of those that wait and may have more, who has the fewest and waits longest. */
  const nextHolder = (): readonly [string, Holder] | undefined => {
    let next: readonly [string, Holder] | undefined
    for (const each of holders) {
      const [, { held, waiting }] = each
      if (waiting.size > 0 && held < (next?.[1].held ?? ofHolder)) next = each
      if (next?.[1].held === 0) return next
    }
    return next
  }

  const giveWhatIsFree = (): void => {
    const next = free > 0 ? nextHolder() : undefined
    const [claim] = next?.[1].waiting ?? []
    if (next === undefined || claim === undefined) return
    give(...next, claim)
    giveWhatIsFree()
  }

  const claimOf = (name: string): Claim | undefined => {
    const holder = holders.get(name) ?? { held: 0, waiting: new Set() }
    const claim: Claim = { state: "waiting", goOn: () => {} }
    holders.set(name, holder)
    if (free > 0 && holder.held < ofHolder) give(name, holder, claim)
    else if (holder.waiting.size >= waitingOfHolder) return undefined
    else holder.waiting.add(claim)
    return claim
  }

  const giveBack = (name: string, claim: Claim): void => {
    const holder = holders.get(name)
    if (holder === undefined || claim.state === "over") return
    if (claim.state === "holding") {
      holder.held -= 1
      free += 1
    }
    claim.state = "over"
    holder.waiting.delete(claim)
    if (holder.held === 0 && holder.waiting.size === 0) holders.delete(name)
    giveWhatIsFree()
  }

  /** Waits until a claim has its place. */
  const given = (claim: Claim): Effect.Effect<void, NoPlace> =>
    claim.state === "holding"
      ? Effect.void
      : Effect.timeoutOrElse(
          Effect.callback<void>((resume) => {
            if (claim.state === "holding") resume(Effect.void)
            else claim.goOn = () => resume(Effect.void)
          }),
          { duration: waitMs, orElse: () => Effect.fail(new NoPlace({ because: "wait" })) },
        )

  /** Work in its time; a deadline that it misses by itself stays its own failure. */
  const ended = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | NoPlace, R> =>
    withDatabaseDeadline(holdMs)(Effect.result(Effect.provideService(work, HoldsPlace, true))).pipe(
      Effect.mapError(() => new NoPlace({ because: "work" })),
      Effect.flatMap((result) =>
        Result.isSuccess(result) ? Effect.succeed(result.success) : Effect.fail(result.failure),
      ),
    )

  return {
    hold:
      (name) =>
      <A, E, R>(work: Effect.Effect<A, E, R>) =>
        Effect.suspend((): Effect.Effect<A, E | NoPlace, R> => {
          const claim = claimOf(name)
          if (claim === undefined) return Effect.fail(new NoPlace({ because: "crowd" }))
          return Effect.ensuring(
            Effect.andThen(given(claim), ended(work)),
            Effect.sync(() => giveBack(name, claim)),
          )
        }),
  }
}
