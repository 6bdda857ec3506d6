import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CallName, Calls } from "../protocol/calls.ts"
import type { ViewName, Views } from "../protocol/views.ts"
import type { Bench, BenchTopic } from "./bench.ts"

/** What a call may be refused with: an error that says in words why, with its facts in its fields. */
export type CallError = Error & { readonly _tag: string }

interface Handler<Input, Output> {
  readonly input: Schema.ConstraintDecoder<Input>
  readonly answer: (input: Input, bench: Bench) => Effect.Effect<Output, CallError>
}

/** What answers each of some calls: how its input is read, and what it comes to. */
export type CallHandlers<Names extends CallName> = {
  readonly [Name in Names]: Handler<Calls[Name]["input"], Calls[Name]["output"]>
}

/** What makes one view of the tables, and when. */
export interface ViewHandler<Input, Output> extends Handler<Input, Output> {
  /** What it is made anew after. */
  readonly follows: ReadonlyArray<BenchTopic>
  /** How long that has to rest first; none where it is told at once, with all others that are. */
  readonly calmMs?: number
  /** What became of the view that was told last, where that is less to tell; undefined where it is not. */
  readonly change?: (known: Output, now: Output) => unknown
}

/** What makes a view, whichever it is. */
export type AnyViewHandler = Pick<ViewHandler<unknown, unknown>, "calmMs" | "follows" | "input"> & {
  readonly answer: (input: never, bench: Bench) => Effect.Effect<unknown, CallError>
  readonly change?: (known: never, now: never) => unknown
}

/** What makes each of some views. */
export type ViewHandlers<Names extends ViewName> = {
  readonly [Name in Names]: ViewHandler<Views[Name]["input"], Views[Name]["output"]>
}
