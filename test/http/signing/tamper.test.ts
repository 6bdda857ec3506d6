import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { authenticate } from "../../../http/signing/authenticate.ts"
import { signRequest } from "../../../http/signing/sign.ts"
import { sourceOf } from "./vector-call.ts"

const now = 1_767_225_600
const keys = sourceOf([
  {
    keyId: "ak_test_a",
    mode: "sandbox",
    secret: "first",
    previous: { secret: "before", validUntil: now + 60 },
  },
  { keyId: "ak_live_b", mode: "live", secret: "second" },
])

interface Wire {
  readonly method: string
  readonly path: string
  readonly body: Uint8Array
  readonly headers: ReadonlyArray<readonly [string, string]>
}

const isAccepted = (wire: Wire): boolean => {
  const headerValues = (name: string) =>
    wire.headers.filter(([given]) => given === name).map(([, value]) => value)
  const call = authenticate({ ...wire, headerValues }, now, keys)
  return Result.isSuccess(Effect.runSync(Effect.result(call)))
}

const signers = [
  { keyId: "ak_test_a", secret: "first" },
  { keyId: "ak_test_a", secret: "before" },
  { keyId: "ak_live_b", secret: "second" },
] as const

const genuine = fc
  .record({
    signer: fc.constantFrom(...signers),
    method: fc.constantFrom("GET", "POST", "HEAD"),
    path: fc.constantFrom("/api/v1/travel/quotes", "/api/v1/coach/cards", "/r/x"),
    body: fc.uint8Array({ maxLength: 200 }),
    offSeconds: fc.integer({ min: -300, max: 300 }),
  })
  .map(({ signer, method, path, body, offSeconds }): Wire => {
    const headers = signRequest({ ...signer, method, path, body, nowSeconds: now + offSeconds })
    return { method, path, body, headers: Object.entries(headers) }
  })

const flipBit = (bytes: Uint8Array, position: number): Uint8Array => {
  const bit = position % (bytes.length * 8)
  return bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
}

const onHeader = (wire: Wire, index: number, change: (value: string) => string): Wire => ({
  ...wire,
  headers: wire.headers.map(([name, value], at) => [name, at === index ? change(value) : value]),
})

const flipText = (text: string, position: number): string =>
  Buffer.from(flipBit(Buffer.from(text, "latin1"), position)).toString("latin1")

const flipHex = (signature: string, position: number): string =>
  `v2=${Buffer.from(flipBit(Buffer.from(signature.slice(3), "hex"), position)).toString("hex")}`

const otherMethod = (method: string): string => (method === "GET" ? "POST" : "GET")

/** Each changes what was signed, or how it is sent, by one step; `at` picks the place. */
const tampers: Readonly<Record<string, (wire: Wire, at: number) => Wire>> = {
  "a bit of the signature": (wire, at) => onHeader(wire, 2, (value) => flipHex(value, at)),
  "a bit of the key id": (wire, at) => onHeader(wire, 0, (value) => flipText(value, at)),
  "a bit of the timestamp": (wire, at) => onHeader(wire, 1, (value) => flipText(value, at)),
  "a bit of the body": (wire, at) =>
    wire.body.length === 0
      ? { ...wire, body: Uint8Array.of(at & 255) }
      : { ...wire, body: flipBit(wire.body, at) },
  "a bit of the path": (wire, at) => ({ ...wire, path: flipText(wire.path, at) }),
  "a byte more in the body": (wire, at) => ({
    ...wire,
    body: Uint8Array.of(...wire.body, at & 255),
  }),
  "a byte more before the body": (wire, at) => ({
    ...wire,
    body: Uint8Array.of(at & 255, ...wire.body),
  }),
  "a letter more in the path": (wire, at) => ({ ...wire, path: `${wire.path}${at % 10}` }),
  "a slash more": (wire) => ({ ...wire, path: `${wire.path}/` }),
  "another method": (wire) => ({ ...wire, method: otherMethod(wire.method) }),
  "another second": (wire, at) =>
    onHeader(wire, 1, (value) => String(Number(value) + 1 + (at % 300))),
  "a header less": (wire, at) => ({
    ...wire,
    headers: wire.headers.filter((_, index) => index !== at % 3),
  }),
  "a header twice": (wire, at) => ({
    ...wire,
    headers: wire.headers.flatMap((header, index) =>
      index === at % 3 ? [header, header] : [header],
    ),
  }),
  "a digit less in the signature": (wire) => onHeader(wire, 2, (value) => value.slice(0, -1)),
  "the scheme v1": (wire) => onHeader(wire, 2, (value) => value.replace("v2", "v1")),
  "the other key": (wire) =>
    onHeader(wire, 0, (value) => (value === "ak_test_a" ? "ak_live_b" : "ak_test_a")),
}

const runs = 24_000

it(`accepts every genuine call and none of ${runs} tampered ones`, () => {
  const seed = 20_260_101
  const seen = new Map<string, number>()
  let accepted = 0
  const kinds = Object.keys(tampers)
  fc.assert(
    fc.property(genuine, fc.constantFrom(...kinds), fc.nat(), (wire, kind, at) => {
      expect(isAccepted(wire)).toBe(true)
      const tampered = tampers[kind]?.(wire, at)
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
      if (tampered !== undefined && isAccepted(tampered)) accepted += 1
      return accepted === 0
    }),
    { numRuns: runs, seed },
  )
  process.stdout.write(`tampered calls: ${runs}, accepted: ${accepted}, seed: ${seed}\n`)
  expect(seen.size).toBe(kinds.length)
  expect(accepted).toBe(0)
})
