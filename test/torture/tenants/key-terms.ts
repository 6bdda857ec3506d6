import * as Effect from "effect/Effect"
import { Keys } from "../../../http/ports/keys.ts"
import { type ConsoleSession, signIn } from "../../support/console-session.ts"
import { outcomeOf, send } from "../../support/http-call.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { signRequest } from "../../../http/platform/sign-request.ts"
import { callSigned, type Stage, type StageKey } from "../stage.ts"

/** What was tried for, and what came of it. */
interface TermsFound {
  readonly tries: number
  readonly violations: ReadonlyArray<string>
}

/** Headers in which callers may claim an address that a list holds; no proxy stands before this server. */
const claims = ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip", "true-client-ip"]

/**
 * Lets holders of a key claim addresses, strangers change and copy keys of others, and an owner copy keys
 * while they are revoked.
 */
export const breakKeyTerms = async (
  stage: Stage,
  port: number,
  atOnce: number,
): Promise<TermsFound> => {
  const violations: Array<string> = []
  let tries = 0
  const must = (holds: boolean, what: string): void => {
    tries += 1
    if (!holds) violations.push(what)
  }
  const [own, other] = ["listing", "copying"] as const
  const service = { port, run: stage.run }
  const owner = await signIn(service, { email: `o@${own}.example`, partnerCode: own })
  const stranger = await signIn(service, { email: `o@${other}.example`, partnerCode: other })
  const keysOf = (code: string) => stage.run(Effect.flatMap(Keys, (keys) => keys.list(code)))
  const listed: StageKey = await stage.createKey(own, "sandbox")
  const post = (session: ConsoleSession, act: string, fields: Readonly<Record<string, string>>) =>
    session.post(`/console/keys/${act}?mode=sandbox&lang=en`, fields)
  const terms = { key: listed.keyId, terms: listed.keyId, networks: "192.0.2.7" }
  await post(owner, "change", terms)

  const body = JSON.stringify(quoteBody())
  for (const name of claims) {
    const headers = signRequest({
      keyId: listed.keyId,
      secret: listed.secret,
      method: "POST",
      path: paths.quotes,
      body,
      nowSeconds: Math.floor(Date.now() / 1000),
    })
    const claimed = name === "forwarded" ? "for=192.0.2.7" : "192.0.2.7"
    const answer = await send({
      port,
      method: "POST",
      path: paths.quotes,
      headers: { ...headers, [name]: claimed },
      body,
    })
    must(outcomeOf(answer) === "403 ADDRESS_FORBIDDEN", `an address claimed by ${name} is believed`)
  }

  await post(stranger, "change", { ...terms, networks: "" })
  await post(stranger, "copy", { key: listed.keyId, form: crypto.randomUUID() })
  must((await keysOf(other)).length === 0, "a stranger copies a key of another account")
  const still = await callSigned(port, listed, "POST", paths.quotes, quoteBody())
  must(outcomeOf(still) === "403 ADDRESS_FORBIDDEN", "a stranger empties the list of another's key")

  // A key that is revoked while it is copied: a copy made afterwards would bring its rights back.
  for (let round = 0; round < atOnce; round += 1) {
    const before = (await keysOf(own)).length
    const key = await stage.createKey(own, "sandbox")
    const copies = Array.from({ length: 3 }, () =>
      post(owner, "copy", { key: key.keyId, form: crypto.randomUUID() }),
    )
    await Promise.all([...copies, post(owner, "revoke", { key: key.keyId })])
    const answer = await callSigned(port, key, "POST", paths.quotes, quoteBody())
    must(outcomeOf(answer) === "401 UNAUTHORIZED", "a key signs on that was revoked while copied")
    await post(owner, "copy", { key: key.keyId, form: crypto.randomUUID() })
    await post(owner, "change", { ...terms, key: key.keyId, networks: "" })
    const after = await keysOf(own)
    must(after.length <= before + 4, "a revoked key is copied")
    const ended = after.find(({ keyId }) => keyId === key.keyId)
    must(ended?.revokedAt !== null, "a change brings a revoked key back")
  }
  return { tries, violations }
}
