import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type BaseVersion, readRevision } from "../../../tables/base-version.ts"
import type { TablesUnreadable } from "../../../tables/table-files.ts"
import type { SessionCalls, SessionViews } from "../../protocol/session.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"
import { type Desk, made } from "../desk/desk.ts"
import { baseNames, readVersionBefore } from "../desk/version-before.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"

const nothing = Schema.Struct({})

/** What answers calls about the whole of the work. */
export const sessionHandlers: CallHandlers<keyof SessionCalls> = {
  undo: { input: nothing, answer: (_, { desk }) => Effect.map(desk.undo, made) },
  redo: { input: nothing, answer: (_, { desk }) => Effect.map(desk.redo, made) },
  bases: { input: nothing, answer: (_, { desk }) => baseNames(desk.folder) },
  compareWith: {
    input: Schema.Struct({ base: Schema.NullOr(Schema.String) }),
    answer: ({ base }, { changed, desk }) =>
      Effect.flatMap(named(desk, base), (before) =>
        Effect.map(desk.compareWith(before), (state) => {
          changed("repository")
          return made(state)
        }),
      ),
  },
}

/** The tables of a revision; a folder is named by `--base` alone, as a page has none to start from. */
const named = (
  { folder }: Desk,
  base: string | null,
): Effect.Effect<BaseVersion, CallRefused | TablesUnreadable> => {
  const name = base?.trim() ?? ""
  const read = name === "" ? readVersionBefore(folder, Option.none()) : readRevision(name, folder)
  return read.pipe(
    Effect.catchTags({
      BaseUnknown: ({ problem }) => Effect.fail(callRefused("NoSuchBase", { base: name, problem })),
      GitUnavailable: () =>
        Effect.fail(callRefused("NoSuchBase", { base: name, problem: "noRepository" })),
    }),
  )
}

/** What makes the view of the whole of the work. */
export const sessionViews: ViewHandlers<keyof SessionViews> = {
  session: {
    input: nothing,
    follows: ["tables", "repository"],
    answer: (_, { session }) => session,
  },
}
