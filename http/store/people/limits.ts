import { limitOf } from "../../../rules/reference/limits.ts"
import type { ReferenceTables } from "../../../rules/reference/reference-tables.ts"

/** How long links, sessions and invitations hold, and how many of each there may be. */
export interface PeopleLimits {
  readonly linkMinutes: number
  readonly linksPerMailboxHour: number
  readonly linksPerNetworkDay: number
  readonly linksPerDay: number
  readonly signUpsPerNetworkDay: number
  readonly idleHours: number
  readonly sessionDays: number
  readonly sessionsPerPerson: number
  readonly peoplePerPartner: number
  readonly invitationDays: number
  readonly invitationsPerMailboxDay: number
  readonly invitationsPerAccountDay: number
  /** The same of accounts that no operator has approved yet. */
  readonly invitationsPerNewAccountDay: number
  readonly invitationsPerNetworkHour: number
}

/** The limits of people in the tables. */
export const peopleLimits = (tables: Pick<ReferenceTables, "limits">): PeopleLimits => ({
  linkMinutes: limitOf(tables, "sign_in_link_minutes"),
  linksPerMailboxHour: limitOf(tables, "sign_in_links_per_mailbox_hour"),
  linksPerNetworkDay: limitOf(tables, "sign_in_links_per_network_day"),
  linksPerDay: limitOf(tables, "sign_in_links_per_day"),
  signUpsPerNetworkDay: limitOf(tables, "sign_ups_per_network_day"),
  idleHours: limitOf(tables, "console_idle_hours"),
  sessionDays: limitOf(tables, "console_session_days"),
  sessionsPerPerson: limitOf(tables, "console_sessions_per_person"),
  peoplePerPartner: limitOf(tables, "people_per_partner_max"),
  invitationDays: limitOf(tables, "invitation_days"),
  invitationsPerMailboxDay: limitOf(tables, "invitations_per_mailbox_day"),
  invitationsPerAccountDay: limitOf(tables, "invitations_per_account_day"),
  invitationsPerNewAccountDay: limitOf(tables, "invitations_per_new_account_day"),
  invitationsPerNetworkHour: limitOf(tables, "invitations_per_network_hour"),
})
