/**
 * What people are told by email, in kinds that a person may want or not: owners what happens to their
 * account, and each person what happens to its own sign-in.
 */
export const noticeKinds = [
  "statement",
  "key",
  "endpoint",
  "commission",
  "account",
  "bank_account",
  "sign_in",
] as const

/** One kind of notice. */
export type NoticeKind = (typeof noticeKinds)[number]

/** What is told, by what has happened: as the audit names it, or what is in no audit. */
export const noticedActs = {
  "statement.ready": "statement",
  "key.create": "key",
  "key.rotate": "key",
  "key.revoke": "key",
  "key.ending": "key",
  "endpoint.create": "endpoint",
  "endpoint.failing": "endpoint",
  "partner.commission": "commission",
  "partner.suspend": "account",
  "payee.set": "bank_account",
  "network.new": "sign_in",
  "person.factor-add": "sign_in",
  "person.factor-remove": "sign_in",
  "person.factor-reset": "sign_in",
} as const satisfies Readonly<Record<string, NoticeKind>>

/** Something that is told. */
export type NoticedAct = keyof typeof noticedActs

/** Kinds that nobody does without: whose money, whose account and whose sign-in it is. */
const always: ReadonlyArray<NoticeKind> = ["account", "bank_account", "sign_in"]

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
