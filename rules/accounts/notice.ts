/** What owners of an account are told by email, in kinds that a person may want or not. */
export const noticeKinds = [
  "statement",
  "key",
  "endpoint",
  "commission",
  "account",
  "bank_account",
] as const

/** One kind of notice. */
export type NoticeKind = (typeof noticeKinds)[number]

/** What is told, by what has happened: as the audit names it, or what is in no audit. */
export const noticedActs = {
  "statement.ready": "statement",
  "key.create": "key",
  "key.rotate": "key",
  "key.revoke": "key",
  "endpoint.create": "endpoint",
  "endpoint.failing": "endpoint",
  "partner.commission": "commission",
  "partner.suspend": "account",
  "payee.set": "bank_account",
} as const satisfies Readonly<Record<string, NoticeKind>>

/** Something that is told. */
export type NoticedAct = keyof typeof noticedActs

/** Kinds that nobody does without: whose money and whose account it is. */
const always: ReadonlyArray<NoticeKind> = ["account", "bank_account"]

/**
 * Whether a person may do without a kind of notice.
 *
 * ```ts
 * import { isOptional } from "../rules/accounts/notice.ts"
 *
 * isOptional("key") // => true
 * isOptional("bank_account") // => false
 * ```
 */
export const isOptional = (kind: NoticeKind): boolean => !always.includes(kind)
