import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { once } from "node:events"
import { Webhook } from "standardwebhooks"
import type { Choices } from "../../support/random.ts"
import type { Receipt } from "./judge.ts"

/** Receivers on this machine that misbehave until they are told to be good. */
export interface Receivers {
  readonly url: (endpoint: string) => string
  /** Says what an endpoint's events are signed with. */
  readonly trust: (endpoint: string, secret: string) => void
  readonly receipts: ReadonlyArray<Receipt>
  readonly behave: () => void
  readonly close: () => Promise<void>
}

const isSigned = (
  secret: string | undefined,
  body: string,
  headers: Readonly<Record<string, string>>,
): boolean => {
  try {
    return secret !== undefined && new Webhook(secret).verify(body, headers) !== undefined
  } catch {
    return false
  }
}

/** Answers badly in one of the ways that receivers have: late, not at all, with an error, with a cut. */
const misbehave = (answer: ServerResponse, choices: Choices): void => {
  const way = choices.integer(0, 3)
  if (way === 0) answer.writeHead(500).end("out of order")
  else if (way === 1) answer.destroy()
  else if (way === 2) setTimeout(() => answer.destroy(), choices.integer(0, 400))
  else answer.writeHead(302, { location: "/elsewhere" }).end()
}

/** How often an event is answered badly. */
const badShare = 0.2

/** Opens receivers on one port, an endpoint for each path. */
export const openReceivers = async (choices: Choices): Promise<Receivers> => {
  const receipts: Array<Receipt> = []
  const secrets = new Map<string, string>()
  let isGood = false
  const server = createServer((request, answer) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8")
      const endpoint = (request.url ?? "").slice(1)
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const isTaken = isGood || !choices.chance(badShare)
      receipts.push({
        endpoint,
        eventId: headers["webhook-id"] ?? "",
        body,
        isSigned: isSigned(secrets.get(endpoint), body, headers),
        isTaken,
      })
      if (isTaken) answer.writeHead(204).end()
      else misbehave(answer, choices)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    trust: (endpoint, secret) => secrets.set(endpoint, secret),
    receipts,
    behave: () => {
      isGood = true
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
