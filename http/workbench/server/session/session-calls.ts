import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SessionCalls, SessionViews } from "../../protocol/session.ts"
import { made } from "../desk/desk.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"

const nothing = Schema.Struct({})

/** What answers calls about the whole of the work. */
export const sessionHandlers: CallHandlers<keyof SessionCalls> = {
  undo: { input: nothing, answer: (_, { desk }) => Effect.map(desk.undo, made) },
  redo: { input: nothing, answer: (_, { desk }) => Effect.map(desk.redo, made) },
}

/** What makes the view of the whole of the work. */
export const sessionViews: ViewHandlers<keyof SessionViews> = {
  session: {
    input: nothing,
    follows: ["tables", "repository"],
    answer: (_, { session }) => session,
  },
}
