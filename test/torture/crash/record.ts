import type { SaleStatus } from "../../../rules/sales/sale-record.ts"

/** A call whose success takes one read: asked again, it is another call. */
export interface ReadIntent {
  readonly kind: "price" | "bilan"
}

/** A link for a session; `version` tells the trips of one session apart. */
export interface MintIntent {
  readonly kind: "mint"
  readonly sessionId: string
  readonly version: number
}

/** A report of a sale. */
export interface ReportIntent {
  readonly kind: "report"
  readonly externalOrderId: string
  readonly amountMinor: number
  readonly status: SaleStatus
}

/** What a client wants to have done, and asks for until it is answered. */
export type Intent = ReadIntent | MintIntent | ReportIntent

/** An answer of `POST /links`, as far as it promises something. */
export interface MintTold {
  readonly subscriptionId: string
  readonly replayed: boolean
  readonly updated: boolean
}

/** An answer to a report, as far as it promises something. */
export interface ReportTold {
  readonly externalOrderId: string
  readonly status: string
  readonly amount: number
  readonly commission: number
  readonly created: boolean
  readonly updated: boolean
}

/**
 * What came of one sending: an answer; no answer, so that nobody knows whether it was done; or not
 * sent at all, as nobody listened.
 */
export type Sent =
  | { readonly _tag: "Answered"; readonly status: number; readonly body: unknown }
  | { readonly _tag: "Unanswered" }
  | { readonly _tag: "Unsent" }

/** An intent with everything that was sent for it; those of one session or order are in their order. */
export interface Asked {
  readonly partnerCode: string
  readonly intent: Intent
  readonly sent: ReadonlyArray<Sent>
}

/** An intent of one kind with what was sent for it. */
export type AskedFor<Kind extends Intent> = Asked & { readonly intent: Kind }

/** Whether an answer says that the service has done what was asked. */
export const isAcknowledged = (sent: Sent): sent is Extract<Sent, { _tag: "Answered" }> =>
  sent._tag === "Answered" && sent.status >= 200 && sent.status < 300

/** Whether nobody can say if it was done: no answer, or one that the service could not finish it. */
export const isUnknown = (sent: Sent): boolean =>
  sent._tag === "Unanswered" || (sent._tag === "Answered" && sent.status >= 500)

/** Whether a sending was refused for good, which no client here gives a reason for. */
export const isRefused = (sent: Sent): boolean =>
  sent._tag === "Answered" && !isAcknowledged(sent) && !isUnknown(sent)

/** What acknowledgements of an intent say. */
export const told = <Told>({ sent }: Asked): ReadonlyArray<Told> =>
  sent.filter(isAcknowledged).map(({ body }) => body as Told)

/** Groups what was asked under a name, in its order. */
export const groupedBy = <Item>(
  items: ReadonlyArray<Item>,
  nameOf: (item: Item) => string,
): ReadonlyMap<string, ReadonlyArray<Item>> => {
  const groups = new Map<string, Array<Item>>()
  for (const item of items) {
    const name = nameOf(item)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [item])
    else group.push(item)
  }
  return groups
}
