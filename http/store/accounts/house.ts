import type { Bps } from "../../../core/money/minor.ts"
import type { KeyId } from "../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { PartnerStatus } from "../../../rules/accounts/partner.ts"
import { linkCodeOfRef, partnerCodeOfRef } from "../../../rules/links/link-code.ts"
import { freeTerms } from "../../../rules/accounts/key-terms.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { KeyStoreUnavailable } from "../../ports/account-errors.ts"
import { House, housePartnerCode } from "../../ports/house.ts"
import { KeyCache, type KeyPartner } from "../../ports/keys.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { Envelope } from "../secrets/envelope.ts"
import { Partners } from "../../ports/partners.ts"
import { inTransaction, orUnavailable, partnerIdOf } from "./store.ts"
import { factsOnlyColumn, storeKey } from "./keys-sql.ts"

/** Any fixed number: processes that start at once take turns on it. */
const houseLock = 7_460_002

/** How long the database may take to say whom a ref credits: a traveller waits for it. */
const refTimeout = "3 seconds"

interface CreditedRow {
  readonly id: string
  readonly code: string
  readonly status: PartnerStatus
  readonly baseRateBps: Bps
  readonly commissionBps: Bps
  readonly factsOnly: boolean
  readonly linkCode: string | null
}

const partnerOf = (row: CreditedRow): KeyPartner => ({
  id: row.id,
  code: row.code,
  status: row.status,
  baseRateBps: row.baseRateBps,
  upliftBps: row.commissionBps - row.baseRateBps,
  factsOnly: row.factsOnly,
  defaultLinkCode: row.linkCode,
})

const makeHouse = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const partners = yield* Partners
  const cache = yield* KeyCache
  const envelope = yield* Envelope
  const random = yield* RandomBytes
  const bundles = yield* TableBundle

  const usableKey = Effect.map(
    sql<{ readonly keyId: KeyId }>`
      select key_id as "keyId" from api_key join partner on partner.id = partner_id
      where code = ${housePartnerCode} and mode = 'live' and scopes = '{}' and revoked_at is null
      order by api_key.created_at, key_id limit 1`,
    ([row]) => row?.keyId,
  )

  /** A live key beside the way of partners: the house has no prices to rehearse, and no call to sign. */
  const createKey = Effect.gen(function* () {
    const { tables } = bundles.current()
    const quota = {
      reads: limitOf(tables, "house_reads_per_day"),
      writes: limitOf(tables, "house_writes_per_day"),
      burst: limitOf(tables, "house_calls_per_minute"),
    }
    yield* Effect.catchTag(
      partners.create({ code: housePartnerCode, name: "The house" }),
      "PartnerExists",
      () => Effect.void,
    )
    yield* partners.approve(housePartnerCode, { reads: quota.reads, writes: quota.writes })
    const partnerId = yield* partnerIdOf(sql, housePartnerCode)
    const { keyId } = yield* storeKey(
      { sql, envelope, random },
      {
        partnerId,
        partnerCode: housePartnerCode,
        mode: "live",
        scopes: [],
        quota,
        terms: freeTerms,
      },
    )
    return keyId
  }).pipe(
    Effect.catchTag(["BadPartner", "BadLimit", "PartnerNotFound"], (cause) =>
      Effect.fail(new KeyStoreUnavailable({ cause })),
    ),
  )

  const ensureKey = inTransaction(sql)(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${houseLock})`
      return (yield* usableKey) ?? (yield* createKey)
    }),
  )

  let known: KeyId | undefined
  const keyId = Effect.suspend(() =>
    known === undefined
      ? Effect.tap(ensureKey, (made) => Effect.sync(() => (known = made)))
      : Effect.succeed(known),
  )

  const houseKey = Effect.gen(function* () {
    const record = yield* cache.lookup(yield* keyId)
    if (record !== undefined && record.revokedAt === null) return record
    known = undefined
    return yield* new KeyStoreUnavailable({ cause: "The house has no key." })
  })

  /** The live partner that a ref names with one of its own links. */
  const partnerOfRef = Effect.fnUntraced(function* (ref: string) {
    const partnerCode = partnerCodeOfRef(ref)
    if (partnerCode === undefined) return undefined
    const linkCode = linkCodeOfRef(ref, partnerCode) ?? null
    const [row] = yield* sql<CreditedRow>`
      select partner.id, partner.code, status, base_rate_bps as "baseRateBps",
        commission_bps as "commissionBps", ${sql.literal(factsOnlyColumn)},
        case when link.archived_at is null then link.code else (
          select other.code from tracked_link other
          where other.partner_id = partner.id and other.archived_at is null
          order by other.id limit 1) end as "linkCode"
      from tracked_link link join partner on partner.id = link.partner_id
      where link.code = ${linkCode} and partner.code = ${partnerCode}
        and status = 'approved'`
    return row === undefined || row.linkCode === null ? undefined : partnerOf(row)
  })

  const crediting = Effect.fn("House.crediting")(function* (ref: string) {
    const key = yield* houseKey
    const partner = yield* orUnavailable(withDatabaseDeadline(refTimeout)(partnerOfRef(ref)))
    return partner === undefined ? key : { ...key, partner }
  })

  return {
    ensured: Effect.asVoid(keyId),
    crediting,
    forget: Effect.sync(() => {
      if (known !== undefined) cache.invalidate(known)
    }),
  }
})

/** The house's account and key in the database. */
export const layerHouse = Layer.effect(House, makeHouse).pipe(Layer.provide(Envelope.layer))
