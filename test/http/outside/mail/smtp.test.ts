import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sendBySmtp } from "../../../../http/outside/mail/post-office.ts"
import type { OutgoingEmail } from "../../../../http/ports/mail.ts"
import { type Misbehaviour, startMailServer } from "./smtp-server.ts"

const outgoing = {
  to: "claire@acme.example",
  subject: "Votre lien à vous",
  text: "Bonjour,\n\nhttps://viatica.example/console/sign-in/abc\n\n.\n",
}

const amply = { stepMs: 20_000, wholeMs: 40_000 }
const briefly = { stepMs: 300, wholeMs: 900 }

const server = (how: Misbehaviour = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => startMailServer(how)),
    ({ stop }) => Effect.promise(stop),
  )

const send = (url: URL, times = amply, email: OutgoingEmail = outgoing) =>
  sendBySmtp({ url, from: "console@viatica.example", ...times }, email)

/** How sending an email to a server that misbehaves fails. */
const failureWith = (how: Misbehaviour) =>
  Effect.gen(function* () {
    const isSlow = how.isSilent === true || how.dripMs !== undefined
    const sending = send((yield* server(how)).url(), isSlow ? briefly : amply)
    const { reason, isFinal } = yield* Effect.flip(sending)
    return `${reason}${isFinal ? ", for good" : ""}`
  })

describe("sending an email by SMTP", () => {
  it.live("hands it over whole, to the one address, under the one sender", () =>
    Effect.gen(function* () {
      const { commands, emails, url } = yield* server()
      yield* send(url())
      expect(commands).toContain("MAIL FROM:<console@viatica.example>")
      expect(commands.filter((command) => command.startsWith("RCPT"))).toEqual([
        "RCPT TO:<claire@acme.example>",
      ])
      const [text = ""] = emails
      expect(text).toMatch(/^From: Viatica <console@viatica\.example>\r$/m)
      expect(text).toMatch(/^To: claire@acme\.example\r$/m)
      expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
      expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
      expect(text).toContain("https://viatica.example/console/sign-in/abc")
    }).pipe(Effect.scoped),
  )

  it.live("brings words with looks in two parts, the plain one first", () =>
    Effect.gen(function* () {
      const { emails, url } = yield* server()
      yield* send(url(), amply, { ...outgoing, html: '<p lang="fr">Bonjour</p>' })
      const [text = ""] = emails
      expect(text).toMatch(/^Content-Type: multipart\/alternative;/m)
      const parts = [...text.matchAll(/^Content-Type: (text\/\w+); charset=utf-8\r$/gm)]
      expect(parts.map(([, type]) => type)).toEqual(["text/plain", "text/html"])
      expect(text).toContain('<p lang="fr">Bonjour</p>')
    }).pipe(Effect.scoped),
  )

  it.live("signs in where the address names somebody", () =>
    Effect.gen(function* () {
      const { commands, emails, url } = yield* server()
      yield* send(url("mailer:p%40ss@"))
      const plain = Buffer.from("\0mailer\0p@ss").toString("base64")
      expect(commands).toContain(`AUTH PLAIN ${plain}`)
      expect(emails).toHaveLength(1)
    }).pipe(Effect.scoped),
  )

  it.live("sends nothing in the clear to another machine", () =>
    Effect.gen(function* () {
      const { commands, emails, url } = yield* server()
      const other = new URL(url().href.replace("127.0.0.1", "0.0.0.0"))
      expect(yield* Effect.flip(send(other))).toMatchObject({ _tag: "EmailNotSent" })
      expect(commands.some((command) => command.startsWith("MAIL"))).toBe(false)
      expect(emails).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.live.each<readonly [string, Misbehaviour, RegExp]>([
    ["says nothing", { isSilent: true }, /^ETIMEDOUT$/],
    ["drips its answers", { dripMs: 150 }, /^ETIMEDOUT$/],
    ["floods its greeting", { floodBytes: 100_000 }, /^E[A-Z]+$/],
    ["hangs up after the greeting", { instead: { EHLO: "", HELO: "" } }, /^E[A-Z]+$/],
    ["hangs up in the middle", { instead: { DATA: "" } }, /^E[A-Z]+$/],
    ["hangs up on the email", { instead: { ".": "" } }, /^E[A-Z]+$/],
    ["speaks another language", { instead: { EHLO: "HTTP/1.1 400", HELO: "hm" } }, /^E[A-Z]+$/],
    ["is busy", { instead: { RCPT: "451 later claire@acme.example" } }, /^451$/],
    ["knows nobody", { instead: { RCPT: "550 no claire@acme.example" } }, /^550, for good$/],
    ["refuses the email", { instead: { ".": "554 spam" } }, /^554, for good$/],
  ])("fails in time where the server %s, and repeats none of its words", ([, how, reason]) =>
    Effect.gen(function* () {
      expect(yield* failureWith(how)).toMatch(reason)
    }).pipe(Effect.scoped),
  )

  it.live("fails where nothing listens", () =>
    Effect.gen(function* () {
      const { stop, url } = yield* Effect.promise(() => startMailServer())
      yield* Effect.promise(stop)
      expect(yield* Effect.flip(send(url()))).toMatchObject({ isFinal: false })
    }),
  )
})
