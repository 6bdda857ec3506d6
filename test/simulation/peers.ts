import { signRequest } from "../../http/platform/sign-request.ts"
import type { SimulatedKey } from "./cluster.ts"
import type { End, Network } from "./network.ts"
import type { Got, SimulatedProcess } from "./process.ts"
import type { VirtualTime } from "./virtual-time.ts"

/** How a request reaches a socket: whole, in pieces, late, by half, cut off, or twice on one connection. */
export type Sending =
  | "whole"
  | "pieces"
  | "late"
  | "half a head"
  | "half a body"
  | "reset"
  | "twice"

/** How its client takes the answer: at once, a little at a time, never, or it has left by then. */
export type Reading = "at once" | "slowly" | "never" | "leaves"

/** What a peer asks for over a socket. */
export interface PeerRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body: string
  /** Who signs it; undefined asks for what is open to all. */
  readonly key: SimulatedKey | undefined
  readonly sends: Sending
  readonly reads: Reading
}

/** What became of a peer: its answers, in order, and when its connection was over. */
export interface PeerEnd {
  readonly answers: ReadonlyArray<Got>
  readonly isOver: boolean
}

/** Whether a peer sends a whole request, and reads what it is told. */
export const isProper = ({ reads, sends }: Pick<PeerRequest, "reads" | "sends">): boolean =>
  ["whole", "pieces", "twice"].includes(sends) && reads === "at once"

/** How long pieces of what is sent in pieces are apart, in milliseconds; a request has ten seconds. */
const pieceMs = 700

/** How long a peer with half a head waits until it gives up: Node's own bound of heads is of real time. */
const halfHeadMs = 12_000

/** How long a peer keeps its connection at most, in milliseconds: longer than the service may. */
const peerMs = 50_000

/** How much a slow reader takes, and how often. */
const slowBytes = 2_048
const slowMs = 500

/** Asks a process over a connection of the network, and gives what came of it when the connection is over. */
export const askOverSocket = async (
  { network, time }: { readonly network: Network; readonly time: VirtualTime },
  process: SimulatedProcess,
  request: PeerRequest,
): Promise<PeerEnd> => {
  const [near, far] = network.line()
  process.connect(far)
  return new Promise((resolve) => {
    const received: Array<Buffer> = []
    const wanted = request.sends === "twice" ? 2 : 1
    let isOver = false
    const over = (): void => {
      if (isOver) return
      isOver = true
      for (const cancel of timers) cancel()
      if (!near.destroyed) near.destroy()
      time.stir()
      const answers = answersIn(Buffer.concat(received))
      resolve({ answers, isOver: near.destroyed })
    }
    const timers = [time.after(peerMs, over), ...sendTo(near, request, time)]
    near.on("error", over).on("close", over).on("end", over)
    const take = (chunk: Buffer): void => {
      received.push(chunk)
      if (answersIn(Buffer.concat(received)).length >= wanted) over()
    }
    switch (request.reads) {
      case "at once": {
        near.on("data", take)
        break
      }
      case "slowly": {
        const takeSome = (): void => {
          if (isOver) return
          const chunk = (near.read(Math.min(slowBytes, near.readableLength)) ?? undefined) as
            | Buffer
            | undefined
          if (chunk !== undefined) take(chunk)
          timers.push(time.after(slowMs, takeSome))
        }
        far.on("close", over)
        // A stream reads ahead only once it is listened to.
        near.on("readable", () => {})
        timers.push(time.after(slowMs, takeSome))
        break
      }
      case "never": {
        // Who reads nothing hears of no end either.
        far.on("close", over)
        break
      }
      case "leaves": {
        near.resume()
        timers.push(
          time.after(40, () => {
            near.reset()
            over()
          }),
        )
      }
    }
  })
}

/** Writes a request as it is to arrive; gives what takes off what is still to be sent. */
const sendTo = (end: End, request: PeerRequest, time: VirtualTime): ReadonlyArray<() => void> => {
  const { head, body } = written(request, time)
  const whole = Buffer.concat([head, body])
  const later = (ms: number, bytes: Buffer): (() => void) =>
    time.after(ms, () => {
      if (!end.destroyed) end.write(bytes)
      time.stir()
    })
  switch (request.sends) {
    case "whole": {
      end.write(whole)
      return []
    }
    case "twice": {
      end.write(Buffer.concat([whole, whole]))
      return []
    }
    case "pieces": {
      const cuts = [0, 1, Math.floor(head.length / 2), head.length + 1, whole.length]
      return cuts
        .slice(1)
        .map((to, place) => later(pieceMs * place, whole.subarray(cuts[place], to)))
    }
    case "late": {
      return [later(0, head), later(9_000, body)]
    }
    case "half a head": {
      end.write(head.subarray(0, Math.floor(head.length / 2)))
      return [time.after(halfHeadMs, () => end.destroy())]
    }
    case "half a body": {
      end.write(whole.subarray(0, head.length + Math.floor(body.length / 2)))
      return []
    }
    case "reset": {
      end.write(whole.subarray(0, head.length + Math.floor(body.length / 2)))
      return [time.after(pieceMs, () => end.reset())]
    }
  }
}

const written = ({ body, key, method, path }: PeerRequest, time: VirtualTime) => {
  const signed =
    key === undefined
      ? {}
      : signRequest({ ...key, method, path, body, nowSeconds: Math.floor(time.nowMs() / 1_000) })
  const bytes = Buffer.from(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: viatica.example",
    ...Object.entries(signed).map(([name, value]) => `${name}: ${value}`),
    ...(method === "POST"
      ? ["content-type: application/json", `content-length: ${bytes.length}`]
      : []),
  ]
  return { head: Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body: bytes }
}

/** The whole answers that bytes of a connection begin with. */
export const answersIn = (bytes: Buffer): ReadonlyArray<Got> => {
  const answers: Array<Got> = []
  let rest = bytes
  for (;;) {
    const headEnd = rest.indexOf("\r\n\r\n")
    if (headEnd < 0) return answers
    const [first = "", ...lines] = rest.subarray(0, headEnd).toString("latin1").split("\r\n")
    const status = Number(first.split(" ")[1])
    const headers = Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf(":")
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      }),
    )
    const body = rest.subarray(headEnd + 4)
    if (status === 100) {
      rest = body
      continue
    }
    const length = Number(headers["content-length"] ?? Number.NaN)
    const isChunked = headers["transfer-encoding"] === "chunked"
    const end = isChunked ? body.indexOf("0\r\n\r\n") + 5 : length
    if (isChunked ? end < 5 : !(body.length >= length)) return answers
    const text = body.subarray(0, end).toString()
    answers.push({ _tag: "Answer", status, headers, body: text })
    rest = body.subarray(end)
  }
}
