import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readCallCursor } from "../../../rules/usage/next-calls.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { callsPage } from "./calls.ts"
import { commissionRoutes } from "./commission.ts"
import { eventsRoutes } from "./events.ts"
import { readKeysFacts, readUsageFacts } from "./facts.ts"
import { keysRoutes } from "./keys.ts"
import { linksRoutes } from "./links.ts"
import { operatorRoutes } from "./operator.ts"
import { overviewPage } from "./overview.ts"
import {
  type ConsoleParts,
  forPartner,
  type PartnerRequest,
  prepareConsoleRoute,
  statusContent,
} from "./requests.ts"
import { rowsPerPage } from "./controls.ts"
import { peopleRoutes } from "./people.ts"
import { salesRoutes } from "./sales.ts"
import { usagePage } from "./usage.ts"
import { showWidget } from "./widget.ts"

const callsOnOverview = 5
const linksOnOverview = 5
const keysOnOverview = 5

const showOverview = (parts: ConsoleParts, { partnerCode, show, view }: PartnerRequest) =>
  Effect.gen(function* () {
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const newestCalls = { limit: callsOnOverview, before: null, isRefusedOnly: false }
    const newestLinks = { search: "", after: null, limit: linksOnOverview, isUsedOnly: true }
    const newestUsed = { isRevoked: false, before: null, limit: keysOnOverview, mode: view.mode }
    const [keys, usage, recent, totals, { links }, newest] = yield* Effect.all([
      readKeysFacts(parts, partnerCode),
      readUsageFacts(parts, partnerCode, view.mode),
      parts.usage.recentCalls(owner, newestCalls),
      parts.usage.salesSummary(owner),
      parts.trackedLinks.page(partnerCode, newestLinks),
      parts.keys.page(partnerCode, newestUsed),
    ])
    const { validationDays } = parts
    return show(
      overviewPage(view, {
        keys,
        newestKeys: newest.keys,
        usage,
        calls: recent.calls,
        totals,
        links,
        validationDays,
      }),
    )
  })

const showCalls = (parts: ConsoleParts, { partnerCode, query, show, view }: PartnerRequest) =>
  Effect.gen(function* () {
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const before = Option.getOrNull(readCallCursor(query("before")))
    const isRefusedOnly = query("refused") === "1"
    const page = yield* parts.usage.recentCalls(owner, {
      limit: rowsPerPage,
      before,
      isRefusedOnly,
    })
    return show(callsPage(view, { ...page, isRefusedOnly, isLater: before !== null }))
  })

/**
 * The pages under `/console`: a partner's account as its people see it, and operators' view of all of
 * them. An address that names none of them is answered by a page, too.
 */
export const makeConsoleRoutes = (parts: ConsoleParts): ReadonlyArray<OpenRoute> => {
  const route = prepareConsoleRoute(parts)
  const page = (
    path: string,
    show: (
      parts: ConsoleParts,
      request: PartnerRequest,
    ) => ReturnType<Parameters<typeof forPartner>[0]>,
  ) => route(path, ["GET"], () => forPartner((request) => show(parts, request)))
  return [
    page("/console", showOverview),
    page("/console/usage", (all, { partnerCode, show, view }) =>
      Effect.map(readUsageFacts(all, partnerCode, view.mode), (facts) =>
        show(usagePage(view, facts)),
      ),
    ),
    page("/console/calls", showCalls),
    page("/console/widget", showWidget),
    ...keysRoutes(parts),
    ...linksRoutes(parts),
    ...salesRoutes(parts),
    ...eventsRoutes(parts),
    ...commissionRoutes(parts),
    ...peopleRoutes(parts),
    ...operatorRoutes(parts),
    route(
      "/console/*",
      ["GET"],
      () =>
        ({ show, view }) =>
          Effect.succeed(show(statusContent(404, view))),
    ),
  ]
}
