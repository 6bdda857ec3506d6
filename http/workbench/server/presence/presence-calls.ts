import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PresenceCalls, PresenceViews } from "../../protocol/presence.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"
import { SignedIn } from "../signed-in.ts"

/** What answers calls about where people are. */
export const presenceHandlers: CallHandlers<keyof PresenceCalls> = {
  here: {
    input: Schema.Struct({
      page: Schema.String,
      place: Schema.NullOr(
        Schema.Struct({ file: Schema.String, line: Schema.Number, column: Schema.String }),
      ),
    }),
    answer: ({ page, place }, { presence }) =>
      Effect.map(SignedIn, (member) => {
        if (member !== null) presence.move(page, member.person.mail, place)
        return {}
      }),
  },
}

/** What makes the view of who is here. */
export const presenceViews: ViewHandlers<keyof PresenceViews> = {
  present: {
    input: Schema.Struct({}),
    follows: ["presence"],
    answer: (_, { presence }) => Effect.sync(presence.all),
  },
}
