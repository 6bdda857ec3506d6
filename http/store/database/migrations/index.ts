import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { accounts } from "./0001-accounts.ts"
import { rates } from "./0002-rates.ts"
import { links } from "./0003-links.ts"
import { sales } from "./0004-sales.ts"
import { clickWriters } from "./0005-click-writers.ts"
import { installation } from "./0006-installation.ts"
import { saleRecords } from "./0007-sale-records.ts"
import { saleLists } from "./0008-sale-lists.ts"
import { people } from "./0009-people.ts"
import { usage } from "./0010-usage.ts"
import { reviews } from "./0011-reviews.ts"
import { events } from "./0012-events.ts"
import { callNumbers } from "./0013-call-numbers.ts"
import { corrections } from "./0014-corrections.ts"
import { standingTotals } from "./0015-standing-totals.ts"
import { adoptedSales } from "./0016-adopted-sales.ts"
import { ledgerSeals } from "./0017-ledger-seals.ts"
import { boundedMail } from "./0018-bounded-mail.ts"
import { factsOnly } from "./0019-facts-only.ts"
import { withdrawals } from "./0020-withdrawals.ts"
import { payouts } from "./0021-payouts.ts"
import { statementBooks } from "./0022-statement-books.ts"
import { notices } from "./0023-notices.ts"
import { keyTerms } from "./0024-key-terms.ts"
import { secondFactors } from "./0025-second-factors.ts"
import { toldActs } from "./0026-told-acts.ts"
import { eventListeners } from "./0027-event-listeners.ts"
import { incidents } from "./0029-incidents.ts"
import { checkedPartsKept } from "./0030-checked-parts.ts"
import { listenedEvents } from "./0031-listened-events.ts"
import { keysWithoutSales } from "./0032-keys-without-sales.ts"
import { tableRoles } from "./0033-table-roles.ts"
import { serviceChecks } from "./0028-service-checks.ts"

/** Every migration by `<number>_<name>`, run once and in the order of their numbers. */
export const migrations: Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>> = {
  "0001_accounts": accounts,
  "0002_rates": rates,
  "0003_links": links,
  "0004_sales": sales,
  "0005_click_writers": clickWriters,
  "0006_installation": installation,
  "0007_sale_records": saleRecords,
  "0008_sale_lists": saleLists,
  "0009_people": people,
  "0010_usage": usage,
  "0011_reviews": reviews,
  "0012_events": events,
  "0013_call_numbers": callNumbers,
  "0014_corrections": corrections,
  "0015_standing_totals": standingTotals,
  "0016_adopted_sales": adoptedSales,
  "0017_ledger_seals": ledgerSeals,
  "0018_bounded_mail": boundedMail,
  "0019_facts_only": factsOnly,
  "0020_withdrawals": withdrawals,
  "0021_payouts": payouts,
  "0022_statement_books": statementBooks,
  "0023_notices": notices,
  "0024_key_terms": keyTerms,
  "0025_second_factors": secondFactors,
  "0026_told_acts": toldActs,
  "0027_event_listeners": eventListeners,
  "0028_service_checks": serviceChecks,
  "0029_incidents": incidents,
  "0030_checked_parts": checkedPartsKept,
  "0031_listened_events": listenedEvents,
  "0032_keys_without_sales": keysWithoutSales,
  "0033_table_roles": tableRoles,
}

/**
 * The oldest code that may run on the schema of now, by the last migration that it knows: that of the
 * release before. Migrations only expand what that code uses; one that takes something away or asks
 * for more comes a release later, and raises this to the version that no longer minds.
 */
export const leastCodeVersion = 14
