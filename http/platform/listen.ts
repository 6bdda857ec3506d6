import { once } from "node:events"
import type { Server } from "node:http"
import * as Effect from "effect/Effect"
import { CannotListen } from "./cannot-listen.ts"
import { errorCode, systemReason } from "./system-error.ts"

/** An address to listen on, and the setting that names its port, where it is another one than `PORT`. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly setting?: string
}

/** Has a server listen on an address. */
export const listenOn = (
  server: Server,
  address: ListenAddress,
): Effect.Effect<void, CannotListen> =>
  Effect.tryPromise({
    try: async () => {
      server.listen(address.port, address.host)
      await once(server, "listening")
    },
    catch: (cause) =>
      new CannotListen({ ...address, reason: errorCode(cause) ?? systemReason(cause) }),
  })
