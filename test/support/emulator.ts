import { afterAll, beforeAll } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { type EmulatorOptions, startEmulator } from "../../http/emulator/start.ts"
import { type Answer, freePort, send } from "./http-call.ts"
import { signedHeaders } from "./service.ts"

/** A key of an emulator, to sign with. */
export interface EmulatorKey {
  readonly keyId: string
  readonly secret: string
  readonly mode: "sandbox" | "live"
}

/** What `GET /_emulator/keys` tells. */
export interface EmulatorAccount {
  readonly partner: string
  readonly keys: ReadonlyArray<EmulatorKey>
  readonly ref: string | null
}

/** An emulator that runs for a test. */
export interface TestEmulator {
  readonly port: number
  /** A call below `/_emulator`. */
  readonly control: (method: "GET" | "POST", path: string, body?: unknown) => Promise<Answer>
  readonly account: () => Promise<EmulatorAccount>
  /** A signed call, with the sandbox key unless told otherwise. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    key?: EmulatorKey,
  ) => Promise<Answer>
  readonly stop: () => Promise<void>
}

/** Starts an emulator in this process. */
export const openEmulator = async (
  options: Partial<EmulatorOptions> = {},
): Promise<TestEmulator> => {
  const port = await freePort()
  const scope = Scope.makeUnsafe()
  await startEmulator({ port, seed: "a test", logLevel: "Fatal", ...options }).pipe(
    Effect.provideService(Scope.Scope, scope),
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
    Effect.runPromise,
  )
  const control: TestEmulator["control"] = (method, path, body) =>
    send({
      port,
      method,
      path: `/_emulator${path}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const account = async () => (await control("GET", "/keys")).body as EmulatorAccount
  return {
    port,
    control,
    account,
    call: async (method, path, body, wanted) => {
      const key = wanted ?? (await account()).keys.find(({ mode }) => mode === "sandbox")
      const text = body === undefined ? undefined : JSON.stringify(body)
      const signed = { keyId: "", secret: "", partnerCode: "demo", ...key }
      return send({
        port,
        method,
        path,
        headers: signedHeaders(signed, method, path.split("?")[0] ?? path, text),
        ...(text === undefined ? {} : { body: text }),
      })
    },
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}

/** An emulator for all tests of a file. */
export const useEmulator = (options: Partial<EmulatorOptions> = {}): (() => TestEmulator) => {
  let emulator: TestEmulator | undefined
  beforeAll(async () => {
    emulator = await openEmulator(options)
  }, 60_000)
  afterAll(() => emulator?.stop(), 60_000)
  return () => {
    if (emulator === undefined) throw new Error("no emulator")
    return emulator
  }
}
