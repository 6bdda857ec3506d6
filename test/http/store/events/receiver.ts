import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { once } from "node:events"
import * as Effect from "effect/Effect"

/** An event as a receiver got it. */
export interface Got {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How a path answers. */
export type Behaviour = (answer: ServerResponse, got: Got) => void

/** A receiver of events on this machine, which answers 204 unless a path is told otherwise. */
export interface Receiver {
  readonly url: (path: string) => string
  readonly got: Array<Got>
  readonly behaviours: Map<string, Behaviour>
}

const answerPlainly: Behaviour = (answer) => answer.writeHead(204).end()

/** Opens a receiver, which closes with the scope. */
export const openReceiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const got: Array<Got> = []
    const behaviours = new Map<string, Behaviour>()
    const server = createServer((request, answer) => {
      let body = ""
      request.setEncoding("utf8")
      request.on("data", (chunk: string) => (body += chunk))
      request.on("end", () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const received = { path: request.url ?? "", headers, body }
        got.push(received)
        ;(behaviours.get(received.path) ?? answerPlainly)(answer, received)
      })
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const receiver: Receiver = { url: (path) => `http://127.0.0.1:${port}${path}`, got, behaviours }
    return { receiver, server }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    }),
).pipe(Effect.map(({ receiver }) => receiver))
