import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"
import { Actor } from "../../../../http/ports/audit-log.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Mail, type OutgoingEmail } from "../../../../http/ports/mail.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { PayoutDesk, Payouts } from "../../../../http/ports/payouts.ts"
import { tellNotices } from "../../../../http/pages/console/notice-emails.ts"
import { noticedActs } from "../../../../rules/accounts/notice.ts"
import { Operators } from "../../../../http/ports/operators.ts"
import { People } from "../../../../http/ports/people.ts"
import { passSecondFactor, signIn, someBrowser } from "../../../support/console-session.ts"
import { useOwnService } from "../../../support/service.ts"
import { samplePayee } from "../../store/payouts/layer.ts"
import { soldMonthsAgo } from "../../store/payouts/old-months.ts"
import { asAdministrator } from "../../store/sales/changed-books.ts"
import { makeSeller, report } from "../../store/sales/sellers.ts"

const service = useOwnService()

/** What is told by one look, where mail is set up or is not. */
const told = async (isSet = true): Promise<ReadonlyArray<OutgoingEmail>> => {
  const sent: Array<OutgoingEmail> = []
  const mail: Mail["Service"] = {
    isSet,
    from: "viatica@viatica.example",
    post: (_, write) =>
      Effect.map(write, (email) => {
        sent.push(email)
        return "taken" as const
      }),
    lastTry: () => undefined,
    outbox: undefined,
  }
  await service().run(Effect.provideService(tellNotices("https://viatica.example"), Mail, mail))
  return sent
}

describe("owners of an account", () => {
  it("are told by email what happens to it, once, each in their language, as far as they want", async () => {
    const seller = await makeSeller(service())
    const { partnerCode } = seller
    await report(service(), seller, { amount: 1100, status: "validated" })
    const ada = await signIn(service(), { email: "ada@told.example", partnerCode })
    await signIn(service(), { email: "ben@told.example", partnerCode })
    await signIn(service(), { email: "rea@told.example", partnerCode, role: "reader" })
    await service().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update person set language = 'fr' where email = 'ben@told.example'`,
      ),
    )
    // The page of people has a box for each kind; what is not ticked is not wanted.
    const chosen = await ada.post("/console/people/notices?lang=en", {
      statement: "on",
      endpoint: "on",
      commission: "on",
    })
    expect(chosen.status).toBe(303)
    expect((await ada.get("/console/people?lang=en")).text).toMatch(/name="key"(?![^>]*checked)/)
    await told()
    await service().run(
      Effect.gen(function* () {
        const keys = yield* Keys
        const made = yield* keys.create({ partnerCode, mode: "sandbox", scopes: ["quotes"] })
        yield* keys.rotate(made.keyId)
        yield* keys.revoke(made.keyId)
        yield* (yield* Partners).setCommission(partnerCode, 1_250)
        yield* (yield* PayoutDesk).setPayee(partnerCode, samplePayee)
        yield* asAdministrator(soldMonthsAgo(1))
        yield* (yield* Payouts).closeMonths
        yield* (yield* Partners).suspend(partnerCode, "Sales that\nnobody made")
        expect(Redacted.isRedacted(made.secret)).toBe(true)
      }).pipe(Effect.provideService(Actor, "command line: nadia")),
    )
    expect(await told(false)).toEqual([])
    const emails = await told()
    expect(await told()).toEqual([])
    const subjectsOf = (to: string) =>
      emails.filter((email) => email.to === to).map(({ subject }) => subject)
    expect(subjectsOf("ada@told.example").toSorted()).toEqual(
      [
        "Viatica: the account is suspended",
        "Viatica: the bank account was changed",
        "Viatica: the commission was changed",
        expect.stringMatching(/^Viatica: statement of /),
      ].toSorted((left, right) => (String(left) < String(right) ? -1 : 1)),
    )
    expect(subjectsOf("ben@told.example")).toHaveLength(7)
    expect(subjectsOf("rea@told.example")).toEqual([])
    const textOf = (to: string, about: RegExp): string =>
      emails.find((email) => email.to === to && about.test(email.subject))?.text ?? ""
    const suspended = textOf("ada@told.example", /suspended/)
    expect(suspended).toContain("The reason: Sales that nobody made")
    expect(suspended).toContain("Done by command line: nadia.")
    expect(textOf("ben@told.example", /commission/)).toMatch(/de 10\s% à 12,5\s%/)
    expect(textOf("ada@told.example", /statement/)).toMatch(/€100\.00 is due, and leaves/)
    expect(textOf("ben@told.example", /bancaire/)).toContain("FR76 •••• 0189")
    for (const { text } of emails) expect(text).toContain("https://viatica.example/console/")
    expect((await ada.get("/console/keys?lang=fr&mode=live")).text).toContain(
      "Sales that\nnobody made",
    )
  })

  it("are told once by whatever processes look at once, and of an endpoint that fails for a day", async () => {
    const { partnerCode } = await makeSeller(service())
    await signIn(service(), { email: "eve@told.example", partnerCode })
    await told()
    await service().run(
      asAdministrator([
        `insert into event_endpoint (id, partner_id, mode, url, types, secret_sealed, created_at,
          failures, failing_since)
        select 'we_told', id, 'live', 'https://told.example/', '{}', '', now(), 9,
          now() - interval '24 hours' from partner where code = '${partnerCode}'`,
      ]),
    )
    const both = (await Promise.all([told(), told(), told()])).flat()
    expect(both.map(({ subject }) => subject)).toEqual([
      "Viatica: an event endpoint has failed for a day",
    ])
    expect(Object.keys(noticedActs)).toHaveLength(14)
  })
})

describe("a key that ends by itself", () => {
  it("has its owners told two weeks and a day ahead, once each, and again when its end moves", async () => {
    const { partnerCode } = await makeSeller(service())
    await signIn(service(), { email: "kim@told.example", partnerCode })
    const key = await service().createKey({ partnerCode })
    await told()
    const endsIn = (ahead: string) =>
      service().run(
        asAdministrator([
          `update api_key set name = 'Engine', created_at = now() - interval '60 days',
            expires_at = now() + interval '${ahead}' - interval '1 second' where key_id = '${key.keyId}'`,
        ]),
      )
    await endsIn("15 days")
    expect(await told()).toEqual([])
    for (const ahead of ["14 days", "1 day"]) {
      await endsIn(ahead)
      const [email, ...more] = await told()
      expect(more).toEqual([])
      expect(email?.subject).toBe("Viatica: a key ends soon")
      expect(email?.text).toContain(`${key.keyId} (Engine) ends on`)
      expect(await told()).toEqual([])
    }
    await endsIn("14 days")
    expect(await told()).toHaveLength(1)
    await service().run(
      asAdministrator([
        `update api_key set revoked_at = now(), expires_at = now() + interval '1 day'
          where key_id = '${key.keyId}'`,
      ]),
    )
    expect(await told()).toEqual([])
  })
})

describe("a person", () => {
  it("learns of a sign-in from a new network, and of what happens to its factors", async () => {
    const email = "cleo@told.example"
    const signInFrom = (network: string) =>
      service().run(
        Effect.gen(function* () {
          const people = yield* People
          const link = yield* (yield* Operators).link({
            email,
            language: "en",
            nextPath: "/console",
          })
          const from = { ...someBrowser, network }
          const { token } = yield* people.redeem(Redacted.value(link.token), undefined, from)
          return yield* people.visitorOf(Redacted.value(token))
        }),
      )
    await signInFrom("192.0.2.7")
    await signInFrom("192.0.2.99")
    expect(await told()).toEqual([])
    const visitor = await signInFrom("203.0.113.9")
    const [mail, ...more] = await told()
    expect(more).toEqual([])
    expect(mail?.to).toBe(email)
    expect(mail?.subject).toBe("Viatica: a sign-in from a new network")
    expect(mail?.text).toContain("203.0.113.0/24, Firefox, Linux")
    expect(mail?.text).toContain("https://viatica.example/console/security?lang=en")
    if (visitor === undefined) throw new Error("nobody is signed in")
    await service().run(
      Effect.andThen(
        passSecondFactor(visitor),
        Effect.flatMap(Operators, ({ resetFactors }) => resetFactors(email)),
      ),
    )
    expect((await told()).map(({ subject, to }) => [to, subject])).toEqual([
      [email, "Viatica: a second factor was added"],
      [email, "Viatica: your second factors were taken away"],
    ])
    await signInFrom("203.0.113.9")
    expect(await told()).toEqual([])
  })
})
