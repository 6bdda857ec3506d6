import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { Sessions } from "../../../../http/ports/session-links.ts"
import { layerSessions } from "../../../../http/store/accounts/sessions.ts"

/** Fresh: nested provisions of one run would share a layer built under another master key. */
const sessionsUnder = (masterByte: number, random = RandomBytes.layer) =>
  Layer.fresh(layerSessions).pipe(
    Layer.provide([MasterKey.layerFrom(new Uint8Array(32).fill(masterByte)), random]),
  )

const sessions = sessionsUnder(1)
const acme = { accountId: "acc_1", mode: "sandbox" } as const

describe("Sessions", () => {
  it.effect("issues tokens of the form qs_<nonce>.<hmac>, each different", () =>
    Effect.gen(function* () {
      const { issue } = yield* Sessions
      const tokens = new Set(Array.from({ length: 1000 }, () => issue(acme)))
      expect(tokens.size).toBe(1000)
      for (const token of tokens) expect(token).toMatch(/^qs_[\w-]{22}\.[\w-]{43}$/)
    }).pipe(Effect.provide(sessions)),
  )

  it.effect("gives a valid echo back unchanged", () =>
    Effect.gen(function* () {
      const { issue, resume } = yield* Sessions
      const token = issue(acme)
      expect(resume(acme, token)).toBe(token)
    }).pipe(Effect.provide(sessions)),
  )

  it.effect("gives a fresh session for one of another account or mode", () =>
    Effect.gen(function* () {
      const { isIssued, issue, resume } = yield* Sessions
      const token = issue(acme)
      for (const owner of [
        { ...acme, accountId: "acc_2" },
        { ...acme, mode: "live" as const },
      ]) {
        expect(isIssued(owner, token)).toBe(false)
        expect(resume(owner, token)).not.toBe(token)
      }
    }).pipe(Effect.provide(sessions)),
  )

  it.effect("gives a fresh session for every truncation and every changed character", () =>
    Effect.gen(function* () {
      const { isIssued, issue } = yield* Sessions
      const token = issue(acme)
      for (let at = 0; at < token.length; at++) {
        expect(isIssued(acme, token.slice(0, at))).toBe(false)
        for (const character of ["A", "B", "g", "-", ".", "é"]) {
          const changed = `${token.slice(0, at)}${character}${token.slice(at + 1)}`
          expect(isIssued(acme, changed)).toBe(changed === token)
        }
      }
      expect(isIssued(acme, `${token}A`)).toBe(false)
      expect(isIssued(acme, `${token}\n`)).toBe(false)
    }).pipe(Effect.provide(sessions)),
  )

  it.effect("gives a fresh session for what is no text", () =>
    Effect.gen(function* () {
      const { issue, resume } = yield* Sessions
      const token = issue(acme)
      for (const echoed of [undefined, null, 7, true, "", [token], { token }]) {
        expect(resume(acme, echoed)).toMatch(/^qs_/)
        expect(resume(acme, echoed)).not.toBe(token)
      }
    }).pipe(Effect.provide(sessions)),
  )

  it.effect("recognises no token made under another master key", () =>
    Effect.gen(function* () {
      const { isIssued } = yield* Sessions
      const foreign = yield* Effect.provide(Sessions, sessionsUnder(2))
      expect(isIssued(acme, foreign.issue(acme))).toBe(false)
      const sibling = yield* Effect.provide(Sessions, sessionsUnder(1))
      expect(isIssued(acme, sibling.issue(acme))).toBe(true)
    }).pipe(Effect.provide(sessions)),
  )

  it.effect("is reproducible where the random bytes are fixed", () =>
    Effect.gen(function* () {
      const fixed = () => Effect.provide(Sessions, sessionsUnder(1, RandomBytes.layerFixed("s")))
      expect((yield* fixed()).issue(acme)).toBe((yield* fixed()).issue(acme))
    }),
  )
})
