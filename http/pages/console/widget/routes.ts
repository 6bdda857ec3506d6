import * as Effect from "effect/Effect"
import { linkSearch } from "../../../../rules/links/link-search.ts"
import type { ConsoleParts, PartnerRequest } from "../parts.ts"
import { rowsPerPage } from "../controls.ts"
import { searchLength } from "../parts/search-form.ts"
import { widgetPage } from "../widget.ts"

/**
 * The tag for the link that the address names by its code, by a ref, or by how its code begins; for the
 * one that calls credit without naming any where it names none.
 */
export const showWidget = (
  parts: ConsoleParts,
  { partnerCode, query, show, view }: PartnerRequest,
) =>
  Effect.gen(function* () {
    const { baseUrl, trackedLinks } = parts
    const page = (search: string) =>
      trackedLinks.page(partnerCode, {
        search,
        after: null,
        limit: rowsPerPage,
        isUsedOnly: true,
      })
    const typed = query("link").trim().slice(0, searchLength)
    const usual = yield* trackedLinks.usual(partnerCode)
    const named = typed === "" ? usual : yield* trackedLinks.get(partnerCode, typed)
    const search = linkSearch(typed, partnerCode)
    const found = named === undefined ? (yield* page(search)).links : []
    const alike = found.filter(({ code }) => code.toLowerCase() === search)
    const only = found.length === 1 ? found[0] : alike.length === 1 ? alike[0] : undefined
    return show(
      widgetPage(view, {
        baseUrl,
        newest: (yield* page("")).links,
        chosen: named?.archived === true ? undefined : (named ?? only),
        typed,
        found,
      }),
    )
  })
