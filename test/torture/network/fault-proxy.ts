import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { setImmediate as turn, setTimeout as delay } from "node:timers/promises"
import type { Draws } from "../../../core/random/draws.ts"

/** What a network does wrong between two processes. */
export type Fault =
  /** Every piece comes later, each by a time of its own, in the order in which it was sent. */
  | { readonly kind: "latency"; readonly ms: number; readonly jitterMs: number }
  | { readonly kind: "bandwidth"; readonly bytesPerSecond: number }
  /** What is sent comes in pieces of so many bytes. */
  | { readonly kind: "slicing"; readonly bytes: number }
  /** Connections are reset, new ones once something is sent over them. */
  | { readonly kind: "reset" }
  /** The far end closes its side of every connection, and says nothing more on it. */
  | { readonly kind: "half-closed" }
  /** What is asked arrives; answers are lost, and so is what follows on the same connection. */
  | { readonly kind: "half-open" }
  /** Connections are taken and stand, and whatever is sent over them is lost. */
  | { readonly kind: "black-hole" }
  /** Nothing listens. */
  | { readonly kind: "down" }

/** A way to a server over loopback whose faults can be switched while it is in use. */
export interface FaultProxy {
  readonly port: number
  /** Begins a fault, which takes the place of the one before. */
  readonly begin: (fault: Fault) => Promise<void>
  /**
   * Ends the fault. Connections that stood while bytes were lost stay silent for ever, as they do
   * where a network has forgotten them; others go on.
   */
  readonly lift: () => Promise<void>
  readonly stop: () => Promise<void>
}

const loopback = "127.0.0.1"

/** A connection to the proxy with the one behind it, and which of its directions are lost. */
interface Pair {
  readonly near: Socket
  readonly far: Socket
  asksLost: boolean
  answersLost: boolean
}

const reset = ({ far, near }: Pair): void => {
  near.resetAndDestroy()
  far.resetAndDestroy()
}

/** What a fault does to a connection at once. */
const strike = (pair: Pair, fault: Fault): void => {
  if (fault.kind === "reset" || fault.kind === "down") reset(pair)
  if (fault.kind === "half-closed") pair.near.end()
  if (fault.kind === "half-open" || fault.kind === "black-hole") pair.answersLost = true
  if (fault.kind === "black-hole") pair.asksLost = true
}

/** Passes bytes on as a fault would. */
const pass = async (bytes: Buffer, to: Socket, fault: Fault | null, draws: Draws) => {
  if (fault?.kind === "latency") await delay(fault.ms + draws.below(fault.jitterMs + 1))
  if (fault?.kind === "bandwidth") await delay((bytes.length / fault.bytesPerSecond) * 1_000)
  const size = fault?.kind === "slicing" ? fault.bytes : Math.max(1, bytes.length)
  for (let at = 0; at < bytes.length && to.writable; at += size) {
    to.write(bytes.subarray(at, at + size))
    if (fault?.kind === "slicing") await turn()
  }
}

/** Opens a way to a port; jitter comes from the draws. */
export const openFaultProxy = async (farPort: number, draws: Draws): Promise<FaultProxy> => {
  let fault: Fault | null = null
  const pairs = new Set<Pair>()

  /** Carries what comes one way, each piece after the one before. */
  const carry = (from: Socket, to: Socket, isLost: () => boolean): void => {
    let carried = Promise.resolve()
    const next = (work: () => void | Promise<void>): void => {
      carried = carried.then(() => (isLost() ? undefined : work())).catch(() => void to.destroy())
    }
    from.on("data", (bytes: Buffer) => next(() => pass(bytes, to, fault, draws)))
    from.on("error", () => from.destroy())
    from.on("end", () => next(() => void to.end()))
    from.on("close", () => next(() => void to.destroy()))
  }

  const take = (near: Socket): void => {
    near.setNoDelay(true)
    const far = connect({ port: farPort, host: loopback, noDelay: true, allowHalfOpen: true })
    const pair: Pair = { near, far, asksLost: false, answersLost: false }
    pairs.add(pair)
    // Whoever asked is gone: nothing is left to be silent towards.
    near.once("close", () => {
      pairs.delete(pair)
      far.destroy()
    })
    // Nor where they hang up while both directions are lost, as nothing can be told to either end. A Postgres whose
    // client is lost while it signs in would wait for it for a minute, and with it all who drop a database.
    near.once("end", () => {
      if (pair.asksLost && pair.answersLost) near.destroy()
    })
    carry(near, far, () => pair.asksLost)
    carry(far, near, () => pair.answersLost)
    if (fault?.kind === "reset") near.once("data", () => reset(pair))
    else if (fault !== null) strike(pair, fault)
  }

  const listen = async (port: number): Promise<Server> => {
    const listening = createServer({ allowHalfOpen: true }, take).listen(port, loopback)
    await once(listening, "listening")
    return listening
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo

  const unlisten = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, "close")
    server.close()
    for (const pair of pairs) reset(pair)
    await closed
  }

  const lift = async (): Promise<void> => {
    fault = null
    if (!server.listening) server = await listen(port)
  }

  return {
    port,
    begin: async (next) => {
      await lift()
      fault = next
      for (const pair of pairs) strike(pair, next)
      if (next.kind === "down") await unlisten()
    },
    lift,
    stop: unlisten,
  }
}

/** The URL of a database over a proxy. */
export const urlOver = (databaseUrl: string, { port }: Pick<FaultProxy, "port">): string => {
  const url = new URL(databaseUrl)
  url.hostname = loopback
  url.port = String(port)
  return url.href
}
