import * as Result from "effect/Result"
import type { KeyMode, PartnerStatus } from "../../../rules/accounts/partner.ts"
import type { Scope } from "../../../rules/accounts/scopes.ts"
import type { Envelope } from "../secrets/envelope.ts"
import type { SealBroken, WrongMasterKey } from "../secrets/secret-errors.ts"
import type { KeyRecord, KeySecrets } from "../../ports/key-record.ts"

/** Columns of a key with its partner, as {@link KeyRow}; select from `api_key` joined to `partner`. */
export const keyRowColumns = `
  key_id as "keyId", mode, scopes, revision, secret_sealed as "secretSealed",
  previous_secret_sealed as "previousSealed",
  (extract(epoch from previous_valid_until - now()) * 1000)::float8 as "previousValidForMs",
  revoked_at as "revokedAt", api_key.created_at as "createdAt", partner.id as "partnerId",
  partner.code as "partnerCode", status as "partnerStatus", base_rate_bps as "baseRateBps",
  commission_bps as "commissionBps",
  (select link.code from tracked_link link
   where link.partner_id = partner.id and link.archived_at is null
   order by link.id limit 1) as "defaultLinkCode"`

/** One key as the database holds it. */
export interface KeyRow {
  readonly keyId: string
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly revision: bigint
  readonly secretSealed: Uint8Array
  readonly previousSealed: Uint8Array | null
  /**
   * How long the previous secret still signs by the database's clock; below 0 once it has run out.
   */
  readonly previousValidForMs: number | null
  readonly revokedAt: Date | null
  readonly createdAt: Date
  readonly partnerId: string
  readonly partnerCode: string
  readonly partnerStatus: PartnerStatus
  readonly baseRateBps: number
  readonly commissionBps: number
  readonly defaultLinkCode: string | null
}

/** Opens the secrets of a row. */
export const openSecrets = (
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
export const keyRecordOf = (
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
      defaultLinkCode: row.defaultLinkCode,
    },
    scopes: row.scopes,
    secrets,
    revision: row.revision,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
