import * as Effect from "effect/Effect"
import { accountPolicy } from "../../rules/accounts/policy.ts"
import { commissionExample } from "../../rules/pricing/commission-example.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { RequestHead } from "../api/incoming.ts"
import { makeConsoleRoutes } from "../pages/console/routes.ts"
import type { MakePage } from "../pages/kit/page.ts"
import { makeVisitors } from "../pages/sign-in/visitor.ts"
import { makePlaces, type PlacesPolicy } from "../platform/places.ts"
import { AuditLog } from "../ports/audit-log.ts"
import { Events } from "../ports/events.ts"
import { Keys } from "../ports/keys.ts"
import { Mail } from "../ports/mail.ts"
import { OneTime, People } from "../ports/people.ts"
import { Partners } from "../ports/partners.ts"
import { Reviews } from "../ports/reviews.ts"
import { Sales } from "../ports/sales.ts"
import { TrackedLinks } from "../ports/tracked-links.ts"
import { Usage } from "../ports/usage.ts"

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

/** The pages of the console over one set of tables, on the services of the process. */
export const makeConsole = (parts: {
  readonly makePage: MakePage
  readonly baseUrl: string
  readonly tables: Tables
  readonly live: () => LivePricing
  readonly networkOf: (call: RequestHead) => string
}) =>
  Effect.gen(function* () {
    const { baseUrl, live, makePage, networkOf, tables } = parts
    const people = yield* People
    return makeConsoleRoutes({
      places: makePlaces(pagePlaces),
      makePage,
      baseUrl,
      people,
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
      usage: yield* Usage,
      audit: yield* AuditLog,
      policy: accountPolicy(tables),
      standardFeeBps: tables.fees.get("standard_handling_fee_bps")?.value ?? 0,
      example: (terms) => commissionExample(live().price, terms),
      validationDays: limitOf(tables, "sale_validation_days"),
      invitationDays: limitOf(tables, "invitation_days"),
    })
  })
