import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { definitionsIn } from "../../../../rules/tables/index.ts"
import type { SearchCalls } from "../../protocol/calls.ts"
import { makeSearch } from "../../../../rules/tables/search-tables.ts"
import type { CallHandlers } from "../handler.ts"

/** Texts that stay the same are cut once for all that is looked for. */
const search = makeSearch((sources) => Object.values(definitionsIn(sources)))

/** What answers calls that look through all tables. */
export const searchHandlers: CallHandlers<keyof SearchCalls> = {
  search: {
    input: Schema.Struct({ text: Schema.String }),
    answer: ({ text }, { desk }) => Effect.sync(() => search(desk.state().sources, text)),
  },
}
