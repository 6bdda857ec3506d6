import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { scopes as allScopes, usualScopes } from "../../../../rules/accounts/scopes.ts"
import { type FormFields, seeOther } from "../../kit/form.ts"
import { readKeysFacts } from "../facts.ts"
import type { ConsoleParts, PartnerRequest } from "../parts.ts"
import {
  asPage,
  byOwner,
  forPartner,
  prepareConsoleRoute,
  readCount,
  wasDone,
} from "../requests.ts"
import { consoleAddress } from "../view.ts"
import type { ShownSecret } from "./facts.ts"
import type { TypedDeclaration } from "../going-live.ts"
import { keysPage } from "../keys.ts"

const path = "/console/keys"

/** Characters of a sentence that says what prices will stand on. */
const purposeCharactersMax = 500

/** What was done where a person is sent to read a secret. */
const doneWithSecret: ReadonlySet<string> = new Set(["created", "rotated"])

/** Whether somebody reads the answer: HEAD asks for none, and browsers say what they fetch ahead. */
const isRead = ({ headerValues, method }: PartnerRequest["call"]): boolean =>
  method === "GET" && !headerValues("sec-purpose").some((purpose) => purpose.includes("prefetch"))

/**
 * The secret that the person is to be shown now and not again, if any; owners alone see one. Only the
 * page that the form sent them to takes it: no other one that they have open, and nothing that looks
 * at the address without showing it.
 */
const takeSecret = ({ keys, oneTime }: ConsoleParts, request: PartnerRequest) =>
  Effect.gen(function* () {
    const { call, query, view, visitor } = request
    if (view.role !== "owner" || !isRead(call) || !doneWithSecret.has(query("done"))) {
      return undefined
    }
    // A process of the version before sends people here without naming the key.
    const named = query("key")
    const keyId = yield* oneTime.take(visitor.personId, named === "" ? undefined : named)
    const record = keyId === undefined ? undefined : yield* keys.find(keyId)
    return record === undefined ||
      record.revokedAt !== null ||
      record.partner.code !== visitor.partner?.code
      ? undefined
      : ({
          keyId: record.keyId,
          secret: Redacted.value(record.secrets.current),
        } satisfies ShownSecret)
  })

/** Sends a person on to the page that shows the secret of a key, once. */
const toSecret = (view: PartnerRequest["view"], done: string, keyId: string) =>
  seeOther(consoleAddress(view, path, { done, key: keyId }))

const showKeys = (
  parts: ConsoleParts,
  request: PartnerRequest,
  wrong?: Parameters<typeof keysPage>[2],
  shown?: ShownSecret,
) =>
  Effect.map(readKeysFacts(parts, request.partnerCode, { query: request.query, shown }), (facts) =>
    request.show(keysPage(request.view, facts, wrong)),
  )

const wrongly = (
  parts: ConsoleParts,
  request: PartnerRequest,
  fault: string,
  typed?: TypedDeclaration,
) =>
  showKeys(parts, asPage(parts, request, path), {
    fault,
    ...(typed === undefined ? {} : { typed }),
  })

/** Whether a form is sent for the first time; what makes something is done once. */
const isFirst = ({ oneTime }: ConsoleParts, { visitor }: PartnerRequest, fields: FormFields) => {
  const form = fields.text("form")
  return /^[0-9a-f-]{36}$/u.test(form)
    ? oneTime.spend(visitor.personId, form)
    : Effect.succeed(false)
}

/** The key of the account that a form names; undefined for keys of others, as for unknown ones. */
const namedKey = ({ keys }: ConsoleParts, { partnerCode }: PartnerRequest, fields: FormFields) =>
  Effect.map(keys.get(partnerCode, fields.text("key")), (key) =>
    key?.revokedAt === null ? key : undefined,
  )

const create = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const { partnerCode, view, visitor } = request
      const mode = fields.text("mode") === "live" ? "live" : "sandbox"
      if (!(yield* isFirst(parts, request, fields))) return wasDone(view, path, "already")
      const scopes = fields.text("events") === "" ? usualScopes : allScopes
      const { keyId } = yield* parts.keys.create({ partnerCode, mode, scopes })
      yield* parts.oneTime.hand(visitor.personId, keyId)
      return toSecret({ ...view, mode }, "created", keyId)
    }).pipe(
      Effect.catchTags({
        KeyRefused: () => wrongly(parts, request, "missing"),
        BadLimit: (cause) => Effect.die(cause),
      }),
    ),
  )

const rotate = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const key = yield* namedKey(parts, request, fields)
      if (key === undefined) return yield* wrongly(parts, request, "key")
      if (!(yield* isFirst(parts, request, fields))) return wasDone(request.view, path, "already")
      yield* parts.keys.rotate(key.keyId)
      yield* parts.oneTime.hand(request.visitor.personId, key.keyId)
      return toSecret(request.view, "rotated", key.keyId)
    }).pipe(
      Effect.catchTags({
        KeyNotFound: () => wrongly(parts, request, "key"),
        KeyRevoked: () => wrongly(parts, request, "key"),
      }),
    ),
  )

const revoke = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const key = yield* namedKey(parts, request, fields)
      if (key === undefined) return yield* wrongly(parts, request, "key")
      if (key.mode === "live" && fields.text("typed") !== key.keyId) {
        return yield* wrongly(parts, request, "typed")
      }
      yield* parts.keys.revoke(key.keyId)
      return wasDone(request.view, path, "revoked")
    }).pipe(Effect.catchTag("KeyNotFound", () => wrongly(parts, request, "key"))),
  )

const review = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const typed = {
        calls: fields.text("calls"),
        sales: fields.text("sales"),
        purpose: fields.text("purpose"),
      }
      const [callsMonthly, salesMonthly] = [readCount(typed.calls), readCount(typed.sales)]
      const purpose = typed.purpose.toWellFormed().replaceAll("\0", "")
      const isWhole =
        callsMonthly !== undefined &&
        salesMonthly !== undefined &&
        purpose !== "" &&
        purpose.length <= purposeCharactersMax
      if (!isWhole) return yield* wrongly(parts, request, "declared", typed)
      const { partner } = yield* readKeysFacts(parts, request.partnerCode)
      if (partner.status === "suspended") return yield* wrongly(parts, request, "missing", typed)
      yield* parts.reviews.ask(request.partnerCode, { callsMonthly, salesMonthly, purpose })
      return wasDone(request.view, path, "asked")
    }),
  )

/** The routes of keys: the page, and the forms that make, renew and end them and ask for review. */
export const keysRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  const page = forPartner((request) =>
    Effect.flatMap(takeSecret(parts, request), (shown) =>
      showKeys(parts, request, undefined, shown),
    ),
  )
  return [
    route(path, ["GET"], () => page),
    route(`${path}/create`, ["POST"], () => create(parts)),
    route(`${path}/rotate`, ["POST"], () => rotate(parts)),
    route(`${path}/revoke`, ["POST"], () => revoke(parts)),
    route(`${path}/review`, ["POST"], () => review(parts)),
  ]
}
