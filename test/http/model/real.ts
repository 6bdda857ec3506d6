import * as Effect from "effect/Effect"
import { Partners } from "../../../http/ports/partners.ts"
import { QuoteTokens } from "../../../http/store/links/session-links.ts"
import { Subscriptions } from "../../../http/store/links/subscriptions.ts"
import { TrackedLinks } from "../../../http/ports/tracked-links.ts"
import { Sales } from "../../../http/ports/sales.ts"
import type { Answer } from "../../../http/api/answer.ts"
import { readRedirectQuery } from "../../../rules/links/funnel-address.ts"
import { answerText } from "../../support/answer-text.ts"
import {
  type Call,
  decimalsOf,
  type Mint,
  modeOfSession,
  quotaHeaders,
  type Report,
  type Told,
} from "./calls.ts"
import type { ModelSubscription } from "./model.ts"
import { spellingOf } from "./spellings.ts"
import type { Account, OpenWorld } from "./world.ts"

/** The real side of a sequence. */
export interface Real {
  readonly world: OpenWorld
  readonly account: Account
  /** How often each kind of answer has been seen, over all sequences. */
  readonly seen: Map<string, number>
}

const endpointOf = { price: "quotes", bilan: "bilan", call: "meta" } as const

const codeOf = ({ codes }: Account, name: string): string => codes.get(name) ?? name

const mintBody = (account: Account, { language, link, offerId, session, spelling }: Mint) => ({
  sessionId: account.sessions.get(session),
  trip: spellingOf(spelling).sent,
  language,
  offerId,
  linkCode: link === null ? null : codeOf(account, link),
})

const refOf = ({ account, world }: Real, link: Report["link"]): string => {
  const owner = link === "foreign" ? world.foreign.partnerCode : account.partnerCode
  return `${owner}-${codeOf(account, link)}`
}

const reportBody = (real: Real, report: Report) => {
  const { currency, order, status, version } = report
  const main = (amountMinor: number | null) =>
    amountMinor === null ? null : amountMinor / 10 ** decimalsOf[currency]
  return {
    ref: refOf(real, report.link),
    externalOrderId: order,
    status,
    amount: main(report.amountMinor),
    commission: main(report.commissionMinor),
    partnerFeeAmount: main(report.partnerFeeMinor),
    ...(version === null ? {} : { contractVersion: version }),
    // Left out it is the euro.
    ...(currency === "EUR" && version === null ? {} : { currency }),
  }
}

const send = (real: Real, call: Call): Promise<Answer> => {
  const { account, world } = real
  switch (call.call) {
    case "mint": {
      const key = account.keys[modeOfSession(call.session)]
      return world.call(key, "links", mintBody(account, call))
    }
    case "report":
      return world.call(
        account.keys[call.mode],
        "conversion",
        reportBody(real, call),
        call.signedAfterSeconds,
      )
    case "read":
      return world.call(account.keys[call.mode], endpointOf[call.kind], call.ending)
  }
}

/** Gives the subscription of a fresh link its name: the session and how many there are now. */
const nameSubscription = ({ names }: Account, { session }: Mint, answer: Answer): void => {
  const { subscriptionId, url } = JSON.parse(answerText(answer)) as Readonly<Record<string, string>>
  const made = [...names.values()].filter((name) => name.startsWith(`${session}#`)).length
  const quote = readAddress(url ?? "").quote
  names.set(subscriptionId ?? "", `${session}#${made + 1}`)
  if (quote !== null) names.set(quote.quoteRef, `quote-${session}#${made + 1}`)
}

const readAddress = (url: string) => readRedirectQuery(new URL(url).search, new Set())

/** An answer's text with a word for the MAC of its address: whether it covers what the address names. */
const proven = ({ world }: Real, text: string): Promise<string> => {
  const { url } = JSON.parse(text) as { readonly url: string }
  const { offerId, quote } = readAddress(url)
  if (quote === null || quote.mac === null) return Promise.resolve(text)
  const { language, mac, quoteRef } = quote
  const named = { quoteRef, code: new URL(url).pathname.slice("/r/".length), offerId, language }
  return world.run(
    Effect.map(QuoteTokens, ({ isIssued }) =>
      text.replace(`${mac}${language}`, isIssued(named, mac) ? "proven" : "unproven"),
    ),
  )
}

/** A text with everything that the account calls by random names under those of the model. */
export const renamed = ({ names }: Account, text: string): string => {
  let told = text
  for (const [random, name] of names) told = told.replaceAll(random, name)
  return told
}

const toldBody = (call: Call, body: Readonly<Record<string, unknown>>): unknown => {
  if ("error" in body) {
    const { bucket, error } = body
    return bucket === undefined ? { error } : { error, bucket }
  }
  if (call.call !== "mint") return body
  const { meta, ...told } = body
  return { ...told, language: (meta as { readonly language: string }).language }
}

/** Notes that something has been seen. */
export const count = ({ seen }: Pick<Real, "seen">, kind: string): void => {
  seen.set(kind, (seen.get(kind) ?? 0) + 1)
}

/** An answer in a few words: `mint 201 rolled`, `report 200 pending updated`. */
const kindOf = ({ call }: Call, { body, status }: Told): string => {
  const told = body as Readonly<Record<string, unknown>>
  const isRolled = status === 201 && !String(told["subscriptionId"]).endsWith("#1")
  const marks = [
    told["created"] === true ? "created" : undefined,
    told["updated"] === true ? "updated" : undefined,
    isRolled ? "rolled" : undefined,
  ]
  return [call, status, told["error"], told["bucket"], told["status"], ...marks]
    .filter((word) => word !== undefined)
    .join(" ")
}

/** Sends calls, all at once, and gives their answers under the names of the model. */
export const tell = async (
  real: Real,
  calls: ReadonlyArray<Call>,
): Promise<ReadonlyArray<Told>> => {
  const answers = await Promise.all(
    calls.map(async (call) => ({ call, answer: await send(real, call) })),
  )
  for (const { answer, call } of answers) {
    if (call.call === "mint" && answer.status === 201) nameSubscription(real.account, call, answer)
  }
  return Promise.all(
    answers.map(async ({ answer, call }) => {
      const isLink = call.call === "mint" && answer.status < 300
      const text = isLink ? await proven(real, answerText(answer)) : answerText(answer)
      const body = JSON.parse(renamed(real.account, text)) as Readonly<Record<string, unknown>>
      const told = {
        status: answer.status,
        body: toldBody(call, body),
        headers: quotaHeaders(answer.headers),
      }
      count(real, kindOf(call, told))
      return told
    }),
  )
}

/** What an effect comes to: the tag of its failure, or a word for its success. */
const wordOf = <A, E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<A, E, R>,
  word: string,
) => Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => word })

/** Moves a subscription on, as the funnel does; one that the model names but nobody has is unknown. */
export const advanceReal = (
  { account, world }: Real,
  name: string,
  stage: ModelSubscription["stage"],
): Promise<string> => {
  const id = [...account.names].find(([, known]) => known === name)?.[0] ?? "sub_nobody"
  return world.run(
    Effect.flatMap(Subscriptions, ({ advance }) => wordOf(advance(id, stage), "advanced")),
  )
}

/** Makes a link, as an operator does. */
export const createRealLink = ({ account, world }: Real, name: string): Promise<string> => {
  const wish = { partnerCode: account.partnerCode, code: codeOf(account, name) }
  return world.run(Effect.flatMap(TrackedLinks, ({ create }) => wordOf(create(wish), "created")))
}

/** Archives a link. */
export const archiveRealLink = ({ account, world }: Real, name: string): Promise<string> => {
  const link = { partnerCode: account.partnerCode, code: codeOf(account, name) }
  return world.run(Effect.flatMap(TrackedLinks, ({ archive }) => wordOf(archive(link), "archived")))
}

/** Sets what sales pay. */
export const setRealCommission = ({ account, world }: Real, bps: number): Promise<string> =>
  world.run(
    Effect.flatMap(Partners, ({ setCommission }) =>
      wordOf(setCommission(account.partnerCode, bps), "set"),
    ),
  )

/** Validates the sales that are due; how many. */
export const validateRealDue = ({ world }: Real): Promise<number> =>
  world.run(Effect.flatMap(Sales, ({ validateDue }) => validateDue))
