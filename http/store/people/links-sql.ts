import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { keptNetwork } from "../../../rules/accounts/partner.ts"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { VouchedLinkWish } from "../../ports/operators.ts"
import { BadEmail, LinkEnded, type SignInLinkWish, TooManyLinks } from "../../ports/people.ts"
import { databaseNow } from "../database/client.ts"
import {
  inPeopleTransaction,
  isFrom,
  isTokenText,
  newToken,
  orPeopleUnavailable,
  type PeopleParts,
  tokenHash,
} from "./store.ts"
import { mailboxOf, readEmail } from "../../../rules/accounts/person.ts"

/** Any fixed number: requests for links take turns on it, so that none is counted too late. */
const requestLock = 7_460_009

interface AskedBefore {
  readonly mailbox: number
  readonly network: number
  readonly all: number
}

/** Whom a link counts for, and how long it holds. */
interface LinkOrigin {
  readonly mailbox: string
  readonly network: string
  readonly minutes: number
}

/** What a link was made for. */
export interface UsedLink {
  readonly email: string
  readonly language: DocumentLanguage
  readonly nextPath: string
}

/**
 * Links that sign in. A known and an unknown address are one and the same here: whose it is, is found
 * when the link is used.
 */
export const makeLinks = ({ limits, random, sql }: PeopleParts) => {
  const now = sql.literal(databaseNow)

  const refuseTooMany = (asked: AskedBefore) => {
    const { linksPerDay, linksPerMailboxHour, linksPerNetworkDay } = limits()
    if (asked.mailbox >= linksPerMailboxHour) return new TooManyLinks({ by: "mailbox" })
    if (asked.network >= linksPerNetworkDay) return new TooManyLinks({ by: "network" })
    return asked.all >= linksPerDay ? new TooManyLinks({ by: "all" }) : undefined
  }

  const askedBefore = (mailbox: string, network: string) =>
    sql<AskedBefore>`
      select count(*) filter (where mailbox = ${mailbox} and created_at > ${now} - interval '1 hour')::int
          as mailbox,
        count(*) filter (where ${isFrom(sql, "network", network)})::int as network, count(*)::int as "all"
      from sign_in_link where created_at > ${now} - interval '1 day'`

  const insert = (wish: Omit<SignInLinkWish, "network">, asked: LinkOrigin) =>
    Effect.gen(function* () {
      const token = newToken(random)
      const { browserMark, email, language, nextPath } = wish
      const { mailbox, minutes, network } = asked
      const browser = isTokenText(browserMark) ? tokenHash(browserMark) : null
      const [row] = yield* sql<{ readonly validUntil: Date }>`
        insert into sign_in_link (token_hash, email, mailbox, network, language, next_path,
          browser_hash, created_at, valid_until)
        values (${tokenHash(Redacted.value(token))}, ${email}, ${mailbox}, ${network}, ${language},
          ${nextPath}, ${browser}, ${now}, ${now} + make_interval(mins => ${minutes}))
        returning valid_until as "validUntil"`
      return { email, token, validUntil: row?.validUntil.toISOString() ?? "" }
    })

  const request = Effect.fnUntraced(function* (wish: SignInLinkWish) {
    const email = readEmail(wish.email)
    if (email === undefined) return yield* new BadEmail({ email: wish.email })
    const mailbox = mailboxOf(email)
    const network = keptNetwork(wish.network)
    yield* sql`select pg_advisory_xact_lock(${requestLock})`
    const [asked] = yield* askedBefore(mailbox, network)
    const tooMany = asked === undefined ? undefined : refuseTooMany(asked)
    if (tooMany !== undefined) return yield* tooMany
    return yield* insert({ ...wish, email }, { mailbox, network, minutes: limits().linkMinutes })
  }, inPeopleTransaction(sql))

  /** A link for somebody whom the command line or the demo vouches for; it counts for no limit. */
  const vouch = (wish: VouchedLinkWish) =>
    orPeopleUnavailable(
      insert(
        { ...wish, browserMark: "" },
        { mailbox: "", network: "", minutes: wish.validMinutes ?? limits().linkMinutes },
      ),
    )

  const lookAt = Effect.fnUntraced(function* (token: string, browserMark: string) {
    if (!isTokenText(token)) return yield* new LinkEnded()
    const [row] = yield* sql<Omit<UsedLink, "language"> & { readonly isSameBrowser: boolean }>`
      select email, next_path as "nextPath",
        coalesce(browser_hash = ${tokenHash(browserMark)}, true) as "isSameBrowser"
      from sign_in_link
      where token_hash = ${tokenHash(token)} and used_at is null and valid_until > ${now}`
    return row ?? (yield* new LinkEnded())
  }, orPeopleUnavailable)

  /** Uses a link up, and all others that were made for its address; called in a transaction. */
  const use = Effect.fnUntraced(function* (token: string) {
    if (!isTokenText(token)) return yield* new LinkEnded()
    const [row] = yield* sql<UsedLink>`
      update sign_in_link set used_at = ${now}
      where token_hash = ${tokenHash(token)} and used_at is null and valid_until > ${now}
      returning email, language, next_path as "nextPath"`
    if (row === undefined) return yield* new LinkEnded()
    yield* sql`update sign_in_link set used_at = ${now}
      where mailbox in (${mailboxOf(row.email)}, '') and email = ${row.email} and used_at is null`
    return row
  })

  const lastAskedBy = (browserMark: string) =>
    isTokenText(browserMark)
      ? Effect.map(
          orPeopleUnavailable(sql<{ readonly email: string }>`
            select email from sign_in_link
            where browser_hash = ${tokenHash(browserMark)}
              and created_at > ${now} - interval '1 hour'
            order by created_at desc limit 1`),
          ([row]) => row?.email,
        )
      : Effect.undefined

  return { request, vouch, lookAt, use, lastAskedBy }
}
