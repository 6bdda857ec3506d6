import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { makeOutbox } from "../../../../http/outside/mail/post-office.ts"
import { Mail } from "../../../../http/ports/mail.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { People } from "../../../../http/ports/people.ts"
import { type ConsoleSession, signIn } from "../../../support/console-session.ts"
import { send } from "../../../support/http-call.ts"
import { useOwnService } from "../../../support/service.ts"

const { lastTry, outbox, post } = makeOutbox()

/** Keeps emails, and has no place for those to one domain. */
const layerMailPartlyFull = Layer.succeed(Mail, {
  isSet: true,
  from: "console@viatica.example",
  outbox,
  lastTry,
  post: (place, write) =>
    place.to.endsWith("@full.example") ? Effect.succeed("full") : post(place, write),
})

const service = useOwnService({ PROXIES_IN_FRONT: "1" }, layerMailPartlyFull)

let hosts = 0

const invite = (owner: ConsoleSession, email: string, language = "en") =>
  owner.post(
    `/console/people/invite?lang=${language}`,
    { email, role: "reader" },
    { "x-forwarded-for": `10.1.${(hosts += 1)}.7` },
  )

const emailsTo = async (email: string): Promise<ReadonlyArray<string>> => {
  const kept = await Effect.runPromise(outbox)
  return kept.filter(({ to }) => to === email).map(({ text }) => text)
}

const invitees = (code: string) =>
  service().run(Effect.flatMap(People, (people) => people.invitees(code)))

describe("an invitation", () => {
  it("shows the account's name as plain text, and says that a new account is one, until it is approved", async () => {
    const owner = await signIn(service(), {
      email: "o@named.example",
      partnerCode: "named",
      partnerName: "Blocked! Visit http://evil.example/login now",
    })
    await invite(owner, "guest@acme.example")
    const [first = ""] = await emailsTo("guest@acme.example")
    expect(first).toContain("“Blocked! Visit evil example login now”")
    expect(first).toContain("This is a new account that we do not know yet")
    expect(first.match(/https?:\/\/[^/\s]+/g)).toEqual([service().baseUrl])
    await service().run(Effect.flatMap(Partners, (partners) => partners.approve("named", {})))
    await invite(owner, "guest@acme.example")
    const [second = ""] = await emailsTo("guest@acme.example")
    expect(second).toContain("“Blocked! Visit evil example login now”")
    expect(second).not.toContain("new account")
  })

  it("is refused where the mailbox has had its own, and the page says until when", async () => {
    const owner = await signIn(service(), { email: "o@cannon.example", partnerCode: "cannon" })
    const statuses: Array<number> = []
    for (const more of ["", "+a", "+b", "+c", ""]) {
      statuses.push((await invite(owner, `victim${more}@target.example`)).status)
    }
    expect(statuses).toEqual([303, 303, 303, 429, 429])
    const refused = await invite(owner, "victim@target.example")
    expect(refused.text).toMatch(
      /This mailbox has been invited 3 times within a day\. Send it .* after /,
    )
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(23 * 3_600)
    expect((await invite(owner, "victim@target.example", "fr")).text).toMatch(/invitée 3 fois/)
    expect(await emailsTo("victim@target.example")).toHaveLength(1)
  })

  it("that no email can be sent for is not made, and the page says so", async () => {
    const owner = await signIn(service(), { email: "o@waiting.example", partnerCode: "waiting" })
    const answer = await invite(owner, "guest@full.example")
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "120"])
    expect(answer.text).toContain("nobody was invited and nothing was sent")
    expect(answer.text).not.toContain("on its way")
    expect(await invitees("waiting")).toEqual([])
  })
})

it("a link that no email can be sent for is neither made nor promised nor counted", async () => {
  for (const [language, words] of [
    ["en", "We cannot send the link now"],
    ["fr", "Nous ne pouvons pas envoyer le lien maintenant"],
  ]) {
    const { port } = service()
    const answer = await send({
      port,
      method: "POST",
      path: `/console/sign-in?lang=${language}`,
      headers: {
        origin: `http://127.0.0.1:${port}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "email=victor%40full.example",
    })
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "120"])
    expect(answer.text).toContain(words)
    expect(answer.text).not.toContain("on its way")
  }
  const made = await service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`select 1 from sign_in_link where email = 'victor@full.example'`,
    ),
  )
  expect(made).toEqual([])
})
