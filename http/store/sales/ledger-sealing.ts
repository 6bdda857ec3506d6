import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { groupBy } from "../../../core/group-by.ts"
import { makeAvailability } from "../../observability/availability.ts"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { elapsedMs } from "../../platform/stopwatch.ts"
import { databaseNow } from "../database/client.ts"
import { MasterKey } from "../secrets/envelope.ts"
import {
  accountMac,
  generalMac,
  headsText,
  isSame,
  readHeads,
  type SealedAccount,
  type SealedBooks,
  type SealKey,
  sealKeyOf,
  type StrandHead,
} from "./ledger-seal.ts"

/** What a round of sealing came to. */
export interface Sealed {
  /** Accounts that were sealed anew. */
  readonly accounts: number
  /** Accounts that had more records and whose books contradict the seal that they have. */
  readonly refused: ReadonlyArray<string>
  /** Whether the general seal was written: not where the accounts' seals contradict it. */
  readonly isGeneral: boolean
  /** The counter of the general seal; null where there is none. */
  readonly counter: bigint | null
  /** Whether there may be more to seal. */
  readonly isMore: boolean
}

/** A seal of an account as it is stored. */
export interface AccountSealRow extends SealedAccount {
  readonly mac: Uint8Array
}

/** The general seal as it is stored. */
export interface GeneralSealRow extends SealedBooks {
  readonly mac: Uint8Array
}

/** Accounts that one round seals at most, so that it is brief. */
const accountsMax = 500

/** Accounts in whose strands are more or fewer records than their seal says. */
const unsealed = (sql: SqlClient.SqlClient, passedOver: ReadonlyArray<string>) =>
  sql<{ readonly partnerId: string }>`
    select head.partner_id as "partnerId"
    from (select strand.partner_id, sum(strand.records)::bigint as records
      from ledger_strand strand group by strand.partner_id) head
    left join ledger_seal seal on seal.partner_id = head.partner_id
    where head.records is distinct from seal.records
      and head.partner_id <> all(${passedOver}::text[])
    limit ${accountsMax}`

/** What the tables of seals have as columns, with their moment in milliseconds since 1970. */
export const sealedAtMs = `(extract(epoch from sealed_at) * 1000)::float8 as "sealedAtMs"`

/** The seals of some accounts. */
export const accountSeals = (sql: SqlClient.SqlClient, partnerIds: ReadonlyArray<string>) =>
  sql<AccountSealRow>`
    select partner_id as "partnerId", counter, records, heads, mac, ${sql.literal(sealedAtMs)}
    from ledger_seal where partner_id = any(${partnerIds}::text[])`

/** The general seal, and what it would have to be of by the seals of accounts that there are. */
export const generalSeal = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row] = yield* sql<GeneralSealRow>`
    select counter, accounts, digest, mac, ${sql.literal(sealedAtMs)} from ledger_general_seal`
  // By the bytes of the ids, whatever the language of the database.
  const [held] = yield* sql<{ readonly accounts: bigint; readonly digest: Uint8Array }>`
    select count(*) as accounts,
      sha256(coalesce(string_agg(mac, ''::bytea order by partner_id collate "C"), '')) as digest
    from ledger_seal`
  return { row, accounts: held?.accounts ?? 0n, digest: held?.digest ?? new Uint8Array() }
})

/** What the general seal is and what the seals of accounts come to. */
export type GeneralSeal = Effect.Success<ReturnType<typeof generalSeal>>

/** Whether the seals of the accounts are those that the general seal is of. */
export const generalHolds = (key: SealKey, { accounts, digest, row }: GeneralSeal): boolean =>
  row === undefined
    ? accounts === 0n
    : isSame(generalMac(key, row), row.mac) &&
      row.accounts === accounts &&
      isSame(row.digest, digest)

/** A place in a strand, and the hash of the record there, where there is one. */
export interface StrandPlace {
  readonly partnerId: string
  readonly strand: number
  readonly records: bigint
  /** In hex; null where there is no such record. */
  readonly hash: string | null
  /** The number of the last record of the strand. */
  readonly last: bigint
}

/** The hashes that records have by now at places in their strands. */
export const hashesAt = (
  sql: SqlClient.SqlClient,
  places: ReadonlyArray<Pick<StrandPlace, "partnerId" | "strand" | "records">>,
): Effect.Effect<ReadonlyArray<StrandPlace>, SqlError> => sql<StrandPlace>`
  select place.partner_id as "partnerId", place.strand::int as strand, place.records,
    encode(record.hash, 'hex') as hash,
    coalesce((select max(one.number) from sale_record one
      where one.partner_id = place.partner_id and one.strand = place.strand), 0) as last
  from unnest(${places.map(({ partnerId }) => partnerId)}::text[],
    ${places.map(({ strand }) => strand)}::smallint[],
    ${places.map(({ records }) => String(records))}::bigint[]) as place (partner_id, strand, records)
  left join sale_record record on record.partner_id = place.partner_id
    and record.strand = place.strand and record.number = place.records`

/** The accounts of some seals whose books do not contain what was sealed, or whose seal is forged. */
const contradicted = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: SealKey,
  seals: ReadonlyArray<AccountSealRow>,
) {
  const forged = seals.filter((seal) => !isSame(accountMac(key, seal), seal.mac))
  const places = seals.flatMap(({ heads, partnerId }) =>
    (readHeads(heads) ?? []).map((head) => ({ ...head, partnerId })),
  )
  const held = new Map(
    (yield* hashesAt(sql, places)).map(({ hash, partnerId, strand }) => [
      `${partnerId} ${strand}`,
      hash,
    ]),
  )
  const gone = places.filter(
    ({ hash, partnerId, strand }) => held.get(`${partnerId} ${strand}`) !== hash,
  )
  return new Set([...forged, ...gone].map(({ partnerId }) => partnerId))
})

interface HeadRow extends StrandHead {
  readonly partnerId: string
}

const putSeals = (sql: SqlClient.SqlClient, seals: ReadonlyArray<AccountSealRow>) => sql`
  insert into ledger_seal as held (partner_id, counter, sealed_at, records, heads, mac)
  select * from unnest(${seals.map(({ partnerId }) => partnerId)}::text[],
    ${seals.map(({ counter }) => String(counter))}::bigint[],
    ${seals.map(({ sealedAtMs: ms }) => new Date(ms))}::timestamptz[],
    ${seals.map(({ records }) => String(records))}::bigint[],
    ${seals.map(({ heads }) => heads)}::text[],
    ${seals.map(({ mac }) => Buffer.from(mac))}::bytea[])
  on conflict (partner_id) do update set counter = excluded.counter,
    sealed_at = excluded.sealed_at, records = excluded.records, heads = excluded.heads,
    mac = excluded.mac`

const putGeneral = (sql: SqlClient.SqlClient, key: SealKey, books: SealedBooks) => sql`
  insert into ledger_general_seal (counter, sealed_at, accounts, digest, mac)
  values (${books.counter}, ${new Date(books.sealedAtMs)}, ${books.accounts},
    ${Buffer.from(books.digest)}, ${Buffer.from(generalMac(key, books))})
  on conflict (is_only) do update set counter = excluded.counter, sealed_at = excluded.sealed_at,
    accounts = excluded.accounts, digest = excluded.digest, mac = excluded.mac`

/** One sealing at a time, over all processes: numbers of a lock that nothing else takes. */
const sealingLock = [0x76_69_61_74, 17] as const

const sealAccounts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: SealKey,
  partnerIds: ReadonlyArray<string>,
) {
  const [first, second] = sealingLock
  const [turn] = yield* sql<{ readonly isOurs: boolean; readonly now: Date }>`
    select pg_try_advisory_xact_lock(${first}::int, ${second}::int) as "isOurs",
      ${sql.literal(databaseNow)} as now`
  const general = yield* generalSeal(sql)
  const standing = general.row?.counter ?? null
  if (turn?.isOurs !== true) {
    const nothing = { accounts: 0, refused: [], isGeneral: false, isMore: true }
    return { ...nothing, counter: standing } satisfies Sealed
  }
  const before = yield* accountSeals(sql, partnerIds)
  const refused = yield* contradicted(sql, key, before)
  const isSound = generalHolds(key, general)
  const heads = yield* sql<HeadRow>`
    select partner_id as "partnerId", strand, records, encode(hash, 'hex') as hash
    from ledger_strand where partner_id = any(${partnerIds}::text[])`
  const counter = before.reduce(
    (most, seal) => (seal.counter > most ? seal.counter : most),
    general.row?.counter ?? 0n,
  )
  const sealedBefore = new Map(before.map(({ partnerId, records }) => [partnerId, records]))
  const sealed = [...groupBy(heads, ({ partnerId }) => partnerId)]
    .filter(([partnerId]) => !refused.has(partnerId))
    .map(([partnerId, own]) => ({
      partnerId,
      counter: counter + 1n,
      sealedAtMs: turn.now.getTime(),
      records: own.reduce((sum, head) => sum + head.records, 0n),
      heads: headsText(own),
    }))
    // Looked at again in this turn: another process may just have sealed what was waiting.
    .filter(({ partnerId, records }) => records !== sealedBefore.get(partnerId))
    .map((account) => ({ ...account, mac: accountMac(key, account) }))
  const done = { refused: [...refused], isMore: partnerIds.length === accountsMax }
  if (sealed.length === 0) {
    return { ...done, accounts: 0, isGeneral: false, counter: standing } satisfies Sealed
  }
  yield* putSeals(sql, sealed)
  // A general seal that does not hold stays as it is, for those who look into it.
  if (isSound) {
    const { accounts, digest } = yield* generalSeal(sql)
    const sealedAt = turn.now.getTime()
    yield* putGeneral(sql, key, { counter: counter + 1n, sealedAtMs: sealedAt, accounts, digest })
  }
  const now = isSound ? counter + 1n : standing
  return { ...done, accounts: sealed.length, isGeneral: isSound, counter: now } satisfies Sealed
})

/** How long a round may take. */
const roundTimeout = "5 seconds"

/**
 * Seals the accounts that have more records than their seal says, unless another process does that
 * just now. Books that do not contain what was sealed before keep the seal that says so, and those
 * that are named are passed over.
 */
export const sealRound = Effect.fn("Ledger.seal")(function* (
  key: SealKey,
  passedOver: ReadonlyArray<string> = [],
) {
  const sql = yield* SqlClient.SqlClient
  const waiting = yield* unsealed(sql, passedOver)
  if (waiting.length === 0) {
    const [row] = yield* sql<{ readonly counter: bigint }>`select counter from ledger_general_seal`
    const nothing = { accounts: 0, refused: [], isGeneral: false, isMore: false }
    return { ...nothing, counter: row?.counter ?? null } satisfies Sealed
  }
  const partnerIds = waiting.map(({ partnerId }) => partnerId)
  return yield* sql.withTransaction(sealAccounts(sql, key, partnerIds))
}, withDatabaseDeadline(roundTimeout))

/** How often to look for what is not sealed. */
export const sealIntervalMs = 1_000

/** How many times its own length a round waits for the next one, so that it takes little of the database. */
const restFactor = 20

/** How often to look again at accounts whose books contradicted their seal: they may be restored. */
const refusedRestMs = 10_000

/** How long a last round may take when the server stops. */
const lastRoundTimeout = "1 second"

/** Tells the log what rounds find: each account once for as long as its books contradict their seal. */
const makeTeller = () => {
  const refused = new Set<string>()
  let refusedBefore: ReadonlySet<string> = new Set()
  let lookedAgainAtMs = 0
  let newest = 0n
  let isGeneralTold = false
  return {
    /** The accounts to pass over by now. */
    passedOver: (nowMs: number): ReadonlyArray<string> => {
      if (nowMs - lookedAgainAtMs >= refusedRestMs) {
        refusedBefore = new Set(refused)
        refused.clear()
        lookedAgainAtMs = nowMs
      }
      return [...refused]
    },
    tell: Effect.fnUntraced(function* (round: Sealed) {
      for (const account of round.refused) {
        refused.add(account)
        if (refusedBefore.has(account)) continue
        const line = "the books of an account contradict their seal: run viatica ledger check"
        yield* Effect.annotateLogs(Effect.logError(line), { account })
      }
      const counter = round.counter ?? 0n
      if (counter < newest) {
        const line = "the seal of the ledger went back: run viatica ledger check --against a seal"
        const facts = { counter: String(counter), seen: String(newest) }
        yield* Effect.annotateLogs(Effect.logError(line), facts)
      }
      newest = counter
      if (round.accounts > 0 && !round.isGeneral && !isGeneralTold) {
        isGeneralTold = true
        yield* Effect.logError(
          "the seals of accounts contradict the general one: run viatica ledger check",
        )
      }
    }),
  }
}

/**
 * Seals the ledger every second, and once more when the scope closes. Books that contradict their
 * seal are logged, and so is a general seal that is older than one that was seen before, or gone.
 */
export const sealRegularly: Effect.Effect<
  void,
  never,
  SqlClient.SqlClient | MasterKey | Scope.Scope
> = Effect.gen(function* () {
  const key = sealKeyOf(yield* MasterKey)
  const availability = makeAvailability({
    unavailable: "the ledger cannot be sealed",
    availableAgain: "the ledger is sealed again",
    facts: {},
    steadyMs: 0,
  })
  const teller = makeTeller()
  const round = Effect.flatMap(elapsedMs, (nowMs) => sealRound(key, teller.passedOver(nowMs)))
  const toldRound = round.pipe(
    Effect.tap(teller.tell),
    Effect.tap(availability.answered),
    Effect.catch((error) => availability.failed(error.message)),
    Effect.catchDefect((defect) => Effect.logError("sealing the ledger failed", defect)),
  )
  const loop = Effect.gen(function* () {
    for (;;) {
      const beganAtMs = yield* elapsedMs
      yield* toldRound
      const tookMs = (yield* elapsedMs) - beganAtMs
      yield* Effect.sleep(Math.max(sealIntervalMs, restFactor * tookMs))
    }
  })
  yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(round, lastRoundTimeout)))
  yield* Effect.forkScoped(loop)
})
