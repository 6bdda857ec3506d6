import { createHmac, createSecretKey } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "../../../core/memory.ts"
import {
  formatQuoteToken,
  type NamedQuote,
  quoteMacBytes,
  quoteMacInput,
} from "../../../rules/links/quote-token.ts"
import { MasterKey } from "../secrets/master-key.ts"
import { equalMacs } from "../../platform/hmac.ts"

/**
 * Makes the `quote` of addresses and recognises its own, so that a redirect can trust an address that
 * it can look up nowhere. Nothing is stored.
 */
export class QuoteTokens extends Context.Service<
  QuoteTokens,
  {
    /** The `quote` of an address that names this subscription, link, offer and language. */
    readonly issue: (named: NamedQuote) => string
    /** Whether a MAC is that of an address that names exactly this. */
    readonly isIssued: (named: NamedQuote, mac: string) => boolean
  }
>()("viatica/QuoteTokens") {
  /** Tokens under a key derived from the master key: every process of an installation agrees. */
  static readonly layer: Layer.Layer<QuoteTokens, never, MasterKey> = Layer.effect(
    QuoteTokens,
    Effect.suspend(() => makeQuoteTokens),
  )
}

const makeQuoteTokens = Effect.gen(function* () {
  const masterKey = yield* MasterKey
  // Commands that make no link have no master key.
  const key = once(() => createSecretKey(masterKey.derive("quote")))

  const macOf = (named: NamedQuote): string =>
    createHmac("sha256", key())
      .update(quoteMacInput(named))
      .digest()
      .toString("base64url", 0, quoteMacBytes)

  return {
    issue: (named: NamedQuote): string => formatQuoteToken({ ...named, mac: macOf(named) }),
    isIssued: (named: NamedQuote, mac: string): boolean => equalMacs(mac, macOf(named)),
  }
})
