import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { KeyStoreUnavailable, PartnerNotFound } from "./account-errors.ts"

/**
 * Who acts, as the audit names them: `system`, the operator at the command line, a person of the
 * console, or a key.
 */
export const Actor = Context.Reference<string>("viatica/Actor", {
  defaultValue: () => "system",
})

/** Everything that is audited: what was done to accounts, keys, links, subscriptions and people. */
export const auditActions = [
  "partner.create",
  "partner.approve",
  "partner.suspend",
  "partner.commission",
  "partner.coach",
  "partner.review",
  "partner.decline",
  "key.create",
  "key.change",
  "key.rotate",
  "key.revoke",
  "link.create",
  "link.archive",
  "subscription.advance",
  "subscription.withdraw",
  "sale.correct",
  "sale.adopt",
  "endpoint.create",
  "endpoint.update",
  "endpoint.rotate",
  "endpoint.remove",
  "payee.set",
  "payout.withdraw",
  "payout.return",
  "batch.draw",
  "batch.approve",
  "batch.dissolve",
  "batch.export",
  "batch.send",
  "incident.open",
  "incident.note",
  "person.create",
  "person.sign-in",
  "person.sign-out",
  "person.sign-up",
  "person.join",
  "person.invite",
  "person.withdraw",
  "person.role",
  "person.remove",
  "person.operator",
  "person.end-session",
  "person.factor-add",
  "person.factor-remove",
  "person.factor-reset",
  "person.factor-rule",
] as const

/** The name of one thing that is audited. */
type AuditAction = (typeof auditActions)[number]

/** One thing that was done; `details` never hold a secret, nor anybody's address. */
export interface AuditEntry {
  readonly action: AuditAction
  /**
   * Partner code, key id, ref of a link, id of a subscription, a sale, an event endpoint or a person,
   * number of a payout, of a batch or of an incident.
   */
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

/** One entry of the audit as operators read it. */
export interface AuditedAct extends AuditEntry {
  /** ISO 8601, UTC. */
  readonly at: string
  /** Who did it: `system`, the operator at the command line, or a person of the console. */
  readonly actor: string
  /** The email address of a person, where there still is one; else the same as `actor`. */
  readonly actorName: string
  /** The email address of a person who is the subject, where there still is one; else the same as `subject`. */
  readonly subjectName: string
  /** Code of the account that the subject is, or belongs to. */
  readonly partner: string | null
}

/** Which entries to read; what is left out does not narrow them. */
export interface AuditQuery {
  /** Entries of the account itself, of its keys, its links and their subscriptions. */
  readonly partnerCode?: PartnerCode | undefined
  readonly subject?: string | undefined
  readonly action?: string | undefined
  /** From the beginning of this UTC day on, `YYYY-MM-DD`. */
  readonly since?: string | undefined
  /** The number of the entry that the page before ended with. */
  readonly before?: bigint | undefined
  /** How many entries at most. */
  readonly limit: number
}

/** Entries of the audit, newest first. */
export interface AuditPage {
  readonly entries: ReadonlyArray<AuditedAct>
  /** The number of the last entry, where older ones follow; else null. */
  readonly next: bigint | null
}

/** What has been done to accounts, keys, links and subscriptions, to be read. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    readonly read: (
      query: AuditQuery,
    ) => Effect.Effect<AuditPage, PartnerNotFound | KeyStoreUnavailable>
  }
>()("viatica/AuditLog") {}
