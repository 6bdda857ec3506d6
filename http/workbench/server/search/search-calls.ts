import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AnyDefinition } from "../../../../core/table/load.ts"
import { definitions } from "../../../../rules/tables/index.ts"
import type { SearchCalls } from "../../protocol/calls.ts"
import { makeSearch } from "../../../../rules/tables/search-tables.ts"
import type { CallHandlers } from "../handler.ts"

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)

/** Texts that stay the same are cut once for all that is looked for. */
const search = makeSearch(all)

/** What answers calls that look through all tables. */
export const searchHandlers: CallHandlers<keyof SearchCalls> = {
  search: {
    input: Schema.Struct({ text: Schema.String }),
    answer: ({ text }, { desk }) => Effect.sync(() => search(desk.state().sources, text)),
  },
}
