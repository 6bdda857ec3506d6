import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { OpenRoute } from "../../api/open-route.ts"
import { bankAccountRoutes } from "./bank-account.ts"
import { callsPage } from "./calls.ts"
import { commissionRoutes } from "./commission.ts"
import { rowsPerPage } from "./controls.ts"
import { eventsRoutes } from "./events.ts"
import { readKeysFacts, readUsageFacts } from "./facts.ts"
import { keysRoutes } from "./keys.ts"
import { linksRoutes } from "./links.ts"
import { payoutsRoutes } from "./operator-payouts.ts"
import { operatorRoutes } from "./operator.ts"
import { overviewPage } from "./overview.ts"
import { peopleRoutes } from "./people.ts"
import {
  type ConsoleParts,
  forPartner,
  type PartnerRequest,
  prepareConsoleRoute,
  statusContent,
} from "./requests.ts"
import { readSalesFigures, salesRoutes } from "./sales.ts"
import { securityRoutes } from "./security.ts"
import { statementsRoutes } from "./statements.ts"
import { usagePage } from "./usage.ts"
import { widgetRoutes } from "./widget.ts"
import type { PageRouteParts } from "../page-route-parts.ts"
import { makeVisitors } from "../sign-in/visitor.ts"
import { makePlaces, type PlacesPolicy } from "../../platform/places.ts"
import { AuditLog } from "../../ports/audit-log.ts"
import { Events } from "../../ports/events.ts"
import { Keys } from "../../ports/keys.ts"
import { Mail } from "../../ports/mail.ts"
import { Notices } from "../../ports/notices.ts"
import { OneTime, People } from "../../ports/people.ts"
import { Partners } from "../../ports/partners.ts"
import { SecondFactors } from "../../ports/second-factors.ts"
import { Reviews } from "../../ports/reviews.ts"
import { PayoutDesk, Payouts } from "../../ports/payouts.ts"
import { Sales } from "../../ports/sales.ts"
import { TrackedLinks } from "../../ports/tracked-links.ts"
import { Usage } from "../../ports/usage.ts"
import { accountPolicy } from "../../../rules/accounts/policy.ts"
import { payoutPolicy } from "../../../rules/payouts/payout-tables.ts"
import { commissionExample } from "../../../rules/pricing/commission-example.ts"
import { readCallCursor } from "../../../rules/usage/next-calls.ts"

/**
 * The pages under `/console`: a partner's account as its people see it, and operators' view of all of
 * them. An address that names none of them is answered by a page, too.
 */
export const consoleRoutes = ({
  baseUrl,
  limit,
  live,
  makePage,
  networkOf,
  settings,
  tables,
}: PageRouteParts) =>
  Effect.gen(function* () {
    const people = yield* People
    return makeConsoleRoutes({
      places: makePlaces(pagePlaces),
      makePage,
      baseUrl,
      people,
      secondFactors: yield* SecondFactors,
      notices: yield* Notices,
      visitors: makeVisitors({ people, makePage, baseUrl }),
      mail: yield* Mail,
      networkOf,
      partners: yield* Partners,
      events: yield* Events,
      keys: yield* Keys,
      reviews: yield* Reviews,
      oneTime: yield* OneTime,
      trackedLinks: yield* TrackedLinks,
      sales: yield* Sales,
      payouts: yield* Payouts,
      payoutDesk: yield* PayoutDesk,
      countries: tables.countries.rows.map(({ code }) => code),
      issuer: settings.operator,
      usage: yield* Usage,
      audit: yield* AuditLog,
      policy: accountPolicy(tables),
      standardFeeBps: tables.fees.get("standard_handling_fee_bps")?.value ?? 0,
      example: (terms) => commissionExample(live().price, terms),
      validationDays: limit("sale_validation_days"),
      changedAccountDays: payoutPolicy(tables).changedAccountDays,
      invitationDays: limit("invitation_days"),
    })
  })

/**
 * Pages of the console that are made at once: the rest of the database is for signed calls. The longest
 * export takes a few seconds; an account that opens many pages waits for its own, not for others'.
 */
export const pagePlaces: PlacesPolicy = {
  places: 3,
  ofHolder: 2,
  waitingOfHolder: 64,
  waitMs: 5_000,
  holdMs: 20_000,
}

const makeConsoleRoutes = (parts: ConsoleParts): ReadonlyArray<OpenRoute> => {
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
    ...widgetRoutes(parts),
    ...keysRoutes(parts),
    ...linksRoutes(parts),
    ...salesRoutes(parts),
    ...statementsRoutes(parts),
    ...bankAccountRoutes(parts),
    ...eventsRoutes(parts),
    ...commissionRoutes(parts),
    ...peopleRoutes(parts),
    ...securityRoutes(parts),
    ...operatorRoutes(parts),
    ...payoutsRoutes(parts),
    route(
      "/console/*",
      ["GET"],
      () =>
        ({ show, view }) =>
          Effect.succeed(show(statusContent(404, view))),
    ),
  ]
}

const callsOnOverview = 5
const linksOnOverview = 5
const keysOnOverview = 5

const showOverview = (parts: ConsoleParts, { partnerCode, show, view }: PartnerRequest) =>
  Effect.gen(function* () {
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const newestCalls = { limit: callsOnOverview, before: null, isRefusedOnly: false }
    const newestLinks = { search: "", after: null, limit: linksOnOverview, isUsedOnly: true }
    const newestUsed = { isRevoked: false, before: null, limit: keysOnOverview, mode: view.mode }
    const [keys, usage, recent, sales, { links }, newest] = yield* Effect.all([
      readKeysFacts(parts, partnerCode),
      readUsageFacts(parts, partnerCode, view.mode),
      parts.usage.recentCalls(owner, newestCalls),
      readSalesFigures(parts, owner),
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
        sales,
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
