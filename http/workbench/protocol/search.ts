import type { SearchFound } from "../../../rules/tables/search-tables.ts"
import type { Call } from "./call.ts"

/** What is looked for. */
export interface SearchAsked {
  readonly text: string
}

/** Calls that look through all tables. */
export interface SearchCalls {
  readonly search: Call<SearchAsked, SearchFound>
}
