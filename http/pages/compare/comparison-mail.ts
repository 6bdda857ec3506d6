import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { Mail, OutgoingEmail, Posted } from "../../ports/mail.ts"
import type { SealedAddresses } from "../../ports/sealed-addresses.ts"
import { mailboxOf, readEmail } from "../../../rules/accounts/person.ts"
import type { LimitOf } from "../../../rules/reference/limits.ts"
import { comparisonLetter, confirmationLetter, type ToldComparison } from "./comparison-letter.ts"
import { letterTo } from "../kit/letter.ts"
import type { ComparePaces } from "./pace.ts"
import type { CompareSpeech } from "./speech.ts"

/** What a link that confirms an email holds: to whom which comparison is to be sent. */
export interface MailWish {
  readonly email: string
  /** What stands behind `/compare/` in the address of the comparison. */
  readonly part: string
}

/** Why no email goes out. */
export type NotMailed = "bad email" | "too many" | "unset" | "full"

/** What emails with comparisons need. */
export interface ComparisonMailParts {
  readonly mail: Mail["Service"]
  readonly addresses: SealedAddresses["Service"]
  readonly paces: ComparePaces
  readonly limit: LimitOf
  readonly baseUrl: string
}

/** What the paths of links that confirm an email begin with. */
export const confirmationsPath = "/compare/send/"

/**
 * Sends comparisons by email. Anybody may type anybody's address, so the first email brings a link alone,
 * and only who opens that gets the comparison. Nothing is stored: the address stands sealed in the link,
 * in the mailbox that it belongs to, and in memory only a hash of it, for as long as emails to it are counted.
 */
export const prepareComparisonMail = (parts: ComparisonMailParts) => {
  const { addresses, baseUrl, limit, mail, paces } = parts

  const counted = Effect.fnUntraced(function* (email: string, network: string) {
    const byNetwork = yield* paces.mailNetworks(network, limit("comparison_emails_per_network_day"))
    const byMailbox = yield* paces.mailboxes(
      createHash("sha256").update(mailboxOf(email)).digest("base64url"),
      limit("comparison_emails_per_mailbox_day"),
    )
    return byNetwork === undefined && byMailbox === undefined
  })

  const post = Effect.fnUntraced(function* (
    outgoing: OutgoingEmail,
    network: string,
  ): Effect.fn.Return<void, NotMailed> {
    if (!mail.isSet) return yield* Effect.fail<NotMailed>("unset")
    if (!(yield* counted(outgoing.to, network))) return yield* Effect.fail<NotMailed>("too many")
    const posted: Posted = yield* mail.post(
      { kind: "comparison", to: outgoing.to },
      Effect.succeed(outgoing),
    )
    if (posted !== "taken") return yield* Effect.fail<NotMailed>(posted)
  })

  /** Writes to an address that somebody has typed, with a link to confirm; tells how it was read. */
  const ask = Effect.fnUntraced(function* (
    say: CompareSpeech,
    wish: MailWish & { readonly network: string; readonly nowMs: number },
  ): Effect.fn.Return<string, NotMailed> {
    const email = readEmail(wish.email)
    if (email === undefined) return yield* Effect.fail<NotMailed>("bad email")
    const held = JSON.stringify({ email, part: wish.part } satisfies MailWish)
    const sealed = addresses.seal(
      "comparison email",
      deflateRawSync(Buffer.from(held, "utf8"), { level: 9 }),
      wish.nowMs,
    )
    const link = `${baseUrl}${confirmationsPath}${sealed}?lang=${say.language}`
    yield* post(letterTo(email, confirmationLetter(say, link)), wish.network)
    return email
  })

  /** What a link holds; nothing once its hour is over, or where it was damaged. */
  const opened = (sealed: string, nowMs: number): MailWish | undefined => {
    const found = addresses.open("comparison email", sealed)
    const lastsMs = limit("comparison_email_minutes") * 60_000
    if (found === undefined || nowMs >= found.sealedAtMs + lastsMs) return undefined
    return JSON.parse(inflateRawSync(found.held).toString("utf8")) as MailWish
  }

  /** Sends the comparison that somebody has confirmed. */
  const send = (
    say: CompareSpeech,
    email: string,
    told: ToldComparison,
    network: string,
  ): Effect.Effect<void, NotMailed> => post(letterTo(email, comparisonLetter(say, told)), network)

  return { ask, opened, send }
}
