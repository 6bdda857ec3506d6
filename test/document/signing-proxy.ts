import { createHmac } from "node:crypto"
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"

/** A key to sign with. */
export interface ProxyKey {
  readonly keyId: string
  readonly secret: string
}

/** What a proxy does and where. */
export interface SigningProxyParts {
  /** The port of the service on this machine. */
  readonly port: number
  readonly key: () => ProxyKey
  /** Told of each answer, in the order in which they come. */
  readonly onAnswer?: (call: { readonly target: string; readonly status: number }) => void
}

/** A proxy on this machine that signs what passes through it. */
export interface SigningProxy {
  readonly url: string
  readonly close: () => Promise<void>
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const signed = (method: string, target: string, body: Buffer, key: ProxyKey) => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const text = `${timestamp}.${method}.${target.split("?")[0]}.`
  const digest = createHmac("sha256", key.secret).update(text).update(body).digest("hex")
  return {
    "x-svc-key-id": key.keyId,
    "x-svc-timestamp": timestamp,
    "x-svc-signature": `v2=${digest}`,
  }
}

/** Starts a proxy for tools that cannot sign. */
export const startSigningProxy = async (parts: SigningProxyParts): Promise<SigningProxy> => {
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = "GET", url: target = "/" } = incoming
    const body = await bodyOf(incoming)
    const { "content-type": contentType } = incoming.headers
    const passed = request({
      host: "127.0.0.1",
      port: parts.port,
      method,
      path: target,
      headers: {
        ...(contentType === undefined ? {} : { "content-type": contentType }),
        ...signed(method, target, body, parts.key()),
        "content-length": body.length,
      },
    })
    passed.end(body)
    const [answer] = (await once(passed, "response")) as [IncomingMessage]
    const status = answer.statusCode ?? 502
    parts.onAnswer?.({ target, status })
    outgoing.writeHead(status, answer.headers)
    outgoing.end(await bodyOf(answer))
  }
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch((error: unknown) => {
      outgoing.writeHead(599, { "content-type": "text/plain" }).end(String(error))
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
