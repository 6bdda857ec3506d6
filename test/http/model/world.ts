import type { KeyId } from "../../../rules/accounts/key-text.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { type KeyRecord, Keys } from "../../../http/ports/keys.ts"
import { Partners } from "../../../http/ports/partners.ts"
import { type EndpointName, endpoints } from "../../../http/api/api.ts"
import { makeConversion } from "../../../http/endpoints/conversion.ts"
import { makeLinks } from "../../../http/endpoints/links.ts"
import { layerLinks } from "../../../http/store/links/layer.ts"
import { QuoteTokens } from "../../../http/store/links/session-links.ts"
import { SessionLinks, Sessions } from "../../../http/ports/session-links.ts"
import { Quotas } from "../../../http/ports/quotas.ts"
import { layerSalesWith } from "../../../http/store/sales/layer.ts"
import { Sales } from "../../../http/ports/sales.ts"
import { Envelope } from "../../../http/store/secrets/envelope.ts"
import type { Answer } from "../../../http/api/answer.ts"
import { afterCharge, type Operation } from "../../../http/api/operation.ts"
import { refusal } from "../../../http/api/api-refusal.ts"
import { CallGate } from "../../../http/gateway/gate.ts"
import { makeSignedCalls, signedEndpoint } from "../../../http/gateway/signed.ts"
import { defaultSigningSettings } from "../../../http/gateway/authenticate.ts"
import { readyToGoLive } from "../../support/ready-to-go-live.ts"
import { setDatabaseTime } from "../../support/database-clock.ts"
import { shippedTables } from "../../support/tables.ts"
import { layerTestAccounts } from "../store/accounts/layer.ts"
import { signedCall } from "../gateway/signed-call.ts"
import { addresses, linkNames, type Mode, type Read, sessionNames } from "./calls.ts"
import { limits } from "./model.ts"
import { makeSettableClock, type SettableClock } from "./settable-clock.ts"
import { layerQuotas } from "../../../http/store/quota/quotas.ts"

const dayMs = 86_400_000

/** Two minutes before a midnight, which a sequence comes to soon. */
export const firstMomentMs = Date.parse("2020-03-01T23:58:00.000Z")

const layerWorld = Layer.mergeAll(
  CallGate.layer,
  layerQuotas,
  QuoteTokens.layer,
  layerLinks,
  layerSalesWith(() => 14),
  Envelope.layer,
).pipe(Layer.provideMerge(layerTestAccounts))

type World = Layer.Success<typeof layerWorld>

/** A key of an account under test. */
interface WorldKey {
  readonly keyId: string
  readonly secret: string
}

/** An account under test, and what its random names are called in the model. */
export interface Account {
  readonly partnerCode: string
  readonly partnerId: string
  readonly keys: Readonly<Record<Mode, WorldKey>>
  /** Codes of links by their names; those of links that are not there yet too. */
  readonly codes: ReadonlyMap<string, string>
  readonly sessions: ReadonlyMap<string, string>
  /** Names of subscription ids, quote references, codes and the account, in this order. */
  readonly names: Map<string, string>
}

const freshText = () => crypto.randomUUID().replaceAll("-", "").slice(0, 16)

const makeAccount = Effect.fnUntraced(function* (
  foreign: Pick<Account, "partnerId"> & { readonly code: string },
) {
  const sql = yield* SqlClient.SqlClient
  const [keys, { issue }] = [yield* Keys, yield* Sessions]
  const partnerCode = `p${freshText()}`
  yield* (yield* Partners).create({ code: partnerCode, name: partnerCode })
  yield* readyToGoLive(partnerCode)
  const [sandbox] = yield* keys.list(partnerCode)
  const { secret } = yield* keys.rotate(sandbox?.keyId ?? ("" as KeyId))
  const live = yield* keys.create({ partnerCode, mode: "live" })
  const [owner] = yield* sql<{ readonly id: string; readonly code: string }>`
    select partner.id, tracked_link.code from partner
    join tracked_link on partner_id = partner.id where partner.code = ${partnerCode}`
  const { id: partnerId = "", code: first = "" } = owner ?? {}
  yield* sql`update quota set prices = 0, links = 0, reads_limit = ${limits.reads},
      writes_limit = ${limits.writes}, burst_limit = ${limits.burst}
    where key_id in (select key_id from api_key where partner_id = ${partnerId})`
  const codes = new Map<string, string>(linkNames.map((name) => [name, `T${freshText()}`]))
    .set("first", first)
    .set("foreign", foreign.code)
    .set("unknown", `T${freshText()}`)
  const sessions = sessionNames.map((name) => {
    const accountId = name === "stranger" ? foreign.partnerId : partnerId
    return [name, issue({ accountId, mode: name === "sandy" ? "sandbox" : "live" })] as const
  })
  const account: Account = {
    partnerCode,
    partnerId,
    keys: {
      live: { keyId: live.keyId, secret: Redacted.value(live.secret) },
      sandbox: { keyId: sandbox?.keyId ?? ("" as KeyId), secret: Redacted.value(secret) },
    },
    codes,
    sessions: new Map(sessions),
    names: new Map([...codes].map(([name, code]) => [code, name])).set(partnerCode, "partner"),
  }
  return account
})

const makeForeign = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const partnerCode = `p${freshText()}`
  yield* (yield* Partners).create({ code: partnerCode, name: partnerCode })
  const [owner] = yield* sql<{ readonly partnerId: string; readonly code: string }>`
    select partner.id as "partnerId", tracked_link.code from partner
    join tracked_link on partner_id = partner.id where partner.code = ${partnerCode}`
  return { partnerId: owner?.partnerId ?? "", code: owner?.code ?? "", partnerCode }
})

/** Work that ends as the body says, with nothing in it but the charge and its refund. */
const makeEnding = (tomorrow: (key: KeyRecord) => Effect.Effect<unknown>): Operation<unknown> => ({
  admit: ({ body, key }) => {
    const ending = JSON.parse(Buffer.from(body).toString()) as Read["ending"]
    if (ending === "refused") return Result.fail(refusal("BAD_REQUEST", "refused for the test"))
    if (ending === "answered") return Result.succeed(afterCharge(() => Effect.succeed({})))
    return Result.succeed(
      afterCharge(() =>
        Effect.andThen(
          ending === "failed tomorrow" ? tomorrow(key) : Effect.void,
          Effect.fail(refusal("PRICING_TIMED_OUT", "failed for the test")),
        ),
      ),
    )
  },
})

/** Sets the one clock of a world: the process's and the database's. */
const setTime = ({ set }: SettableClock, nowMs: number) =>
  Effect.andThen(
    Effect.sync(() => set(nowMs)),
    Effect.orDie(setDatabaseTime(nowMs)),
  )

const makeEndpoints = (clock: SettableClock) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const quotas = yield* Quotas
    const [sessions, sessionLinks, sales] = [yield* Sessions, yield* SessionLinks, yield* Sales]
    const parts = { tables: shippedTables, addresses, sales, sessionLinks, sessions }
    const ending = makeEnding(({ keyId, revision }) =>
      Effect.suspend(() => setTime(clock, clock.nowMs() + dayMs)).pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.andThen(Effect.orDie(quotas.charge({ keyId, revision, kind: "price" }))),
      ),
    )
    return {
      links: signedEndpoint(endpoints.links, makeLinks(parts)),
      conversion: signedEndpoint(endpoints.conversion, makeConversion(parts)),
      quotes: signedEndpoint(endpoints.quotes, ending),
      bilan: signedEndpoint(endpoints.bilan, ending),
      meta: signedEndpoint(endpoints.meta, ending),
    }
  })

/** The service in this process on a database of its own, without its sockets, under a clock to set. */
export const openWorld = async () => {
  const clock = makeSettableClock(firstMomentMs)
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(layerWorld, Layer.succeed(Clock.Clock, clock.clock)),
  )
  const run = <A, E>(effect: Effect.Effect<A, E, World>): Promise<A> => runtime.runPromise(effect)
  await run(setTime(clock, firstMomentMs))
  const [answerSigned, served, foreign] = await run(
    Effect.all([makeSignedCalls(defaultSigningSettings), makeEndpoints(clock), makeForeign]),
  )

  /** Signs a call, has it answered by everything that stands behind the sockets. */
  const call = async (
    key: WorldKey,
    name: Exclude<
      EndpointName,
      | "cards"
      | "sales"
      | "statements"
      | "statementBooks"
      | "calls"
      | "events"
      | "eventEndpoints"
      | "eventPing"
      | "eventResend"
      | "eventEndpointCreate"
      | "eventEndpointUpdate"
      | "eventEndpointRotate"
      | "eventEndpointRemove"
    >,
    body: unknown,
    signedAfterSeconds = 0,
  ): Promise<Answer> => {
    const bytes = Buffer.from(JSON.stringify(body))
    const signedAtSeconds = Math.floor(clock.nowMs() / 1_000) + signedAfterSeconds
    const incoming = signedCall(key, endpoints[name], bytes, signedAtSeconds)
    return (await run(answerSigned(served[name], incoming, bytes))).answer
  }

  /** Sets the time of the process and of the database, in milliseconds since 1970. */
  const pass = (nowMs: number): Promise<void> => run(setTime(clock, nowMs))

  /** A new account at the first moment; what earlier ones have left behind is settled. */
  const open = async (): Promise<Account> => {
    await pass(firstMomentMs + 1_000 * dayMs)
    await run(Effect.flatMap(Sales, ({ validateDue }) => validateDue))
    await pass(firstMomentMs)
    return run(makeAccount(foreign))
  }

  return { nowMs: clock.nowMs, pass, run, call, open, foreign, close: () => runtime.dispose() }
}

/** The service of {@link openWorld}. */
export type OpenWorld = Awaited<ReturnType<typeof openWorld>>
