import { createHmac, createSecretKey, randomUUID, timingSafeEqual } from "node:crypto"
import { fastify, type FastifyRequest } from "fastify"
import * as Result from "effect/Result"
import { prepareCoach } from "../../rules/coach/engine.ts"
import { coachAddress } from "../../rules/links/funnel-address.ts"
import { rateHeaders } from "../../rules/quota/quota.ts"
import { shippedTables } from "../../test/support/tables.ts"
import { benchPaths } from "../http/call.ts"
import { makeMemoryCounter } from "../http/memory-quotas.ts"
import { type ServerGiven, serveParent } from "../http/server-child.ts"
import { bilanAnswer, bilanBody } from "./fastify-schemas.ts"
import { utcDay } from "../../http/platform/utc-day.ts"

const header = (request: FastifyRequest, name: string): string => String(request.headers[name])

const engineVersionOf = ({ recorded }: ServerGiven): string => {
  const answer = JSON.parse(recorded[0]?.text ?? "null") as {
    readonly meta: { readonly engineVersion: string }
  }
  return answer.meta.engineVersion
}

const refused = Object.assign(new Error("The call is refused."), { statusCode: 401 })

/**
 * `POST /coach/bilan` as one would write it with fastify: ajv checks the body, hooks check the HMAC
 * and count the call in memory, the same rules make the answer, and a schema writes it.
 */
serveParent(async (given) => {
  const coach = prepareCoach(shippedTables)
  const count = makeMemoryCounter()
  const keys = new Map(
    given.keys.map((key) => [key.keyId, { key, secret: createSecretKey(Buffer.from(key.secret)) }]),
  )
  const raw = new WeakMap<FastifyRequest, Buffer>()
  const engineVersion = engineVersionOf(given)
  const server = fastify()

  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    (request, body: Buffer, done) => {
      raw.set(request, body)
      done(null, JSON.parse(body.toString("utf8")))
    },
  )

  const isSigned = (request: FastifyRequest): boolean => {
    const timestamp = header(request, "x-svc-timestamp")
    const secret = keys.get(header(request, "x-svc-key-id"))?.secret
    const body = raw.get(request)
    const isOutdated = Math.abs(Date.now() / 1000 - Number(timestamp)) > 300
    if (secret === undefined || body === undefined || isOutdated) return false
    const made = createHmac("sha256", secret)
      .update(`${timestamp}.${request.method}.${request.url}.`)
      .update(body)
      .digest()
    return timingSafeEqual(Buffer.from(header(request, "x-svc-signature").slice(3), "hex"), made)
  }

  server.post(
    benchPaths.bilan,
    {
      schema: { body: bilanBody, response: { 200: bilanAnswer } },
      preValidation: (request, _reply, done) => done(isSigned(request) ? undefined : refused),
    },
    (request, reply) => {
      const key = keys.get(header(request, "x-svc-key-id"))?.key
      if (key === undefined) throw refused
      const allowedCardModes = coach.cardModes(key.mode)
      const read = coach.read(request.body, allowedCardModes)
      if (Result.isFailure(read)) throw refused
      const state = count(key.keyId, "bilan", Date.now())
      const code = key.mode === "live" ? key.defaultLinkCode : null
      const answer = coach.answer(read.success, {
        allowedCardModes,
        engineVersion,
        refIsOwn: false,
        quoteUrl: ({ lang, residence }) =>
          code === null ? null : coachAddress(given.baseUrl, { code, residence, language: lang }),
        destinationRules: coach.tableRules,
        today: utcDay(Date.now()),
      })
      return reply
        .headers({
          "x-content-type-options": "nosniff",
          "cache-control": "no-store",
          ...rateHeaders(state, "reads"),
          "x-request-id": randomUUID(),
        })
        .send(answer)
    },
  )
  await server.listen({ port: given.port, host: "127.0.0.1" })
})
