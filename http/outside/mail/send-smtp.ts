import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { percentDecoded } from "../../platform/read-url.ts"
import type { OutgoingEmail } from "../../ports/mail.ts"

/** A mail server, and what it may take. */
export interface SmtpServer {
  readonly url: URL
  readonly from: string
  /** How long one step may take: to connect, to greet, to answer. */
  readonly stepMs: number
  /** How long all steps of an email may take. */
  readonly wholeMs: number
}

/**
 * An email was not taken. The server's own words are left out: they may repeat the address. `isFinal`
 * tells that it would not take the email later either.
 */
export class EmailNotSent extends Data.TaggedError("EmailNotSent")<{
  /** Such as `ECONNECTION`, or the server's status, such as `550`. */
  readonly reason: string
  readonly isFinal: boolean
}> {
  override get message() {
    return `An email was not sent: ${this.reason}.`
  }
}

const thisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

interface SmtpFault {
  readonly code?: string
  readonly responseCode?: number
}

const notSent = ({ code, responseCode }: SmtpFault): EmailNotSent =>
  new EmailNotSent({
    reason: responseCode === undefined ? (code ?? "unknown") : String(responseCode),
    isFinal: responseCode !== undefined && responseCode >= 500,
  })

/** What the connection is made with: on the way to another machine nothing is sent in the clear. */
const connectionOptions = ({ stepMs, url }: SmtpServer) => {
  const secure = url.protocol === "smtps:"
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !thisMachine.test(url.hostname),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    socketCloseTimeout: 0,
    maxResponseSize: 16_384,
  }
}

const credentialsOf = ({ password, username }: URL) =>
  username === ""
    ? undefined
    : { user: percentDecoded(username) ?? username, pass: percentDecoded(password) ?? password }

/** The whole of an email, headers first. Nobody's machine is to answer it. */
const compose = (from: string, outgoing: OutgoingEmail): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const { default: MailComposer } = await import("nodemailer/lib/mail-composer")
    return new MailComposer({
      from: { name: "Viatica", address: from },
      to: { name: "", address: outgoing.to },
      subject: outgoing.subject,
      text: outgoing.text,
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
      .compile()
      .build()
  })

/** Sends one email over a connection of its own, which is cut off when its time is over. */
export const sendBySmtp = (
  server: SmtpServer,
  outgoing: OutgoingEmail,
): Effect.Effect<void, EmailNotSent> =>
  Effect.gen(function* () {
    const message = yield* compose(server.from, outgoing)
    const { default: SMTPConnection } = yield* Effect.promise(
      () => import("nodemailer/lib/smtp-connection"),
    )
    return yield* Effect.callback<void, EmailNotSent>((resume) => {
      const connection = new SMTPConnection(connectionOptions(server))
      const credentials = credentialsOf(server.url)
      const fail = (fault: SmtpFault): void => {
        resume(Effect.fail(notSent(fault)))
        connection.close()
      }
      const send = (): void =>
        connection.send({ from: server.from, to: [outgoing.to] }, Buffer.from(message), (fault) => {
          if (fault !== null && fault !== undefined) return fail(fault as SmtpFault)
          resume(Effect.void)
          connection.quit()
        })
      connection.on("error", fail)
      connection.on("end", () => fail({ code: "ECONNECTION" }))
      connection.connect(() => {
        if (credentials === undefined) return send()
        connection.login({ credentials }, (fault) =>
          fault === null || fault === undefined ? send() : fail(fault as SmtpFault),
        )
      })
      return Effect.sync(() => connection.close())
    })
  }).pipe(
    Effect.timeoutOrElse({
      duration: server.wholeMs,
      orElse: () => Effect.fail(new EmailNotSent({ reason: "ETIMEDOUT", isFinal: false })),
    }),
    Effect.withSpan("Mail.send"),
  )
