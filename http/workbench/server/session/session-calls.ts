import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SessionCalls } from "../../protocol/session.ts"
import type { CallHandlers } from "../call-handlers.ts"

const nothing = Schema.Struct({})

/** What answers calls about the whole of the work. */
export const sessionHandlers: CallHandlers<keyof SessionCalls> = {
  session: { input: nothing, answer: (_, { session }) => session },
  undo: {
    input: nothing,
    answer: (_, { desk, session }) => Effect.andThen(desk.undo, session),
  },
  redo: {
    input: nothing,
    answer: (_, { desk, session }) => Effect.andThen(desk.redo, session),
  },
}
