import { createServer, type Server } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"

/** A partner's page on an origin of its own. */
export interface HostPage {
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Serves a page as a partner would, under a policy that lets in the widget of one origin and nothing
 * else: `body` gets the address of that origin. `others` answers paths beside it.
 */
export const serveHostPage = async (
  origin: string,
  body: (origin: string) => string,
  policy = `default-src 'none'; script-src ${origin}; frame-src ${origin}`,
): Promise<HostPage> => {
  const server: Server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy })
      .end(`<!doctype html><html lang="en"><head><title>A partner</title></head>
        <body><main><h1>A partner</h1>${body(origin)}</main></body></html>`)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    // Another origin than that of the service, which is reached by its number.
    url: `http://localhost:${port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
