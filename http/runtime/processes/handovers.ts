import type { ChildProcess } from "node:child_process"

/** What node's cluster module sends when it hands a connection over, and what comes back. */
interface Handover {
  readonly cmd: "NODE_CLUSTER"
  readonly act?: unknown
  readonly seq?: number
  readonly ack?: number
}

const isHandover = (message: unknown): message is Handover =>
  typeof message === "object" &&
  message !== null &&
  "cmd" in message &&
  message.cmd === "NODE_CLUSTER"

const isClosable = (handle: unknown): handle is { readonly close: () => void } =>
  typeof handle === "object" &&
  handle !== null &&
  "close" in handle &&
  typeof handle.close === "function"

/**
 * Keeps count of the connections that a process has been handed and has not taken yet. Where it is
 * killed meanwhile, node's cluster module would wait for its answer for ever, and so would the client.
 *
 * `giveBack` answers in its place that it took none of them, so that others get them: a process reads
 * nothing of a connection before it has said that it takes it. Where there are no others, they are
 * closed.
 */
export const trackHandovers = (child: ChildProcess) => {
  const untaken = new Map<number, unknown>()
  const send = child.send.bind(child) as (...args: ReadonlyArray<unknown>) => boolean
  const watched = (...args: ReadonlyArray<unknown>): boolean => {
    const [message, handle] = args
    if (isHandover(message) && message.act === "newconn" && message.seq !== undefined) {
      untaken.set(message.seq, handle)
    }
    return send(...args)
  }
  child.send = watched as ChildProcess["send"]
  child.prependListener("internalMessage", (message: unknown) => {
    if (isHandover(message) && message.ack !== undefined) untaken.delete(message.ack)
  })
  return {
    giveBack: (hasOthers: boolean): void => {
      const left = [...untaken]
      untaken.clear()
      for (const [seq, handle] of left) {
        if (hasOthers) {
          child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack: seq, accepted: false })
        } else if (isClosable(handle)) handle.close()
      }
    },
  }
}
