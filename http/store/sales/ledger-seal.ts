import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import type { MasterKey } from "../secrets/envelope.ts"

/** The key that the ledger is sealed under, and the fingerprint of the master key it comes from. */
export interface SealKey {
  readonly bytes: Uint8Array
  readonly fingerprint: string
}

/** The key for seals of the ledger of an installation. */
export const sealKeyOf = ({ derive, fingerprint }: MasterKey["Service"]): SealKey => ({
  bytes: derive("ledger-seal"),
  fingerprint,
})

/** Where a strand of an account's records ends: how many there are, and the hash of the last one. */
export interface StrandHead {
  readonly strand: number
  readonly records: bigint
  /** In hex. */
  readonly hash: string
}

/** The ends of the strands of an account as one text; those without records are left out. */
export const headsText = (heads: ReadonlyArray<StrandHead>): string =>
  heads
    .toSorted((left, right) => left.strand - right.strand)
    .map(({ hash, records, strand }) => `${strand}:${records}:${hash}`)
    .join(" ")

const headForm = /^(\d{1,2}):(\d{1,18}):([0-9a-f]{64})$/

/** The ends of strands that a text tells; undefined where it is none. */
export const readHeads = (text: string): ReadonlyArray<StrandHead> | undefined => {
  const heads = text.split(" ").map((part) => headForm.exec(part))
  return heads.every((head) => head !== null)
    ? heads.map(([, strand = "", records = "", hash = ""]) => ({
        strand: Number(strand),
        records: BigInt(records),
        hash,
      }))
    : undefined
}

/** What a seal of an account says. */
export interface SealedAccount {
  readonly partnerId: string
  readonly counter: bigint
  readonly sealedAtMs: number
  /** How many records all strands have. */
  readonly records: bigint
  readonly heads: string
}

/** What the general seal says: how many accounts are sealed, and the hash over the MACs of their seals. */
export interface SealedBooks {
  readonly counter: bigint
  readonly sealedAtMs: number
  readonly accounts: bigint
  readonly digest: Uint8Array
}

const macOf = ({ bytes }: SealKey, ...lines: ReadonlyArray<string | number | bigint>): Uint8Array =>
  createHmac("sha256", bytes).update(lines.join("\n")).digest()

/** The MAC of the seal of an account. */
export const accountMac = (
  key: SealKey,
  { counter, heads, partnerId, records, sealedAtMs }: SealedAccount,
): Uint8Array => macOf(key, "account", 1, partnerId, counter, sealedAtMs, records, heads)

/** The MAC of the general seal. */
export const generalMac = (
  key: SealKey,
  { accounts, counter, digest, sealedAtMs }: SealedBooks,
): Uint8Array =>
  macOf(key, "general", 1, counter, sealedAtMs, accounts, Buffer.from(digest).toString("hex"))

/** Whether two MACs, or two digests, are one. */
export const isSame = (left: Uint8Array, right: Uint8Array): boolean =>
  left.byteLength === right.byteLength && timingSafeEqual(left, right)

/** The hash of the ends of an account's strands, as a seal that is kept elsewhere has it. */
export const headsDigest = (heads: string): string =>
  createHash("sha256").update(heads).digest("base64url")

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/**
 * An account in a seal that is kept elsewhere: its id and code, how many records each strand has, and
 * the hash of all their ends.
 */
const KeptAccount = Schema.Struct({
  id: Schema.String,
  code: Schema.String,
  records: Schema.Array(Count),
  digest: Schema.String,
})

/** An account in a seal that is kept elsewhere. */
export type KeptAccount = typeof KeptAccount.Type

/** A seal of the books that is kept elsewhere, and is all that is needed to hold them to it. */
export interface KeptSeal {
  readonly at: string
  readonly counter: bigint
  /** The account that it is of; null where it is of all. */
  readonly partnerCode: PartnerCode | null
  /** How many sales there were, sandbox included, and the highest number among them. */
  readonly sales: bigint
  readonly lastSale: bigint
  readonly accounts: ReadonlyArray<KeptAccount>
}

const recordsIn = (accounts: ReadonlyArray<KeptAccount>): bigint =>
  accounts.reduce(
    (sum, { records }) => sum + BigInt(records.reduce((some, count) => some + count, 0)),
    0n,
  )

const keptMac = (key: SealKey, head: string, digest: string): string =>
  Buffer.from(macOf(key, "kept", 1, head, digest)).toString("hex")

const bodyDigest = (body: string): string => createHash("sha256").update(body).digest("hex")

/**
 * A seal as one line: what it says, the hash of its accounts, a MAC over both, and the accounts. It
 * names no sale and no amount.
 */
export const sealLine = (key: SealKey, seal: KeptSeal): string => {
  const { accounts, at, counter, lastSale, partnerCode, sales } = seal
  const head = [
    "viatica-seal 1",
    at,
    `counter=${counter}`,
    `of=${partnerCode ?? "*"}`,
    `accounts=${accounts.length}`,
    `records=${recordsIn(accounts)}`,
    `sales=${sales}`,
    `last=${lastSale}`,
    `key=${key.fingerprint}`,
  ].join(" ")
  const body = Buffer.from(JSON.stringify(accounts)).toString("base64url")
  const digest = bodyDigest(body)
  return `${head} digest=${digest} mac=${keptMac(key, head, digest)} books=${body}`
}

/** Why a text is not taken for a seal of these books. */
export type SealRefusal =
  /** It has not the form of a seal, or was cut off. */
  | { readonly _tag: "NoSeal" }
  /** It was made under another master key. */
  | { readonly _tag: "OtherKey"; readonly sealedWith: string; readonly holding: string }
  /** It is not what was printed. */
  | { readonly _tag: "SealChanged" }

const lineForm =
  /^(viatica-seal 1 (\S+) counter=(\d{1,18}) of=(\S+) accounts=\d+ records=\d+ sales=(\d{1,18}) last=(\d{1,18}) key=(\S+)) digest=([0-9a-f]{64}) mac=([0-9a-f]{64}) books=([\w-]+)$/

const decodeAccounts = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Array(KeptAccount)))

/** Reads a line of {@link sealLine}, whatever white space an editor or a terminal has put into it. */
export const readSealLine = (key: SealKey, line: string): Result.Result<KeptSeal, SealRefusal> => {
  const [front = "", ...rest] = line.trim().split(/\s+books=/)
  const text = `${front.replaceAll(/\s+/g, " ")} books=${rest.join("").replaceAll(/\s+/g, "")}`
  const found = lineForm.exec(text)
  if (found === null) return Result.fail({ _tag: "NoSeal" })
  const [, head = "", at = "", counter = "", of = "", sales = "", lastSale = "", ...others] = found
  const [sealedWith = "", digest = "", mac = "", body = ""] = others
  if (sealedWith !== key.fingerprint) {
    return Result.fail({ _tag: "OtherKey", sealedWith, holding: key.fingerprint })
  }
  const changed = Result.fail<SealRefusal>({ _tag: "SealChanged" })
  if (keptMac(key, head, digest) !== mac || bodyDigest(body) !== digest) return changed
  const accounts = decodeAccounts(Buffer.from(body, "base64url").toString("utf8"))
  if (Result.isFailure(accounts)) return changed
  return Result.succeed({
    at,
    counter: BigInt(counter),
    partnerCode: of === "*" ? null : of,
    sales: BigInt(sales),
    lastSale: BigInt(lastSale),
    accounts: accounts.success,
  })
}
