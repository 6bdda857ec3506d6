import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { isKeyIdText, type KeyId } from "../../rules/accounts/key-text.ts"
import { keyNameOf } from "../../rules/accounts/key-terms.ts"
import { keyNetworksMax, readNetworks } from "../../rules/accounts/networks.ts"
import { readScopes, scopes as allScopes, usualScopes } from "../../rules/accounts/scopes.ts"
import { KeyNotFound } from "../ports/account-errors.ts"
import { Keys, type KeySummary } from "../ports/keys.ts"
import { layerKeylessOperations, layerOperations } from "../runtime/foundations.ts"
import { modeFlag, partnerFlag } from "../terminal/flags.ts"
import { asOperator } from "./operator.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { givenLimits, limitFlag } from "./partner.ts"
import { dayMs } from "../../core/vocabulary/day.ts"
import { recordText, tableText } from "../../core/plain-text.ts"

/** Ten years: longer is as good as never. */
const keyDaysMax = 3_650

const keyIdArgument = Argument.String("keyId").pipe(
  Argument.withDescription("Id of the key: ak_test_… or ak_live_…"),
)

/** The key of an id that was typed; what has not the form of one names none. */
const keyNamed = (text: string): Effect.Effect<KeyId, KeyNotFound> =>
  isKeyIdText(text) ? Effect.succeed(text) : Effect.fail(new KeyNotFound({ keyId: text }))

const scopesFlag = Flag.String("scopes").pipe(
  Flag.withDescription(
    `Comma-separated scopes out of ${allScopes.join(",")}; ${usualScopes.join(",")} when left out`,
  ),
  Flag.filterMap(
    (text) => Result.getSuccess(readScopes(text)),
    (text) => `Expected scopes out of ${allScopes.join(", ")}, got ${JSON.stringify(text)}`,
  ),
  Flag.optional,
)

const networksFlag = Flag.String("networks").pipe(
  Flag.withDescription(
    "Addresses or CIDR, comma-separated, that calls may come from; anywhere when left out",
  ),
  Flag.filterMap(
    (text) => Result.getSuccess(readNetworks(text)),
    (text) => `Expected at most ${keyNetworksMax} addresses or CIDR, got ${JSON.stringify(text)}`,
  ),
  Flag.withDefault([]),
)

const onceNote = "The secret is shown only once: store it now."

const create = Command.make(
  "create",
  {
    partner: partnerFlag,
    mode: modeFlag,
    scopes: scopesFlag,
    name: Flag.String("name").pipe(
      Flag.withDescription("What its holder calls it"),
      Flag.withDefault(""),
    ),
    days: Flag.Int("days").pipe(
      Flag.withDescription("In how many days it ends by itself; never when left out"),
      Flag.filter(
        (days) => days >= 1 && days <= keyDaysMax,
        (days) => `Expected 1 to ${keyDaysMax} days, got ${days}`,
      ),
      Flag.optional,
    ),
    networks: networksFlag,
    withoutSales: Flag.Boolean("without-sales").pipe(
      Flag.withDescription("Keeps sales, statements and events from it"),
      Flag.withDefault(false),
    ),
    reads: limitFlag("reads"),
    writes: limitFlag("writes"),
    json: jsonFlag,
  },
  Effect.fn("key create")(function* ({
    days,
    name,
    networks,
    withoutSales,
    partner,
    mode,
    scopes,
    json,
    ...limits
  }) {
    const keys = yield* Keys
    const expiresAt = Option.isSome(days)
      ? new Date((yield* Clock.currentTimeMillis) + days.value * dayMs).toISOString()
      : null
    const terms = { name: keyNameOf(name), expiresAt, networks, readsSales: !withoutSales }
    const wish = { partnerCode: partner, mode, terms, ...givenLimits(limits) }
    const key = yield* asOperator(
      keys.create(Option.isSome(scopes) ? { ...wish, scopes: scopes.value } : wish),
    )
    const { keyId, quota } = key
    const secret = Redacted.value(key.secret)
    const shown = { keyId, secret, mode: key.mode, scopes: key.scopes, quota }
    const perDay = `${quota.reads} reads, ${quota.writes} writes a day; ${quota.burst} calls a minute`
    yield* print(json, shown, () => `${recordText({ ...shown, quota: perDay })}\n\n${onceNote}`)
  }),
).pipe(Command.withDescription("Create a signing key; its secret is shown once"))

const rotate = Command.make(
  "rotate",
  { keyId: keyIdArgument, json: jsonFlag },
  Effect.fn("key rotate")(function* ({ keyId, json }) {
    const rotated = yield* asOperator(Effect.flatMap(keyNamed(keyId), (yield* Keys).rotate))
    const shown = { ...rotated, secret: Redacted.value(rotated.secret) }
    const text = () =>
      recordText({
        keyId,
        secret: shown.secret,
        "previous secret valid until": shown.previousValidUntil,
      })
    yield* print(json, shown, () => `${text()}\n\n${onceNote}`)
  }),
).pipe(Command.withDescription("Give a key a new secret; the previous one ends in 24 hours"))

const revoke = Command.make(
  "revoke",
  { keyId: keyIdArgument, json: jsonFlag },
  Effect.fn("key revoke")(function* ({ keyId, json }) {
    const revoked = yield* asOperator(Effect.flatMap(keyNamed(keyId), (yield* Keys).revoke))
    yield* print(json, revoked, () => recordText({ keyId, revoked: revoked.revokedAt }))
  }),
).pipe(Command.withDescription("Stop a key and its secrets at once and for good"))

const listHeader = [
  "key id",
  "name",
  "mode",
  "scopes",
  "reads",
  "writes",
  "created",
  "last used",
  "ends",
  "networks",
  "revoked",
]

const listRow = (key: KeySummary) => [
  key.keyId,
  key.name,
  key.mode,
  key.scopes,
  key.quota.reads,
  key.quota.writes,
  key.createdAt,
  key.lastUsed?.at ?? null,
  key.expiresAt,
  key.networks,
  key.revokedAt,
]

const list = Command.make(
  "list",
  { partner: partnerFlag, json: jsonFlag },
  Effect.fn("key list")(function* ({ partner, json }) {
    const keys = yield* (yield* Keys).list(partner)
    yield* print(json, keys, () => tableText(listHeader, keys.map(listRow)))
  }),
).pipe(Command.withDescription("List the keys of a partner, without secrets"))

/** `viatica key …`: the signing keys of partners. */
export const keyCommand = Command.make("key").pipe(
  Command.withSubcommands([
    create.pipe(Command.provide(layerOperations)),
    rotate.pipe(Command.provide(layerOperations)),
    revoke.pipe(Command.provide(layerKeylessOperations)),
    list.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
