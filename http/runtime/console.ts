import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { accountPolicy } from "../../rules/accounts/policy.ts"
import { commissionExample } from "../../rules/pricing/commission-example.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { makeConsoleRoutes } from "../pages/console/routes.ts"
import type { MakePage } from "../pages/kit/page.ts"
import { makeVisitors } from "../pages/sign-in/visitor.ts"
import { AuditLog } from "../ports/audit-log.ts"
import { Events } from "../ports/events.ts"
import { Keys } from "../ports/keys.ts"
import { Mail } from "../ports/mail.ts"
import { OneTime } from "../ports/one-time.ts"
import { Partners } from "../ports/partners.ts"
import { People } from "../ports/people.ts"
import { Reviews } from "../ports/reviews.ts"
import { Sales } from "../ports/sales.ts"
import { TrackedLinks } from "../ports/tracked-links.ts"
import { Usage } from "../ports/usage.ts"

/** Pages of the console that are made at once: the rest of the database is for signed calls. */
const pagesAtOnce = 3

/** The pages of the console over one set of tables, on the services of the process. */
export const makeConsole = (parts: {
  readonly makePage: MakePage
  readonly baseUrl: string
  readonly tables: Tables
  readonly live: () => LivePricing
}) =>
  Effect.gen(function* () {
    const { baseUrl, live, makePage, tables } = parts
    const people = yield* People
    return makeConsoleRoutes({
      places: yield* Semaphore.make(pagesAtOnce),
      makePage,
      baseUrl,
      people,
      visitors: makeVisitors({ people, makePage, baseUrl }),
      mail: yield* Mail,
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
