import type { Answer } from "../../../http/api/answer.ts"

/** The environment of a key, a session and a sale. */
export type Mode = "live" | "sandbox"

/** Links of the account, by the names that the model knows them under; the first comes with it. */
export const linkNames = ["first", "summer", "winter"] as const

/** Every link that a call may name: also one of another account, and one that nobody has. */
export const namedLinks = [...linkNames, "foreign", "unknown"] as const

/** A link that a call may name. */
export type LinkName = (typeof namedLinks)[number]

/** The sessions of a sequence; one was issued to another account. */
export const sessionNames = ["ann", "bob", "sandy", "stranger"] as const

/** A session of a sequence. */
export type SessionName = (typeof sessionNames)[number]

/** Which key calls for a link of a session: `sandy` quotes in the sandbox. */
export const modeOfSession = (session: SessionName): Mode =>
  session === "sandy" ? "sandbox" : "live"

/** `POST /links` */
export interface Mint {
  readonly call: "mint"
  readonly session: SessionName
  readonly spelling: number
  readonly link: LinkName | null
  readonly offerId: number | null
  readonly language: string
}

/** `POST /postback/conversion`; amounts in minor units of the currency. */
export interface Report {
  readonly call: "report"
  readonly mode: Mode
  readonly order: string
  readonly link: LinkName
  readonly status: SaleStatus
  readonly amountMinor: number
  readonly currency: "EUR" | "JPY"
  readonly commissionMinor: number | null
  readonly version: "3.1" | "3.2" | "3.3" | null
  readonly partnerFeeMinor: number | null
  /** How long after now it says that it was signed, or before. */
  readonly signedAfterSeconds: number
}

/** Where a sale stands. */
export type SaleStatus = "pending" | "validated" | "cancelled"

/** How the work of a read ends: tomorrow is when another price has been read on the next day. */
export const readEndings = ["answered", "refused", "failed", "failed tomorrow"] as const

/** A call that costs a price, a bilan or nothing but its place in the minute. */
export interface Read {
  readonly call: "read"
  readonly mode: Mode
  readonly kind: "price" | "bilan" | "call"
  readonly ending: (typeof readEndings)[number]
}

/** A signed call. */
export type Call = Mint | Report | Read

/** An answer as the model and the service are compared by it, under the model's names. */
export interface Told {
  readonly status: number
  /** The body, of an error its code and bucket only. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** The headers of an answer that tell of quotas. */
export const quotaHeaders = (headers: Answer["headers"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(x-ratelimit-.*|retry-after)$/.test(name)),
  )

/** Decimals of the currencies that reports are made in. */
export const decimalsOf = { EUR: 2, JPY: 0 } as const

/** The addresses that links lead to. */
export const addresses = {
  baseUrl: "https://viatica.example",
  funnelUrl: "https://funnel.example",
} as const
