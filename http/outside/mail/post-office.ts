import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { mailSettings } from "../../config/mail.ts"
import { percentDecoded } from "../../platform/read-url.ts"
import { Demo } from "../../ports/house.ts"
import {
  type KeptEmail,
  Mail,
  type MailKind,
  type MailPlace,
  type MailTry,
  type OutgoingEmail,
} from "../../ports/mail.ts"

/** How emails of one kind wait to be sent. */
export interface PostOfficePolicy {
  /**
   * Emails at hand at most, those under way and those that wait for another try included: to domains
   * whose last email was taken or that are new, to those whose last one was not, and to any one domain.
   */
  readonly soundMax: number
  readonly failingMax: number
  readonly domainMax: number
  /**
   * Emails that are sent at once: to domains that answer soon, and to those whose last answer took
   * `slowMs` or longer; and how many of them to one domain, which is one where it is slow.
   */
  readonly quickAtOnce: number
  readonly slowAtOnce: number
  readonly domainAtOnce: number
  readonly slowMs: number
  /** How long the first email that was not taken waits; each further try waits four times as long. */
  readonly firstWaitMs: number
  readonly retries: number
  /** How long emails under way, and those right behind them, may take when the process stops. */
  readonly stopMs: number
}

/** Enough for links that are valid for a quarter of an hour: tries after 2, 10, 42 and 170 seconds. */
const usual: PostOfficePolicy = {
  soundMax: 200,
  failingMax: 500,
  domainMax: 100,
  quickAtOnce: 2,
  slowAtOnce: 2,
  domainAtOnce: 1,
  slowMs: 5_000,
  firstWaitMs: 2_000,
  retries: 4,
  stopMs: 2_000,
}

/** People wait for links; of what operators decide nothing is lost to a burst. */
export const postOfficePolicies: Readonly<Record<MailKind, PostOfficePolicy>> = {
  "sign-in": { ...usual, quickAtOnce: 4, domainAtOnce: 2 },
  invitation: { ...usual, domainMax: 50 },
  decision: { ...usual, soundMax: 1_000, domainMax: 500 },
  comparison: { ...usual, domainMax: 50 },
  withdrawal: { ...usual, domainMax: 50 },
  notice: { ...usual, soundMax: 1_000, domainMax: 500 },
}

/**
 * Takes emails over and sends them in the background until the scope closes; each kind has a queue and
 * connections of its own. What is under way then is waited for a moment; the rest is lost, and the log
 * says how much. Neither addresses nor words of emails are logged.
 */
export const makePostOffice = Effect.fnUntraced(function* (
  send: (outgoing: OutgoingEmail) => Effect.Effect<void, EmailNotSent>,
  policies: Readonly<Record<MailKind, PostOfficePolicy>>,
) {
  const queues: Readonly<Record<MailKind, Queue>> = {
    "sign-in": yield* makeQueue("sign-in", send, policies["sign-in"]),
    invitation: yield* makeQueue("invitation", send, policies.invitation),
    decision: yield* makeQueue("decision", send, policies.decision),
    comparison: yield* makeQueue("comparison", send, policies.comparison),
    withdrawal: yield* makeQueue("withdrawal", send, policies.withdrawal),
    notice: yield* makeQueue("notice", send, policies.notice),
  }
  const post: Mail["Service"]["post"] = (place, write) => queues[place.kind].post(place, write)
  return post
})

/** Domains that fail or are slow, of which so many are remembered of each. */
const troubledDomainsMax = 1_000

interface Queue {
  readonly post: Mail["Service"]["post"]
}

/** An email that waits, and how often it was tried. */
interface Entry {
  readonly outgoing: OutgoingEmail
  readonly domain: string
  readonly tries: number
}

/** How many there are of each domain, and of all. */
const makeCount = () => {
  const byDomain = new Map<string, number>()
  let all = 0
  const add = (domain: string, by: 1 | -1): void => {
    const count = (byDomain.get(domain) ?? 0) + by
    all += by
    if (count === 0) byDomain.delete(domain)
    else byDomain.set(domain, count)
  }
  return { add, all: () => all, of: (domain: string) => byDomain.get(domain) ?? 0 }
}

/** Domains by what their last email met; where too many are known, one that nothing waits for is forgotten. */
const makeTroubled = (atHand: ReturnType<typeof makeCount>) => {
  const domains = new Set<string>()
  const note = (domain: string, isTroubled: boolean): void => {
    domains.delete(domain)
    if (!isTroubled) return
    domains.add(domain)
    if (domains.size <= troubledDomainsMax) return
    const [oldest] = domains
    const idle = [...domains].find((one) => atHand.of(one) === 0) ?? oldest
    if (idle !== undefined) domains.delete(idle)
  }
  const held = (): number => [...domains].reduce((sum, domain) => sum + atHand.of(domain), 0)
  return { note, has: (domain: string) => domains.has(domain), held }
}

/** The domain that an address names last; what is no address has one too. */
const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase()

const makeQueue = Effect.fnUntraced(function* (
  kind: MailKind,
  send: (outgoing: OutgoingEmail) => Effect.Effect<void, EmailNotSent>,
  policy: PostOfficePolicy,
) {
  // Of its own, so that what is under way outlives the service's scope by a moment.
  const sending = yield* Scope.make()
  const waiting: Array<Entry> = []
  /** All places, from when an email is written until it is sent or given up. */
  const atHand = makeCount()
  const failing = makeTroubled(atHand)
  const slow = makeTroubled(atHand)
  const running = { quick: 0, slow: 0, byDomain: makeCount() }
  const underWay = new Set<Fiber.Fiber<void>>()
  let isStopping = false

  const laneOf = ({ domain }: Entry): "quick" | "slow" => (slow.has(domain) ? "slow" : "quick")

  const mayStart = (entry: Entry): boolean => {
    const lane = laneOf(entry)
    const toDomain = running.byDomain.of(entry.domain)
    return lane === "quick"
      ? running.quick < policy.quickAtOnce && toDomain < policy.domainAtOnce
      : running.slow < policy.slowAtOnce && toDomain < 1
  }

  const drop = (why: string) => Effect.logError(`An email (${kind}) was dropped: ${why}.`)

  const giveUp = (entry: Entry, said: Effect.Effect<void>): Effect.Effect<void> => {
    atHand.add(entry.domain, -1)
    return said
  }

  const comeBack = (entry: Entry): Effect.Effect<void> =>
    Effect.sleep(policy.firstWaitMs * 4 ** (entry.tries - 1)).pipe(
      Effect.andThen(Effect.sync(() => waiting.push(entry))),
      Effect.andThen(start),
      Effect.forkIn(sending),
      Effect.asVoid,
    )

  const notTaken = (entry: Entry, error: EmailNotSent): Effect.Effect<void> => {
    // A mailbox that is refused for good says nothing of its domain.
    if (!error.isFinal) failing.note(entry.domain, true)
    if (error.isFinal || entry.tries > policy.retries) {
      return giveUp(entry, Effect.logError(error.message))
    }
    if (isStopping) {
      return giveUp(entry, drop(`the process stopped before another try (${error.reason})`))
    }
    // Only where very many domains begin to fail at once: others are turned away at the door.
    return failing.held() > policy.failingMax
      ? giveUp(entry, drop(`too many wait for another try (${error.reason})`))
      : comeBack(entry)
  }

  const taken = ({ domain }: Entry) =>
    Effect.sync(() => {
      failing.note(domain, false)
      atHand.add(domain, -1)
    })

  const attempt = (entry: Entry, lane: "quick" | "slow"): Effect.Effect<void> => {
    const tried = { ...entry, tries: entry.tries + 1 }
    return Effect.timed(Effect.exit(send(entry.outgoing))).pipe(
      Effect.flatMap(([took, exit]) => {
        slow.note(entry.domain, Duration.toMillis(took) >= policy.slowMs)
        return exit
      }),
      Effect.andThen(taken(entry)),
      Effect.catch((error) => notTaken(tried, error)),
      Effect.catchDefect((defect) =>
        giveUp(tried, Effect.logError(`sending an email (${kind}) failed`, defect)),
      ),
      Effect.ensuring(
        Effect.suspend(() => {
          running[lane] -= 1
          running.byDomain.add(entry.domain, -1)
          return start
        }),
      ),
    )
  }

  /** Takes the oldest email that may start out of the line, and counts it as running. */
  const takeNext = () => {
    const at = waiting.findIndex(mayStart)
    const entry = waiting[at]
    if (entry === undefined) return undefined
    waiting.splice(at, 1)
    const lane = laneOf(entry)
    running[lane] += 1
    running.byDomain.add(entry.domain, 1)
    return { entry, lane }
  }

  const start: Effect.Effect<void> = Effect.gen(function* () {
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      const fiber = yield* Effect.forkIn(attempt(next.entry, next.lane), sending)
      underWay.add(fiber)
      fiber.addObserver(() => underWay.delete(fiber))
    }
  })

  yield* Effect.addFinalizer(() => finish)

  /** Sends what may still go, within its time; says how much is lost. */
  const finish = Effect.gen(function* () {
    isStopping = true
    const untilDone = Effect.gen(function* () {
      // What waits for its first try goes as those before it end.
      for (let [fiber] = underWay; fiber !== undefined; [fiber] = underWay) {
        yield* Fiber.await(fiber)
      }
    })
    yield* Effect.timeoutOption(untilDone, policy.stopMs)
    const lost = atHand.all()
    if (lost > 0) yield* Effect.logError(`Lost as the process stopped: ${lost} (${kind} emails).`)
    yield* Scope.close(sending, Exit.void)
  })

  /** Whether one more email to a domain has a place: what fails takes none from what does not. */
  const hasPlace = (domain: string): boolean => {
    if (isStopping || atHand.of(domain) >= policy.domainMax) return false
    const failed = failing.held()
    return failing.has(domain)
      ? failed < policy.failingMax
      : atHand.all() - failed < policy.soundMax
  }

  /** Emails that have found no place since the last one that found one: the log says so once, and how many. */
  let turnedAway = 0
  const tellFull = Effect.suspend(() => {
    turnedAway += 1
    return turnedAway === 1 ? drop("its queue is full") : Effect.void
  })
  const tellRoom = Effect.suspend(() => {
    const count = turnedAway
    turnedAway = 0
    return count > 1
      ? Effect.logError(`Dropped while the queue was full: ${count} (${kind} emails).`)
      : Effect.void
  })

  const post = <E, R>({ to }: MailPlace, write: Effect.Effect<OutgoingEmail, E, R>) =>
    Effect.suspend(() => {
      const domain = domainOf(to)
      if (!hasPlace(domain)) return Effect.as(tellFull, "full" as const)
      atHand.add(domain, 1)
      return Effect.andThen(tellRoom, write).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() => {
            if (Exit.isFailure(exit)) atHand.add(domain, -1)
          }),
        ),
        Effect.tap((outgoing) =>
          Effect.andThen(
            Effect.sync(() => waiting.push({ outgoing, domain, tries: 0 })),
            start,
          ),
        ),
        Effect.as("taken" as const),
      )
    })

  return { post } satisfies Queue
})

/** How long a mail server may take over a step, and over an email. */
const smtpTimes = { stepMs: 10_000, wholeMs: 30_000 }

/** Where emails of the demo say that they come from. */
const demoFrom = "console@viatica.example"

const makeMail = Effect.gen(function* () {
  const settings = yield* mailSettings
  if (Option.isSome(settings)) {
    const { from } = settings.value
    const server = { ...settings.value, ...smtpTimes }
    let last: MailTry | undefined
    const note = (isAnswered: boolean) =>
      Effect.map(Clock.currentTimeMillis, (atMs) => void (last = { atMs, isAnswered }))
    const post = yield* makePostOffice(
      (outgoing) =>
        sendBySmtp(server, outgoing).pipe(
          Effect.tap(() => note(true)),
          Effect.tapError(({ isFinal }) => note(isFinal)),
        ),
      postOfficePolicies,
    )
    return { isSet: true, from, post, lastTry: () => last, outbox: undefined }
  }
  if ((yield* Demo) !== null) return { isSet: true, from: demoFrom, ...makeOutbox() }
  const post: Mail["Service"]["post"] = () => Effect.succeed("unset")
  return { isSet: false, from: "", post, lastTry: () => undefined, outbox: undefined }
})

/** Emails through the mail server of `SMTP_URL`; without one, the demo keeps them to be read. */
export const layerMail = Layer.effect(Mail, makeMail)

/** How many emails the demo keeps. */
export const keptEmailsMax = 50

/** Keeps emails in memory instead of sending them, and writes them to the log. */
export const makeOutbox = () => {
  let emails: ReadonlyArray<KeptEmail> = []
  let last: MailTry | undefined
  const keep = Effect.fnUntraced(function* (outgoing: OutgoingEmail) {
    const atMs = yield* Clock.currentTimeMillis
    const at = new Date(atMs).toISOString()
    last = { atMs, isAnswered: true }
    emails = [{ ...outgoing, at }, ...emails].slice(0, keptEmailsMax)
    const { subject, text, to } = outgoing
    yield* Effect.annotateLogs(Effect.logInfo("the demo keeps an email in its outbox"), {
      to,
      subject,
      text,
    })
  })
  const post: Mail["Service"]["post"] = (_, write) =>
    Effect.as(Effect.flatMap(write, keep), "taken" as const)
  return { post, lastTry: () => last, outbox: Effect.sync(() => emails) }
}

/** A mail server, and what it may take. */
interface SmtpServer {
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
      ...(outgoing.html === undefined ? {} : { html: outgoing.html }),
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
