import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CallName, Calls } from "../protocol/calls.ts"
import type { Bench } from "./bench.ts"
import { checkHandlers } from "./check/check-calls.ts"
import { searchHandlers } from "./search/search-calls.ts"
import { impactHandlers } from "./impact/impact-calls.ts"
import { casesHandlers } from "./cases/cases-calls.ts"
import { releasesHandlers } from "./releases/releases-calls.ts"
import { reviewHandlers } from "./review/review-calls.ts"
import { sessionHandlers } from "./session/session-calls.ts"
import { shapeHandlers } from "./shape/shape-calls.ts"
import { sourceHandlers } from "./sources/sources-calls.ts"
import { tableHandlers } from "./table/table-calls.ts"
import { travellerHandlers } from "./traveller/traveller-calls.ts"

/** What a call may be refused with: an error that says in words why, with its facts in its fields. */
export type CallError = Error & { readonly _tag: string }

/** What answers one call: how its input is read, and what it comes to. */
export interface CallHandler<Name extends CallName> {
  readonly input: Schema.ConstraintDecoder<Calls[Name]["input"]>
  readonly answer: (
    input: Calls[Name]["input"],
    bench: Bench,
  ) => Effect.Effect<Calls[Name]["output"], CallError>
}

/** What answers each of some calls. */
export type CallHandlers<Names extends CallName> = { readonly [Name in Names]: CallHandler<Name> }

/** What answers each call of the page. */
export const callHandlers: CallHandlers<CallName> = {
  ...sessionHandlers,
  ...tableHandlers,
  ...checkHandlers,
  ...searchHandlers,
  ...impactHandlers,
  ...shapeHandlers,
  ...sourceHandlers,
  ...tableHandlers,
  ...travellerHandlers,
  ...casesHandlers,
  ...reviewHandlers,
  ...releasesHandlers,
}
