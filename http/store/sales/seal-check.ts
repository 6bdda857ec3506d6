import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { groupBy } from "../../../core/group-by.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import {
  accountMac,
  generalMac,
  headsDigest,
  headsText,
  isSame,
  type KeptAccount,
  type KeptSeal,
  readHeads,
  type SealKey,
  type StrandHead,
} from "./ledger-seal.ts"
import {
  type AccountSealRow,
  generalSeal,
  hashesAt,
  sealedAtMs,
  type StrandPlace,
} from "./ledger-sealing.ts"

/** What is wrong with a seal, or with books by their seal. Accounts by their code, else their id. */
export type SealFault =
  /** A record that was sealed, the last one of its strand then, is not there, nor any after it. */
  | {
      readonly _tag: "StrandShort"
      readonly account: string
      readonly strand: number
      readonly sealed: string
      readonly held: string
    }
  /** A record that was sealed is not what it was, so that none before it need be. */
  | {
      readonly _tag: "StrandAltered"
      readonly account: string
      readonly strand: number
      readonly number: string
    }
  /** The seal of an account was not made under this master key, or was changed. */
  | { readonly _tag: "SealForged"; readonly account: string }
  /** The general seal was not made under this master key, or was changed. */
  | { readonly _tag: "GeneralForged" }
  /** There are seals of accounts, and no general one. */
  | { readonly _tag: "GeneralMissing" }
  /** The seals of accounts are not those of the general one: some were taken away, or put back. */
  | { readonly _tag: "GeneralDiffers"; readonly sealed: string; readonly held: string }
  /** Sales up to a number that a kept seal counted are fewer by now. */
  | { readonly _tag: "SalesFewer"; readonly sealed: string; readonly held: string }
  /** An account of a kept seal has fewer records than it had. */
  | {
      readonly _tag: "AccountBehind"
      readonly account: string
      readonly sealed: string
      readonly held: string
    }
  /** An account of a kept seal has as many records, and others. */
  | { readonly _tag: "AccountAltered"; readonly account: string }

/** What books are held to a seal that was kept elsewhere. */
export interface HeldToSeal {
  readonly at: string
  readonly counter: string
  readonly accounts: number
  /** The books are older than the seal: restored from a backup, or put back. */
  readonly isNewer: boolean
  readonly faults: ReadonlyArray<SealFault>
}

/** What the seals of the ledger tell. */
export interface SealFindings {
  /** The counter of the general seal, and when it was made; null where nothing is sealed yet. */
  readonly counter: string | null
  readonly sealedAt: string | null
  readonly accounts: number
  /** Records that no seal is of yet: booked since the last one, or by code that makes none. */
  readonly unsealed: string
  readonly faults: ReadonlyArray<SealFault>
  /** By seals that were kept elsewhere, in their order. */
  readonly against: ReadonlyArray<HeldToSeal>
  /** How many faults there are, also those that no list has room for. */
  readonly found: number
}

interface SealRow extends AccountSealRow {
  readonly partnerCode: PartnerCode | null
}

interface HeldStrand extends Pick<StrandHead, "strand" | "records"> {
  readonly partnerId: string
}

/** Accounts that are gone through at a time. */
const pageAccounts = 500

/** A page of the seals of accounts, or that of one account alone, in the order of their ids. */
export const sealsAfter = (
  sql: SqlClient.SqlClient,
  after: string,
  partnerId: string | null,
) => sql<SealRow>`
  select seal.partner_id as "partnerId", partner.code as "partnerCode", counter, records, heads, mac,
    ${sql.literal(sealedAtMs)}
  from ledger_seal seal left join partner on partner.id = seal.partner_id
  where seal.partner_id > ${after}
    and (${partnerId}::text is null or seal.partner_id = ${partnerId}::text)
  order by seal.partner_id limit ${pageAccounts}`

const strandsOf = (sql: SqlClient.SqlClient, partnerIds: ReadonlyArray<string>) =>
  sql<HeldStrand>`
    select partner_id as "partnerId", strand, records from ledger_strand
    where partner_id = any(${partnerIds}::text[])`

const nameOf = ({ partnerCode, partnerId }: SealRow): string => partnerCode ?? partnerId

const strandFault = (account: string, sealed: StrandHead, held: StrandPlace): SealFault | null => {
  const { records, strand } = sealed
  if (held.hash === sealed.hash) return null
  return held.last < records
    ? { _tag: "StrandShort", account, strand, sealed: String(records), held: String(held.last) }
    : { _tag: "StrandAltered", account, strand, number: String(records) }
}

/** What a page of seals finds in the books of its accounts. */
const checkPage = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: SealKey,
  seals: ReadonlyArray<SealRow>,
) {
  const sealed = seals.map((seal) => ({
    seal,
    isForged: !isSame(accountMac(key, seal), seal.mac),
    heads: readHeads(seal.heads) ?? [],
  }))
  const places = sealed.flatMap(({ heads, seal: { partnerId } }) =>
    heads.map((head) => ({ ...head, partnerId })),
  )
  const held = groupBy(yield* hashesAt(sql, places), ({ partnerId }) => partnerId)
  const ids = seals.map(({ partnerId }) => partnerId)
  const strands = groupBy(yield* strandsOf(sql, ids), ({ partnerId }) => partnerId)
  let records = 0n
  const faults = sealed.flatMap(({ heads, isForged, seal }): ReadonlyArray<SealFault> => {
    const account = nameOf(seal)
    if (isForged) return [{ _tag: "SealForged", account }]
    const own = new Map((held.get(seal.partnerId) ?? []).map((place) => [place.strand, place]))
    const now = new Map(
      (strands.get(seal.partnerId) ?? []).map(({ records: count, strand }) => [strand, count]),
    )
    return heads.flatMap((head) => {
      const count = now.get(head.strand) ?? 0n
      records += count < head.records ? count : head.records
      const place = own.get(head.strand)
      const fault = place === undefined ? null : strandFault(account, head, place)
      return fault === null ? [] : [fault]
    })
  })
  return { faults, records }
})

const generalFaults = (
  key: SealKey,
  { accounts, digest, row }: Effect.Success<ReturnType<typeof generalSeal>>,
): ReadonlyArray<SealFault> => {
  if (row === undefined) return accounts === 0n ? [] : [{ _tag: "GeneralMissing" }]
  if (!isSame(generalMac(key, row), row.mac)) return [{ _tag: "GeneralForged" }]
  return row.accounts === accounts && isSame(row.digest, digest)
    ? []
    : [{ _tag: "GeneralDiffers", sealed: String(row.accounts), held: String(accounts) }]
}

const placesOf = ({ id, records }: KeptAccount) =>
  records.flatMap((count, strand) =>
    count === 0 ? [] : [{ partnerId: id, strand, records: BigInt(count) }],
  )

const keptFault = (
  account: KeptAccount,
  places: ReadonlyArray<StrandPlace>,
): ReadonlyArray<SealFault> => {
  const { code, digest } = account
  const missing = places.filter(({ last, records }) => last < records)
  if (missing.length > 0) {
    const sealed = places.reduce((sum, { records }) => sum + records, 0n)
    const held = places.reduce(
      (sum, { last, records }) => sum + (last < records ? last : records),
      0n,
    )
    return [{ _tag: "AccountBehind", account: code, sealed: String(sealed), held: String(held) }]
  }
  const heads = places.map(({ hash, records, strand }) => ({ strand, records, hash: hash ?? "" }))
  return headsDigest(headsText(heads)) === digest ? [] : [{ _tag: "AccountAltered", account: code }]
}

const salesUpTo = (sql: SqlClient.SqlClient, { lastSale, partnerCode }: KeptSeal) =>
  sql<{ readonly sales: bigint }>`
    select count(*) as sales from sale
    where sale.id <= ${lastSale}::bigint and (${partnerCode}::text is null or sale.partner_id =
      (select partner.id from partner where code = ${partnerCode}::text))`

/** Holds the books to a seal that was kept elsewhere: each strand still has what it had then. */
const holdTo = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  seal: KeptSeal,
  counter: bigint,
) {
  const faults: Array<SealFault> = []
  for (let start = 0; start < seal.accounts.length; start += pageAccounts) {
    const accounts = seal.accounts.slice(start, start + pageAccounts)
    const held = groupBy(
      yield* hashesAt(sql, accounts.flatMap(placesOf)),
      ({ partnerId }) => partnerId,
    )
    faults.push(...accounts.flatMap((account) => keptFault(account, held.get(account.id) ?? [])))
  }
  const [row] = yield* salesUpTo(sql, seal)
  const sales = row?.sales ?? 0n
  if (sales < seal.sales) {
    faults.push({ _tag: "SalesFewer", sealed: String(seal.sales), held: String(sales) })
  }
  return {
    at: seal.at,
    counter: String(seal.counter),
    accounts: seal.accounts.length,
    isNewer: seal.counter > counter,
    faults,
  } satisfies HeldToSeal
})

/**
 * What the seals in the database, and those that were kept elsewhere, find in the books: that every
 * strand contains its sealed end, that each seal was made under the key, and that the seals are those
 * of the general one. Read as of one moment, inside of the transaction of the check.
 */
export const checkSeals = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: SealKey,
  kept: ReadonlyArray<KeptSeal>,
  most: number,
) {
  const general = yield* generalSeal(sql)
  const all: Array<SealFault> = [...generalFaults(key, general)]
  let count = all.length
  let records = 0n
  let after = ""
  for (;;) {
    const seals = yield* sealsAfter(sql, after, null)
    const page = yield* checkPage(sql, key, seals)
    records += page.records
    count += page.faults.length
    all.push(...page.faults.slice(0, most - all.length))
    const last = seals.at(-1)
    if (last === undefined || seals.length < pageAccounts) break
    after = last.partnerId
  }
  const [held] = yield* sql<{ readonly records: bigint }>`
    select coalesce(sum(records), 0)::bigint as records from ledger_strand`
  const against: Array<HeldToSeal> = []
  for (const seal of kept) {
    const { faults, ...one } = yield* holdTo(sql, seal, general.row?.counter ?? 0n)
    count += faults.length
    against.push({ ...one, faults: faults.slice(0, most) })
  }
  const { row } = general
  return {
    counter: row === undefined ? null : String(row.counter),
    sealedAt: row === undefined ? null : new Date(row.sealedAtMs).toISOString(),
    accounts: Number(general.accounts),
    unsealed: String((held?.records ?? 0n) - records),
    faults: all,
    against,
    found: count,
  } satisfies SealFindings
})
