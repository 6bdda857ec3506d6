import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { createHash } from "node:crypto"
import type { Bps } from "../../../core/money/minor.ts"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import {
  KeyNotFound,
  KeyRefused,
  KeyRevoked,
  KeyStoreUnavailable,
  PartnerNotFound,
} from "../../ports/account-errors.ts"
import {
  type KeyModes,
  type KeyRecord,
  Keys,
  type KeysQuery,
  type KeyWish,
} from "../../ports/keys.ts"
import { recordAudit } from "./audit-log.ts"
import { checkLimits, inTransaction, orUnavailable, partnerIdOf } from "./store.ts"
import { databaseNow } from "../database/client.ts"
import { Envelope, type SealBroken, type WrongMasterKey } from "../secrets/envelope.ts"
import {
  type GoLiveFacts,
  type KeyMode,
  missingForKey,
  type PartnerCode,
  type PartnerStatus,
} from "../../../rules/accounts/partner.ts"
import type { AccountPolicy, QuotaLimits } from "../../../rules/accounts/policy.ts"
import { freeTerms, type KeyTerms } from "../../../rules/accounts/key-terms.ts"
import { type Scope, usualScopes } from "../../../rules/accounts/scopes.ts"
import { linkCodeDigits, linkCodeLength } from "../../../rules/links/link-code.ts"
import {
  keyIdBytes,
  keyIdText,
  secretBody,
  secretBytes,
  type KeyId,
} from "../../../rules/accounts/key-text.ts"
import type { KeySecrets } from "../../../rules/signing/check.ts"

/** How long the database may take to say what decides about a live key: a partner waits for it. */
const goLiveTimeout = "3 seconds"

interface PartnerForKey {
  readonly id: string
  readonly liveReads: number | null
  readonly liveWrites: number | null
}

interface KeySummaryRow {
  readonly keyId: KeyId
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly reads: number
  readonly writes: number
  readonly burst: number
  readonly previousValidUntil: Date | null
  readonly revokedAt: Date | null
  readonly createdAt: Date
  readonly name: string
  readonly expiresAt: Date | null
  readonly networks: ReadonlyArray<string>
  readonly readsSales: boolean
  readonly usedAt: Date | null
  readonly usedNetwork: string | null
}

/** The limits of a new key: as wished, else as the approval set them, else the policy's. */
const limitsFor = (wish: KeyWish, partner: PartnerForKey, policy: AccountPolicy): QuotaLimits => {
  const { reads, writes, burst } =
    wish.mode === "live"
      ? {
          reads: partner.liveReads ?? policy.liveLimits.reads,
          writes: partner.liveWrites ?? policy.liveLimits.writes,
          burst: policy.liveLimits.burst,
        }
      : policy.sandboxLimits
  return { reads: wish.reads ?? reads, writes: wish.writes ?? writes, burst }
}

const summaryOf = (row: KeySummaryRow) => ({
  keyId: row.keyId,
  mode: row.mode,
  scopes: row.scopes,
  quota: { reads: row.reads, writes: row.writes, burst: row.burst },
  previousValidUntil: row.previousValidUntil?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  name: row.name,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  networks: row.networks,
  readsSales: row.readsSales,
  lastUsed:
    row.usedAt === null ? null : { at: row.usedAt.toISOString(), network: row.usedNetwork ?? "" },
})

/** The service Keys over the database. */
const makeKeys = (policy: () => AccountPolicy) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const envelope = yield* Envelope
    const random = yield* RandomBytes
    const recordColumns = sql.literal(keyRowColumns)
    const now = sql.literal(databaseNow)

    const goLiveFacts = (partnerId: string) =>
      Effect.filterOrFail(
        readGoLiveFacts(sql, partnerId, policy()),
        (facts) => facts !== undefined,
        () => new KeyStoreUnavailable({ cause: "The account of a key is gone." }),
      )

    const create = Effect.fn("Keys.create")(function* (wish: KeyWish) {
      yield* checkLimits(wish)
      const { partnerCode, mode } = wish
      const [partner] = yield* sql<PartnerForKey>`
        select id, live_reads_limit as "liveReads", live_writes_limit as "liveWrites"
        from partner where code = ${partnerCode} for share`
      if (partner === undefined) return yield* new PartnerNotFound({ code: partnerCode })
      const missing = missingForKey(mode, yield* goLiveFacts(partner.id))
      if (missing.length > 0) return yield* new KeyRefused({ partnerCode, mode, missing })

      const scopes = wish.scopes ?? usualScopes
      const quota = limitsFor(wish, partner, policy())
      const terms = wish.terms ?? freeTerms
      const stored = yield* storeKey(
        { sql, envelope, random },
        { partnerId: partner.id, partnerCode, mode, scopes, quota, terms },
      )
      return { ...stored, mode, scopes, quota }
    }, inTransaction(sql))

    const change = Effect.fn("Keys.change")(function* (
      partnerCode: PartnerCode,
      keyId: KeyId,
      terms: KeyTerms,
    ) {
      const partnerId = yield* partnerIdOf(sql, partnerCode)
      const [row] = yield* sql<
        Pick<KeySummaryRow, "expiresAt" | "name" | "networks" | "readsSales" | "revokedAt">
      >`
        select name, expires_at as "expiresAt", networks, reads_sales as "readsSales",
          revoked_at as "revokedAt" from api_key
        where key_id = ${keyId} and partner_id = ${partnerId} for update`
      if (row === undefined) return yield* new KeyNotFound({ keyId })
      if (row.revokedAt !== null) {
        return yield* new KeyRevoked({ keyId, revokedAt: row.revokedAt.toISOString() })
      }
      const expiresAt = row.expiresAt?.toISOString() ?? null
      const { name, networks, readsSales } = row
      const before: KeyTerms = { name, expiresAt, networks, readsSales }
      if (Equal.equals(before, terms)) return
      yield* sql`update api_key set name = ${terms.name}, expires_at = ${terms.expiresAt},
        networks = ${terms.networks}, reads_sales = ${terms.readsSales} where key_id = ${keyId}`
      const details = { partner: partnerCode, from: before, to: terms }
      yield* recordAudit(sql, { action: "key.change", subject: keyId, details })
    }, inTransaction(sql))

    /** A key, held until the transaction ends, and the time at which that is. */
    const lockRow = (keyId: KeyId) =>
      Effect.flatMap(
        sql<KeyRow & { readonly now: Date }>`
          select ${recordColumns}, ${now} as now from api_key join partner on partner.id = partner_id
          where key_id = ${keyId} for update of api_key`,
        ([row]) =>
          row === undefined ? Effect.fail(new KeyNotFound({ keyId })) : Effect.succeed(row),
      )

    const rotate = Effect.fn("Keys.rotate")(function* (keyId: KeyId) {
      const row = yield* lockRow(keyId)
      if (row.revokedAt !== null) {
        return yield* new KeyRevoked({ keyId, revokedAt: row.revokedAt.toISOString() })
      }
      const opened = openSecrets(row, envelope)
      if (Result.isFailure(opened)) return yield* new KeyStoreUnavailable({ cause: opened.failure })
      const secret = newSecret(random, row.mode)
      const current = envelope.seal({ keyId, slot: "current" }, secret)
      const previous = envelope.seal({ keyId, slot: "previous" }, opened.success.current)
      const until = new Date(row.now.getTime() + policy().rotationOverlapSeconds * 1000)
      yield* sql`update api_key set secret_sealed = ${current},
        previous_secret_sealed = ${previous}, previous_valid_until = ${until}
        where key_id = ${keyId}`
      const previousValidUntil = until.toISOString()
      const details = { previousValidUntil }
      yield* recordAudit(sql, { action: "key.rotate", subject: keyId, details })
      return { keyId, secret, previousValidUntil }
    }, inTransaction(sql))

    const revoke = Effect.fn("Keys.revoke")(function* (keyId: KeyId) {
      const row = yield* lockRow(keyId)
      if (row.revokedAt !== null) return { keyId, revokedAt: row.revokedAt.toISOString() }
      yield* sql`update api_key set revoked_at = ${row.now},
        previous_secret_sealed = null, previous_valid_until = null where key_id = ${keyId}`
      yield* recordAudit(sql, { action: "key.revoke", subject: keyId, details: {} })
      return { keyId, revokedAt: row.now.toISOString() }
    }, inTransaction(sql))

    const summaryColumns = sql.literal(`
      api_key.key_id as "keyId", api_key.mode, scopes, reads_limit as reads, writes_limit as writes,
      burst_limit as burst, previous_valid_until as "previousValidUntil",
      revoked_at as "revokedAt", api_key.created_at as "createdAt", api_key.name,
      expires_at as "expiresAt", networks, reads_sales as "readsSales", key_use.at as "usedAt", key_use.network as "usedNetwork"`)

    const list = Effect.fn("Keys.list")(function* (partnerCode: PartnerCode) {
      const partnerId = yield* partnerIdOf(sql, partnerCode)
      const rows = yield* sql<KeySummaryRow>`
        select ${summaryColumns}
        from api_key join quota using (key_id) left join key_use using (key_id)
        where partner_id = ${partnerId} order by created_at, key_id`
      return rows.map(summaryOf)
    }, orUnavailable)

    const get = Effect.fn("Keys.get")(function* (partnerCode: PartnerCode, keyId: KeyId) {
      const partnerId = yield* partnerIdOf(sql, partnerCode)
      const [row] = yield* sql<KeySummaryRow>`
        select ${summaryColumns} from api_key
        join quota using (key_id) left join key_use using (key_id)
        where partner_id = ${partnerId} and key_id = ${keyId}`
      return row === undefined ? undefined : summaryOf(row)
    }, orUnavailable)

    const page = Effect.fn("Keys.page")(function* (partnerCode: PartnerCode, query: KeysQuery) {
      const { before, isRevoked, limit, mode } = query
      const partnerId = yield* partnerIdOf(sql, partnerCode)
      const place = before === null ? undefined : yield* get(partnerCode, before)
      // Modes are read apart, each in the order of its index.
      const chosen = (condition: Fragment) => sql`(
        select key_id, created_at from api_key
        where partner_id = ${partnerId} and ${condition}
          ${
            place === undefined
              ? sql``
              : sql`and (created_at, key_id) < (
                  (select created_at from api_key where key_id = ${place.keyId}), ${place.keyId})`
          }
        order by created_at desc, key_id desc limit ${limit + 1})`
      const used = (of: KeyMode) => chosen(sql`mode = ${of} and revoked_at is null`)
      const either = isRevoked
        ? chosen(
            mode === null
              ? sql`revoked_at is not null`
              : sql`revoked_at is not null and mode = ${mode}`,
          )
        : mode === null
          ? sql`${used("sandbox")} union all ${used("live")}`
          : used(mode)
      const rows = yield* sql<KeySummaryRow>`
        select ${summaryColumns} from (${either}) chosen
        join api_key using (key_id) join quota using (key_id) left join key_use using (key_id)
        order by api_key.created_at desc, key_id desc limit ${limit + 1}`
      const found = rows.slice(0, limit)
      return {
        keys: found.map(summaryOf),
        next: rows.length > limit ? (found.at(-1)?.keyId ?? null) : null,
        isLater: place !== undefined,
      }
    }, orUnavailable)

    const modes = Effect.fn("Keys.modes")(function* (partnerCode: PartnerCode) {
      const partnerId = yield* partnerIdOf(sql, partnerCode)
      const rows = yield* sql<{
        readonly mode: KeyMode
        readonly firstMadeAt: Date
        readonly isInUse: boolean
      }>`
        select mode, first.created_at as "firstMadeAt", exists (
          select from api_key where partner_id = ${partnerId} and api_key.mode = mode.mode
            and revoked_at is null) as "isInUse"
        from unnest(array['sandbox', 'live']) mode cross join lateral (
          select created_at from api_key
          where partner_id = ${partnerId} and api_key.mode = mode.mode
          order by created_at limit 1) first`
      return Object.fromEntries(
        rows.map(({ firstMadeAt, isInUse, mode }) => [
          mode,
          { firstMadeAt: firstMadeAt.toISOString(), isInUse },
        ]),
      ) satisfies KeyModes
    }, orUnavailable)

    const find = (keyId: KeyId) =>
      Effect.flatMap(
        orUnavailable(
          sql<KeyRow>`select ${recordColumns} from api_key
            join partner on partner.id = partner_id where key_id = ${keyId}`,
        ),
        ([row]) =>
          row === undefined
            ? Effect.undefined
            : Effect.mapError(
                Effect.fromResult(keyRecordOf(row, envelope)),
                (cause) => new KeyStoreUnavailable({ cause }),
              ),
      )

    const goLive = (partnerId: string) =>
      orUnavailable(withDatabaseDeadline(goLiveTimeout)(goLiveFacts(partnerId)))

    return { create, change, rotate, revoke, list, page, get, modes, find, goLive }
  })

/** Keys in the database, under the policy of the moment. */
export const layerKeysWith = (
  policy: () => AccountPolicy,
): Layer.Layer<Keys, never, SqlClient.SqlClient | Envelope | RandomBytes> =>
  Layer.effect(Keys, makeKeys(policy))

interface Row {
  readonly status: PartnerStatus
  readonly prices: string | number
  readonly links: string | number
}

/**
 * What decides whether an account may go live, summed over all of its sandbox keys; undefined for
 * an account that does not exist.
 */
const readGoLiveFacts = (
  sql: SqlClient.SqlClient,
  partnerId: string,
  { goLive }: AccountPolicy,
): Effect.Effect<GoLiveFacts | undefined, SqlError> =>
  Effect.map(
    sql<Row>`
      select status, coalesce(sum(prices), 0) as prices, coalesce(sum(links), 0) as links
      from partner
      left join api_key on partner_id = partner.id and mode = 'sandbox'
      left join quota using (key_id)
      where partner.id = ${partnerId} group by partner.id`,
    ([row]) =>
      row === undefined
        ? undefined
        : { ...goLive, status: row.status, prices: Number(row.prices), links: Number(row.links) },
  )

/** Whether the Coach shows an account facts alone, as a column beside those of `partner`. */
export const factsOnlyColumn = `
  exists (select from facts_only_partner where partner_id = partner.id) as "factsOnly"`

/** Columns of a key with its partner, as {@link KeyRow}; select from `api_key` joined to `partner`. */
const keyRowColumns = `
  key_id as "keyId", mode, scopes, revision, secret_sealed as "secretSealed",
  previous_secret_sealed as "previousSealed",
  (extract(epoch from previous_valid_until - now()) * 1000)::float8 as "previousValidForMs",
  (extract(epoch from expires_at - now()) * 1000)::float8 as "validForMs", networks, reads_sales as "readsSales",
  revoked_at as "revokedAt", api_key.created_at as "createdAt", partner.id as "partnerId",
  partner.code as "partnerCode", status as "partnerStatus", base_rate_bps as "baseRateBps",
  commission_bps as "commissionBps", ${factsOnlyColumn},
  (select link.code from tracked_link link
   where link.partner_id = partner.id and link.archived_at is null
   order by link.id limit 1) as "defaultLinkCode"`

/** One key as the database holds it. */
interface KeyRow {
  readonly keyId: KeyId
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly revision: bigint
  readonly secretSealed: Uint8Array
  readonly previousSealed: Uint8Array | null
  /**
   * How long the previous secret still signs by the database's clock; below 0 once it has run out.
   */
  readonly previousValidForMs: number | null
  /** How long the key itself still signs, in the same way; null for one that does not end by itself. */
  readonly validForMs: number | null
  readonly networks: ReadonlyArray<string>
  readonly readsSales: boolean
  readonly revokedAt: Date | null
  readonly createdAt: Date
  readonly partnerId: string
  readonly partnerCode: PartnerCode
  readonly partnerStatus: PartnerStatus
  readonly baseRateBps: Bps
  readonly commissionBps: Bps
  readonly factsOnly: boolean
  readonly defaultLinkCode: string | null
}

/** Opens the secrets of a row. */
const openSecrets = (
  row: Pick<KeyRow, "keyId" | "secretSealed" | "previousSealed" | "previousValidForMs">,
  envelope: Envelope["Service"],
): Result.Result<KeySecrets, WrongMasterKey | SealBroken> => {
  const { keyId, previousSealed, previousValidForMs } = row
  const current = envelope.open({ keyId, slot: "current" }, row.secretSealed)
  if (Result.isFailure(current)) return Result.fail(current.failure)
  if (previousSealed === null || previousValidForMs === null || previousValidForMs <= 0) {
    return Result.succeed({ current: current.success })
  }
  return Result.map(envelope.open({ keyId, slot: "previous" }, previousSealed), (secret) => ({
    current: current.success,
    previous: { secret, validForMs: previousValidForMs },
  }))
}

/** The record of a row, its secrets opened. */
const keyRecordOf = (
  row: KeyRow,
  envelope: Envelope["Service"],
): Result.Result<KeyRecord, WrongMasterKey | SealBroken> =>
  Result.map(openSecrets(row, envelope), (secrets) => ({
    keyId: row.keyId,
    mode: row.mode,
    partner: {
      id: row.partnerId,
      code: row.partnerCode,
      status: row.partnerStatus,
      baseRateBps: row.baseRateBps,
      upliftBps: row.commissionBps - row.baseRateBps,
      factsOnly: row.factsOnly,
      defaultLinkCode: row.defaultLinkCode,
    },
    scopes: row.scopes,
    secrets,
    validForMs: row.validForMs,
    networks: row.networks,
    readsSales: row.readsSales,
    revision: row.revision,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))

/** Stores a new key with its sealed secret, its quota and its line in the audit; in a transaction. */
export const storeKey = Effect.fnUntraced(function* (
  { envelope, random, sql }: KeyStoring,
  { mode, partnerCode, partnerId, quota, scopes, terms }: KeyToStore,
) {
  const keyId = newKeyId(random, mode)
  const secret = newSecret(random, mode)
  const sealed = envelope.seal({ keyId, slot: "current" }, secret)
  yield* sql`insert into api_key (key_id, partner_id, mode, scopes, secret_sealed, created_at, name,
      expires_at, networks, reads_sales)
    values (${keyId}, ${partnerId}, ${mode}, ${scopes}, ${sealed}, ${sql.literal(databaseNow)},
      ${terms.name}, ${terms.expiresAt}, ${terms.networks}, ${terms.readsSales})`
  yield* sql`insert into quota (key_id, reads_limit, writes_limit, burst_limit)
    values (${keyId}, ${quota.reads}, ${quota.writes}, ${quota.burst})`
  const told = Equal.equals(terms, freeTerms) ? {} : { terms }
  const details = { partner: partnerCode, mode, scopes, quota, ...told }
  yield* recordAudit(sql, { action: "key.create", subject: keyId, details })
  return { keyId, secret }
})

/** A fresh signing secret of a mode: 256 random bits and a checksum (start of a SHA-256). */
const newSecret = (random: RandomBytes["Service"], mode: KeyMode): Redacted.Redacted<string> => {
  const body = secretBody(mode, takeHex(random, secretBytes))
  const checksum = createHash("sha256").update(body).digest("hex").slice(0, 8)
  return Redacted.make(`${body}${checksum}`)
}

/** What a new key is stored with. */
interface KeyToStore {
  readonly partnerId: string
  readonly partnerCode: PartnerCode
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly quota: QuotaLimits
  readonly terms: KeyTerms
}

/** What storing a key needs. */
interface KeyStoring {
  readonly sql: SqlClient.SqlClient
  readonly envelope: Envelope["Service"]
  readonly random: RandomBytes["Service"]
}

const takeHex = (random: RandomBytes["Service"], count: number): string =>
  Buffer.from(random.take(count)).toString("hex")

/** A fresh key id of a mode: 128 random bits. */
const newKeyId = (random: RandomBytes["Service"], mode: KeyMode): KeyId =>
  keyIdText(mode, takeHex(random, keyIdBytes))

/** Bytes from here on would favour the first digits: 248 is the largest multiple of 62. */
const fairBytes = 248

/** Random letters and digits, each as likely as the others. */
export const randomDigits = (random: RandomBytes["Service"], length: number): string => {
  let text = ""
  while (text.length < length) {
    for (const byte of random.take(length)) {
      if (byte < fairBytes && text.length < length) {
        text += linkCodeDigits[byte % linkCodeDigits.length]
      }
    }
  }
  return text
}

/** A fresh code for a tracked link. */
export const newLinkCode = (random: RandomBytes["Service"]): string =>
  randomDigits(random, linkCodeLength)
