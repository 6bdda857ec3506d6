import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Bps } from "../../../core/money/minor.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import {
  BadPartner,
  CommissionRefused,
  PartnerExists,
  PartnerNotFound,
} from "../../ports/account-errors.ts"
import type { KeyCache, Keys, KnownKeys } from "../../ports/keys.ts"
import {
  type LiveLimits,
  type Partner,
  Partners,
  type PartnersQuery,
} from "../../ports/partners.ts"
import type { Sessions } from "../../ports/session-links.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { recordAudit } from "./audit-log.ts"
import { layerKeyCache, layerKnownKeys, layerKeyUses } from "./key-cache.ts"
import { factsOnlyColumn, layerKeysWith, newLinkCode } from "./keys-sql.ts"
import { checkLimits, inTransaction, orUnavailable } from "./store.ts"
import { databaseNow } from "../database/client.ts"
import { Envelope, type MasterKey } from "../secrets/envelope.ts"
import { commissionUplift } from "../../../rules/accounts/commission-uplift.ts"
import {
  isPartnerCode,
  partnerNameMaximum,
  type PartnerStatus,
  partnerStatuses,
} from "../../../rules/accounts/partner.ts"
import { type AccountPolicy, accountPolicy } from "../../../rules/accounts/policy.ts"
import { layerSessions } from "./sessions.ts"

interface PartnerRow {
  readonly code: string
  readonly name: string
  readonly status: PartnerStatus
  readonly baseRateBps: Bps
  readonly commissionBps: Bps
  readonly factsOnly: boolean
  readonly suspendedFor: string | null
  readonly liveReads: number | null
  readonly liveWrites: number | null
  readonly approvedAt: Date | null
  readonly createdAt: Date
}

const partnerOf = (row: PartnerRow): Partner => ({
  code: row.code,
  name: row.name,
  status: row.status,
  suspendedFor: row.status === "suspended" ? row.suspendedFor : null,
  baseRateBps: row.baseRateBps,
  commissionBps: row.commissionBps,
  upliftBps: row.commissionBps - row.baseRateBps,
  factsOnly: row.factsOnly,
  liveQuota:
    row.liveReads === null || row.liveWrites === null
      ? null
      : { reads: row.liveReads, writes: row.liveWrites },
  approvedAt: row.approvedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

const checkPartner = (wish: { readonly code: string; readonly name: string }) => {
  const length = [...wish.name].length
  if (!isPartnerCode(wish.code)) {
    return Effect.fail(new BadPartner({ field: "code", value: wish.code }))
  }
  return wish.name.trim() === "" || length > partnerNameMaximum
    ? Effect.fail(new BadPartner({ field: "name", value: wish.name }))
    : Effect.void
}

const makePartners = (policy: () => AccountPolicy) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* RandomBytes
    const now = sql.literal(databaseNow)
    const columns = sql.literal(
      `code, name, status, base_rate_bps as "baseRateBps", commission_bps as "commissionBps",
       ${factsOnlyColumn}, (select reason from suspension where partner_id = partner.id) as "suspendedFor", live_reads_limit as "liveReads", live_writes_limit as "liveWrites",
       approved_at as "approvedAt", created_at as "createdAt"`,
    )

    const only = (code: string) =>
      Effect.flatMap((rows: ReadonlyArray<PartnerRow>): Effect.Effect<Partner, PartnerNotFound> =>
        rows[0] === undefined
          ? Effect.fail(new PartnerNotFound({ code }))
          : Effect.succeed(partnerOf(rows[0])),
      )

    const read = (code: string): Effect.Effect<Partner, PartnerNotFound | SqlError> =>
      sql<PartnerRow>`select ${columns} from partner where code = ${code}`.pipe(only(code))

    const create = Effect.fn("Partners.create")(function* (wish: {
      readonly code: string
      readonly name: string
    }) {
      yield* checkPartner(wish)
      const id = `acc_${Buffer.from(random.take(16)).toString("hex")}`
      const rate = policy().baseRateBps
      const inserted = yield* sql<PartnerRow>`
        insert into partner (id, code, name, base_rate_bps, commission_bps, created_at)
        values (${id}, ${wish.code}, ${wish.name}, ${rate}, ${rate}, ${now})
        on conflict (code) do nothing returning ${columns}`
      if (inserted[0] === undefined) return yield* new PartnerExists({ code: wish.code })
      const linkCode = newLinkCode(random)
      yield* sql`insert into tracked_link (partner_id, code, created_at)
        values (${id}, ${linkCode}, ${now})`
      yield* recordAudit(sql, {
        action: "partner.create",
        subject: wish.code,
        details: { name: wish.name, baseRateBps: rate, linkCode },
      })
      return partnerOf(inserted[0])
    }, inTransaction(sql))

    /** The account as it stands, locked against other changes until the transaction ends. */
    const hold = (code: string) =>
      sql<PartnerRow>`select ${columns} from partner where code = ${code} for no key update`.pipe(
        only(code),
      )

    const approve = Effect.fn("Partners.approve")(function* (code: string, limits: LiveLimits) {
      yield* checkLimits(limits)
      const before = yield* hold(code)
      const usual = policy().liveLimits
      const reads = limits.reads ?? before.liveQuota?.reads ?? usual.reads
      const writes = limits.writes ?? before.liveQuota?.writes ?? usual.writes
      const changed = yield* sql<PartnerRow>`
        update partner set status = 'approved', approved_at = coalesce(approved_at, ${now}),
          live_reads_limit = ${reads}, live_writes_limit = ${writes}
        where code = ${code} and (status, live_reads_limit, live_writes_limit)
          is distinct from ('approved', ${reads}::int, ${writes}::int)
        returning ${columns}`
      const followed = yield* sql`
        update quota set reads_limit = coalesce(${limits.reads ?? null}::int, reads_limit),
          writes_limit = coalesce(${limits.writes ?? null}::int, writes_limit)
        where key_id in (select key_id from api_key join partner on partner.id = partner_id
                         where partner.code = ${code} and mode = 'live')
          and (reads_limit, writes_limit) is distinct from (
            coalesce(${limits.reads ?? null}::int, reads_limit),
            coalesce(${limits.writes ?? null}::int, writes_limit))
        returning key_id`
      yield* sql`delete from suspension
        where partner_id = (select id from partner where code = ${code})`
      yield* sql`update review set outcome = 'approved', settled_at = ${now}
        where outcome is null and partner_id = (select id from partner where code = ${code})`
      if (changed.length + followed.length > 0) {
        const from = { status: before.status, liveQuota: before.liveQuota }
        const details = { from, liveQuota: { reads, writes } }
        yield* recordAudit(sql, { action: "partner.approve", subject: code, details })
      }
      return changed[0] === undefined ? before : partnerOf(changed[0])
    }, inTransaction(sql))

    const suspend = Effect.fn("Partners.suspend")(function* (code: string, reason: string) {
      const before = yield* hold(code)
      if (before.status === "suspended") return before
      yield* sql`update partner set status = 'suspended' where code = ${code}`
      yield* sql`insert into suspension (partner_id, reason, at)
        select id, ${reason}, ${now} from partner where code = ${code}
        on conflict (partner_id) do update set reason = excluded.reason, at = excluded.at`
      yield* recordAudit(sql, { action: "partner.suspend", subject: code, details: { reason } })
      return { ...before, status: "suspended" as const, suspendedFor: reason }
    }, inTransaction(sql))

    const setCommission = Effect.fn("Partners.setCommission")(function* (code: string, bps: Bps) {
      const before = yield* hold(code)
      const uplift = commissionUplift({
        askedBps: bps,
        baseRateBps: before.baseRateBps,
        maximumBps: policy().commissionMaximumBps,
      })
      if (Result.isFailure(uplift)) {
        const { minimumBps, maximumBps } = uplift.failure
        return yield* new CommissionRefused({ code, askedBps: bps, minimumBps, maximumBps })
      }
      if (bps === before.commissionBps) return before
      yield* sql`update partner set commission_bps = ${bps} where code = ${code}`
      const details = { fromBps: before.commissionBps, toBps: bps }
      yield* recordAudit(sql, { action: "partner.commission", subject: code, details })
      return { ...before, commissionBps: bps, upliftBps: uplift.success }
    }, inTransaction(sql))

    const setFactsOnly = Effect.fn("Partners.setFactsOnly")(function* (
      code: string,
      factsOnly: boolean,
    ) {
      const before = yield* hold(code)
      if (factsOnly === before.factsOnly) return before
      yield* factsOnly
        ? sql`insert into facts_only_partner (partner_id, since)
            select id, ${now} from partner where code = ${code}`
        : sql`delete from facts_only_partner
            where partner_id = (select id from partner where code = ${code})`
      yield* recordAudit(sql, { action: "partner.coach", subject: code, details: { factsOnly } })
      return { ...before, factsOnly }
    }, inTransaction(sql))

    const list = sql<PartnerRow>`select ${columns} from partner order by code`.pipe(
      Effect.map((rows) => rows.map(partnerOf)),
      orUnavailable,
    )

    const page = Effect.fn("Partners.page")(function* (query: PartnersQuery) {
      const { after, limit, status } = query
      // No text of Postgres holds it, and no name does.
      const text = query.text.replaceAll("\0", "").toLowerCase()
      const conditions = [
        ...(status === null ? [] : [sql`status = ${status}`]),
        ...(after === null ? [] : [sql`code > ${after}`]),
        ...(text === "" ? [] : [sql`position(${text} in lower(name || ' ' || code)) > 0`]),
      ]
      const rows = yield* sql<PartnerRow & { readonly isWaiting: boolean }>`
        select ${columns}, exists (
          select from review where partner_id = partner.id and outcome is null) as "isWaiting"
        from partner where ${sql.and(conditions)} order by code limit ${limit + 1}`
      const found = rows.slice(0, limit)
      return {
        partners: found.map((row) => ({ ...partnerOf(row), isWaiting: row.isWaiting })),
        next: rows.length > limit ? (found.at(-1)?.code ?? null) : null,
      }
    }, orUnavailable)

    const countOf = (status: PartnerStatus, most: number) =>
      Effect.map(
        sql<{ readonly count: number }>`
          select count(*)::int as count
          from (select from partner where status = ${status} limit ${most}) counted`,
        ([row]) => [status, row?.count ?? 0] as const,
      )

    const counts = Effect.fn("Partners.counts")(function* (most: number) {
      const counted = yield* Effect.forEach(partnerStatuses, (status) => countOf(status, most))
      return Object.fromEntries(counted) as Readonly<Record<PartnerStatus, number>>
    }, orUnavailable)

    const get = (code: string) => orUnavailable(read(code))

    return { create, approve, suspend, setCommission, setFactsOnly, list, page, counts, get }
  })

/** Accounts in the database, under the policy of the moment. */
const layerPartnersWith = (
  policy: () => AccountPolicy,
): Layer.Layer<Partners, never, SqlClient.SqlClient | RandomBytes> =>
  Layer.effect(Partners, makePartners(policy))

/**
 * Partners, keys and their caches, and sessions, over a database, a master key and random bytes.
 */
export const layerAccountsNoDeps = (
  policy: () => AccountPolicy,
): Layer.Layer<
  Partners | Keys | KeyCache | KnownKeys | Sessions,
  never,
  SqlClient.SqlClient | MasterKey | RandomBytes
> =>
  Layer.mergeAll(
    layerPartnersWith(policy),
    layerKeyCache,
    layerKnownKeys,
    layerKeyUses,
    layerSessions,
  ).pipe(Layer.provideMerge(layerKeysWith(policy)), Layer.provide(Envelope.layer))

/** The same with the policy of the tables in force and the operating system's random bytes. */
export const layerAccounts = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) =>
    layerAccountsNoDeps(() => accountPolicy(current().tables)),
  ),
)
