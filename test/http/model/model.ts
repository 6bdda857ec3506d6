import type { LinkName, Mode, SaleStatus, SessionName } from "./calls.ts"

/** Limits of both keys, small enough to be met. */
export const limits = { reads: 3, writes: 2, burst: 6 } as const

/** What a key has used, by UTC day and minute since 1970, and in its life. */
export interface Usage {
  readonly readsByDay: Map<number, number>
  readonly writesByDay: Map<number, number>
  readonly callsByMinute: Map<number, number>
  readonly lifetime: { prices: number; bilans: number; links: number }
}

/** The stages of a subscription, each later than the ones before it. */
export const stages = ["quoting", "presubscribed", "paid", "subscribed"] as const

/** What a session's link stands for. */
export interface ModelSubscription {
  stage: (typeof stages)[number]
  readonly link: LinkName | null
  spelling: number
  language: string
  offerId: number | null
  readonly offerIds: Array<number>
}

/** A session that has made a link: its subscriptions are `<session>#1`, `#2` and so on. */
export interface ModelSession {
  readonly link: LinkName | null
  made: number
}

/** A sale under the rates of the moment when it was first reported. */
export interface ModelSale {
  readonly mode: Mode
  readonly link: LinkName
  readonly currency: "EUR" | "JPY"
  readonly feeBps: number
  readonly upliftBps: number
  readonly bookedAtMs: number
  changedAtMs: number
  status: SaleStatus
  amountMinor: number
  commissionMinor: number
  wholeCapMinor: number | null
  upliftCapMinor: number | null
  /** When the report was signed that it stands by. */
  signedAtSeconds: number
}

/** One booking: `booking commission_expense pending 1000 EUR`. */
export type Line = string

/** All that the service should know of one account. */
export interface Model {
  nowMs: number
  commissionBps: number
  /** Oldest first. */
  readonly links: Array<{ readonly name: LinkName; archived: boolean }>
  readonly sessions: Map<SessionName, ModelSession>
  readonly subscriptions: Map<string, ModelSubscription>
  /** By mode and order id: `live/a`. */
  readonly sales: Map<string, ModelSale>
  /** What is booked for live sales, by order id. */
  readonly journal: Map<string, Array<Line>>
  readonly owed: Map<string, { pending: number; payable: number }>
  readonly usage: Readonly<Record<Mode, Usage>>
}

const noUsage = (): Usage => ({
  readsByDay: new Map(),
  writesByDay: new Map(),
  callsByMinute: new Map(),
  lifetime: { prices: 0, bilans: 0, links: 0 },
})

/** The base rate of every account, and the house's own fee, in basis points. */
export const baseRateBps = 1_000

/** An account with its first link and nothing else. */
export const emptyModel = (nowMs: number): Model => ({
  nowMs,
  commissionBps: baseRateBps,
  links: [{ name: "first", archived: false }],
  sessions: new Map(),
  subscriptions: new Map(),
  sales: new Map(),
  journal: new Map(),
  owed: new Map(),
  usage: { live: noUsage(), sandbox: noUsage() },
})

/** The name of the subscription that a session follows. */
export const followed = (model: Model, session: SessionName): string =>
  `${session}#${model.sessions.get(session)?.made ?? 0}`

/** Moves a subscription on; what the service says of it otherwise. */
export const advance = (
  model: Model,
  name: string,
  stage: ModelSubscription["stage"],
): "SubscriptionNotFound" | "StageRefused" | "advanced" => {
  const subscription = model.subscriptions.get(name)
  // Links of the sandbox open no subscription, whatever their placeholder is called.
  if (subscription === undefined || subscription.link === null) return "SubscriptionNotFound"
  if (stages.indexOf(stage) < stages.indexOf(subscription.stage)) return "StageRefused"
  subscription.stage = stage
  return "advanced"
}

/** Makes a link. */
export const createLink = (model: Model, name: LinkName): "LinkExists" | "created" => {
  if (name === "foreign" || model.links.some((link) => link.name === name)) return "LinkExists"
  model.links.push({ name, archived: false })
  return "created"
}

/** Takes a link out of use. */
export const archiveLink = (model: Model, name: LinkName): "LinkNotFound" | "archived" => {
  const link = model.links.find((one) => one.name === name)
  if (link === undefined) return "LinkNotFound"
  link.archived = true
  return "archived"
}

/** Sets what sales pay from now on: from the base rate up to half of the premium. */
export const setCommission = (model: Model, bps: number): "CommissionRefused" | "set" => {
  if (bps < baseRateBps || bps > 5_000) return "CommissionRefused"
  model.commissionBps = bps
  return "set"
}
