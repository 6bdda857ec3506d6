import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { Charge, ChargeOutcome } from "../../rules/quota/charge.ts"
import type { AroundSpan } from "../observability/span-around.ts"
import type { QuotaStoreUnavailable } from "../ports/quotas.ts"
import type { Quotas } from "../ports/quotas.ts"
import { begunEffect } from "../platform/begun-effect.ts"
import { type Gate, type TooManyWaiting, tooManyWaiting } from "./gate.ts"

/** A call that has come to its charge. */
export interface ToCharge<Answer> {
  readonly _tag: "ToCharge"
  readonly charge: Charge
  /** What may be done while the call is being charged. */
  readonly beside: (() => void) | undefined
  /** Goes on by what the charge came to. */
  readonly next: (
    charged: Exit.Exit<ChargeOutcome, QuotaStoreUnavailable | TooManyWaiting>,
  ) => Step<Answer>
}

/** How far a call has come: to its charge, or to its answer. */
export type Progress<Answer> =
  | ToCharge<Answer>
  | { readonly _tag: "Answered"; readonly answer: Answer }

/** One step of a call; what waits for nothing comes out as done. */
export type Step<Answer> = Effect.Effect<Progress<Answer>>

/** The step of a call that has its answer. */
export const answered = <Answer>(answer: Answer): Exit.Exit<Progress<Answer>> =>
  Exit.succeed({ _tag: "Answered", answer })

/** What charges are made with. */
export interface Charging {
  readonly quotas: Pick<Quotas["Service"], "charge" | "queue">
  readonly gate: Gate
  readonly aroundCharge: ReturnType<AroundSpan>
}

/** Takes a call through all of its steps in one fiber, under its span. */
export const goInFiber = <Answer>(
  { aroundCharge, gate, quotas }: Charging,
  step: Step<Answer>,
): Effect.Effect<Answer> => {
  const go = (reached: Step<Answer>): Effect.Effect<Answer> =>
    Effect.flatMapEager(reached, (progress) => {
      if (progress._tag === "Answered") return Effect.succeed(progress.answer)
      const { beside, charge, next } = progress
      const charging = gate.through(charge.keyId, () =>
        aroundCharge(() => quotas.charge(charge, beside)),
      )
      return Effect.flatMap(Effect.exit(charging), (charged) => go(next(charged)))
    })
  return go(step)
}

/** Runs an effect in a fiber of its own. */
export type RunEffect = <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>

/**
 * Takes a call through all of its steps, with a fiber for those alone that wait for something else
 * than the charge. The others are done when this is called and when the charge is told, and no fiber
 * is put to sleep in between: that costs more than all that is said here.
 */
export const goAtOnce = <Answer>(
  { gate, quotas }: Charging,
  run: RunEffect,
  first: () => Step<Answer>,
  tell: (answered: Exit.Exit<Answer>) => void,
): void => {
  const arrive = (arrived: Exit.Exit<Progress<Answer>>): void => {
    if (Exit.isFailure(arrived)) return tell(Exit.failCause(arrived.cause))
    const progress = arrived.value
    if (progress._tag === "Answered") return tell(Exit.succeed(progress.answer))
    const { beside, charge, next } = progress
    if (!gate.enter(charge.keyId)) return go(() => next(tooManyWaiting))
    return quotas.queue(
      charge,
      (charged) => {
        gate.leave(charge.keyId)
        go(() => next(charged))
      },
      beside,
    )
  }
  const go = (take: () => Step<Answer>): void => {
    const step = begunEffect(take)
    if (Exit.isExit(step)) arrive(step as Exit.Exit<Progress<Answer>>)
    else run(step).addObserver(arrive)
  }
  go(first)
}
