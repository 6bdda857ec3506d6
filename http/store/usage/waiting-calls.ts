import type { CallRecord } from "../../ports/call-records.ts"

/** The last calls of each key, until they are written. */
export interface WaitingCalls {
  /** Keeps a call, in place of the oldest of its key where `room` of them are kept already. */
  readonly add: (call: CallRecord, room: number) => void
  /** Takes calls out, at most so many. */
  readonly take: (callsMax: number) => ReadonlyArray<CallRecord>
}

/** The last calls of one key; once there is no room for more, the oldest is at `oldest`. */
interface Ring {
  calls: Array<CallRecord>
  oldest: number
}

const inOrder = ({ calls, oldest }: Ring): Array<CallRecord> =>
  oldest === 0 ? calls : [...calls.slice(oldest), ...calls.slice(0, oldest)]

const push = (ring: Ring, call: CallRecord): void => {
  ring.calls = inOrder(ring)
  ring.calls.push(call)
  ring.oldest = 0
}

const replaceOldest = (ring: Ring, call: CallRecord): void => {
  ring.calls[ring.oldest] = call
  ring.oldest = (ring.oldest + 1) % ring.calls.length
}

/** Calls with room for so many in all; signed ones and others of a key are kept apart. */
export const makeWaitingCalls = (callsMax: number): WaitingCalls => {
  const rings = new Map<string, Ring>()
  let waiting = 0

  return {
    add: (call, room) => {
      const name = call.isSigned ? call.keyId : `-${call.keyId}`
      const ring = rings.get(name)
      if ((ring?.calls.length ?? 0) < room && waiting < callsMax) {
        waiting += 1
        if (ring === undefined) rings.set(name, { calls: [call], oldest: 0 })
        else push(ring, call)
      } else if (ring !== undefined) replaceOldest(ring, call)
    },
    take: (wanted) => {
      const taken: Array<CallRecord> = []
      for (const [name, ring] of rings) {
        if (taken.length >= wanted) break
        const calls = inOrder(ring)
        const rest = calls.slice(wanted - taken.length)
        taken.push(...calls.slice(0, wanted - taken.length))
        if (rest.length === 0) rings.delete(name)
        else rings.set(name, { calls: rest, oldest: 0 })
      }
      waiting -= taken.length
      return taken
    },
  }
}
