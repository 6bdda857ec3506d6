import * as Effect from "effect/Effect"
import { linkSearch } from "../../../../rules/links/link-search.ts"
import type { ConsoleParts, PartnerRequest } from "../parts.ts"
import { rowsPerPage } from "../controls.ts"
import { searchLength } from "../parts/search-form.ts"
import { asPage, byOwner, forPartner, prepareConsoleRoute, wasDone } from "../requests.ts"
import { linksPage } from "../links.ts"

const path = "/console/links"

const showLinks = (
  parts: ConsoleParts,
  { partnerCode, query, show, view }: PartnerRequest,
  wrong?: Parameters<typeof linksPage>[2],
) =>
  Effect.gen(function* () {
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const typed = query("q").slice(0, searchLength)
    const page = yield* parts.usage.links(owner, {
      search: linkSearch(typed, partnerCode),
      after: query("after"),
      limit: rowsPerPage,
      isUsedOnly: false,
    })
    const usual = (yield* parts.trackedLinks.usual(partnerCode))?.code
    return show(linksPage(view, { ...page, baseUrl: parts.baseUrl, typed, usual }, wrong))
  })

const wrongly = (parts: ConsoleParts, request: PartnerRequest, fault: string, typed = "") =>
  showLinks(parts, asPage(parts, request, path), { fault, typed })

const create = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const { partnerCode, view, visitor } = request
      const code = fields.text("code")
      if (!(yield* parts.oneTime.spend(visitor.personId, fields.text("form").slice(0, 36)))) {
        return wasDone(view, path, "already")
      }
      yield* parts.trackedLinks.create({ partnerCode, code: code === "" ? undefined : code })
      return wasDone(view, path, "linked")
    }).pipe(
      Effect.catchTags({
        BadLinkCode: () => wrongly(parts, request, "code", fields.text("code")),
        LinkExists: () => wrongly(parts, request, "taken", fields.text("code")),
      }),
    ),
  )

const archive = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.trackedLinks.archive({
        partnerCode: request.partnerCode,
        code: fields.text("code"),
      }),
      wasDone(request.view, path, "archived"),
    ).pipe(Effect.catchTag("LinkNotFound", () => wrongly(parts, request, "link"))),
  )

/** The routes of links: the page, and the forms that make and archive them. */
export const linksRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(path, ["GET"], () => forPartner((request) => showLinks(parts, request))),
    route(`${path}/create`, ["POST"], () => create(parts)),
    route(`${path}/archive`, ["POST"], () => archive(parts)),
  ]
}
