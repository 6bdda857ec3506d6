import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { QuoteTokens } from "../../../../http/store/links/session-links.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { Sessions } from "../../../../http/ports/session-links.ts"
import { parseQuoteToken } from "../../../../rules/links/link-code.ts"
import { layerSessions } from "../../../../http/store/accounts/sessions.ts"

/** Fresh: nested provisions of one run would share a layer built under another master key. */
const tokensUnder = (masterByte: number) =>
  Layer.fresh(Layer.merge(QuoteTokens.layer, layerSessions)).pipe(
    Layer.provide([MasterKey.layerFrom(new Uint8Array(32).fill(masterByte)), RandomBytes.layer]),
  )

const tokens = tokensUnder(1)

const named = {
  quoteRef: "4Hq9vXzT0bKcM2nRrW7yLd",
  code: "SPRING27",
  offerId: 1001,
  language: "fr",
}

/** What an address from before there were languages in them names. */
const old = { ...named, language: null }

const macOf = (token: string): string => parseQuoteToken(token)?.mac ?? ""

describe("QuoteTokens", () => {
  it.effect("issue 128 bits behind the subscription, the same each time", () =>
    Effect.gen(function* () {
      const { isIssued, issue } = yield* QuoteTokens
      const token = issue(named)
      expect(token).toMatch(/^4Hq9vXzT0bKcM2nRrW7yLd\.[\w-]{21}[AQgw]fr$/)
      expect(issue(named)).toBe(token)
      expect(isIssued(named, macOf(token))).toBe(true)
      expect(parseQuoteToken(token)?.language).toBe("fr")
      expect(issue(old)).toMatch(/^4Hq9vXzT0bKcM2nRrW7yLd\.[\w-]{21}[AQgw]$/)
      expect(isIssued(old, macOf(issue(old)))).toBe(true)
    }).pipe(Effect.provide(tokens)),
  )

  it.effect("hold for the subscription, the link and the offer that they name, and no other", () =>
    Effect.gen(function* () {
      const { isIssued, issue } = yield* QuoteTokens
      const mac = macOf(issue(named))
      const list = macOf(issue({ ...named, offerId: null }))
      for (const other of [
        { ...named, quoteRef: "4Hq9vXzT0bKcM2nRrW7yLe" },
        { ...named, code: "SPRING28" },
        { ...named, code: "spring27" },
        { ...named, offerId: 1002 },
        { ...named, offerId: null },
        { ...named, language: "en" },
        old,
        // The same characters, parted otherwise.
        { ...named, code: "SPRING2", quoteRef: `7${named.quoteRef}` },
      ]) {
        expect(isIssued(other, mac)).toBe(false)
      }
      expect(isIssued(named, list)).toBe(false)
    }).pipe(Effect.provide(tokens)),
  )

  it.effect("know no MAC that is cut, lengthened or changed in one character", () =>
    Effect.gen(function* () {
      const { isIssued, issue } = yield* QuoteTokens
      const mac = macOf(issue(named))
      for (let at = 0; at < mac.length; at++) {
        expect(isIssued(named, mac.slice(0, at))).toBe(false)
        for (const character of ["A", "B", "g", "-", "."]) {
          const changed = `${mac.slice(0, at)}${character}${mac.slice(at + 1)}`
          expect(isIssued(named, changed)).toBe(changed === mac)
        }
      }
      for (const more of [`${mac}A`, `${mac}\n`, ""]) expect(isIssued(named, more)).toBe(false)
    }).pipe(Effect.provide(tokens)),
  )

  it.effect("are those of one master key, and nothing that a session's key makes", () =>
    Effect.gen(function* () {
      const { isIssued, issue } = yield* QuoteTokens
      const foreign = yield* Effect.provide(QuoteTokens, tokensUnder(2))
      expect(isIssued(named, macOf(foreign.issue(named)))).toBe(false)
      const sibling = yield* Effect.provide(QuoteTokens, tokensUnder(1))
      expect(isIssued(named, macOf(sibling.issue(named)))).toBe(true)
      const sessions = yield* Sessions
      const session = sessions.issue({ accountId: named.code, mode: "live" })
      const [nonce = "", mac = ""] = session.slice("qs_".length).split(".")
      const spoken = { ...named, quoteRef: nonce }
      expect(isIssued(spoken, mac)).toBe(false)
      expect(isIssued(spoken, mac.slice(0, 22))).toBe(false)
      expect(issue(spoken)).not.toContain(mac.slice(0, 22))
    }).pipe(Effect.provide(tokens)),
  )
})
