import { type Charge, countOf } from "../../../rules/quota/charge.ts"
import type { Charged } from "../../ports/quotas.ts"
import type { KeyCharge } from "./key-charge.ts"

/** A call that waits for its charge. */
export interface WaitingCall {
  readonly charge: Charge
  /** What may be done meanwhile. */
  readonly beside: (() => void) | undefined
  readonly tell: (charged: Charged) => void
  /** When it came, by the process's own time. */
  readonly sinceMs: number
}

/** What one key's calls come to; calls read with an older record wait outside. */
export interface KeyCalls {
  readonly revision: bigint
  readonly waiting: ReadonlyArray<WaitingCall>
}

/** Calls by key, and those whose key is known with a newer record than theirs. */
export const byKey = (calls: ReadonlyArray<WaitingCall>) => {
  const keys = new Map<string, { revision: bigint; waiting: Array<WaitingCall> }>()
  const outdated: Array<WaitingCall> = []
  for (const call of calls) {
    const { keyId, revision } = call.charge
    const known = keys.get(keyId)
    if (known?.revision === revision) known.waiting.push(call)
    else if (known !== undefined && known.revision > revision) outdated.push(call)
    else {
      if (known !== undefined) outdated.push(...known.waiting)
      keys.set(keyId, { revision, waiting: [call] })
    }
  }
  return { keys: keys as ReadonlyMap<string, KeyCalls>, outdated }
}

/** What is to be charged to a key for its calls. */
export const chargeOf = (keyId: string, { revision, waiting }: KeyCalls): KeyCharge => {
  const counts = { calls: 0, prices: 0, bilans: 0 }
  for (const { charge } of waiting) counts[countOf[charge.kind]] += 1
  return { keyId, revision, ...counts }
}
