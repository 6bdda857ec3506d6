import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import {
  formatDay,
  formatMinute,
  formatMoney,
  formatMonth,
  formatRate,
  ofMonth,
  oneLine,
} from "./format.ts"
import { inFrench } from "./view.ts"
import { makeAvailability } from "../../observability/availability.ts"
import { Mail, type OutgoingEmail } from "../../ports/mail.ts"
import { type Notice, Notices } from "../../ports/notices.ts"
import { plainName } from "../../../rules/accounts/plain-name.ts"
import type { NoticedAct } from "../../../rules/accounts/notice.ts"
import type { InBoth, WrittenLanguage } from "../../../core/vocabulary/written-language.ts"

/** Tells owners by email what was not told yet; nothing is taken where no mail is set up. */
export const tellNotices = (baseUrl: string) =>
  Effect.gen(function* () {
    const mail = yield* Mail
    if (!mail.isSet) return
    const notices = yield* (yield* Notices).take
    for (const email of notices.flatMap((notice) => noticeEmails(notice, baseUrl))) {
      const posted = yield* mail.post({ kind: "notice", to: email.to }, Effect.succeed(email))
      if (posted === "full") yield* Effect.logError("a notice is not sent: too many emails wait")
    }
  })

/** Does so at once and every ten seconds until the scope closes. A failure is logged once. */
export const tellNoticesRegularly = (
  baseUrl: string,
): Effect.Effect<void, never, Mail | Notices | Scope.Scope> =>
  Effect.gen(function* () {
    const availability = makeAvailability({
      unavailable: "owners cannot be told what happens",
      availableAgain: "owners are told again what happens",
      facts: {},
      steadyMs: 0,
    })
    const round = tellNotices(baseUrl).pipe(
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("telling owners failed", defect)),
    )
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(tellingIntervalMs)))
  })

/** How often to look for what has happened: somebody who did not make a key wants to know soon. */
const tellingIntervalMs = 10_000

/** The emails that tell people what has happened to their account or sign-in, each in their language. */
export const noticeEmails = (notice: Notice, baseUrl: string): ReadonlyArray<OutgoingEmail> =>
  notice.to.map(({ email, language }) => {
    const words = noticeWords[language]
    const { partnerCode, partnerName } = notice
    const isOwn = partnerCode === null || partnerName === null
    const name = isOwn ? "" : `${plainName(partnerName, partnerCode)}: `
    const [subject, sentence] = words.acts[notice.act](factsOf(notice, language))
    const by = notice.by === "system" ? [] : [words.by(oneLine(notice.by))]
    const lines = [
      `${name}${sentence}`,
      ...by,
      `${words.look}\n${baseUrl}${places[notice.act]}?lang=${language}`,
      isOwn ? words.footOwn(email) : words.foot(`${baseUrl}/console/people?lang=${language}`),
    ]
    return { to: email, subject: `Viatica: ${subject}`, text: `${lines.join("\n\n")}\n` }
  })

/** Where the console shows more of it. */
const places: Readonly<Record<NoticedAct, string>> = {
  "statement.ready": "/console/statements",
  "key.create": "/console/keys",
  "key.rotate": "/console/keys",
  "key.revoke": "/console/keys",
  "key.ending": "/console/keys",
  "endpoint.create": "/console/events",
  "endpoint.failing": "/console/events",
  "partner.commission": "/console/commission",
  "partner.suspend": "/console/keys",
  "payee.set": "/console/statements",
  "network.new": "/console/security",
  "person.factor-add": "/console/security",
  "person.factor-remove": "/console/security",
  "person.factor-reset": "/console/security",
}

/** What the words are made with, as people read it. */
interface NoticeFacts {
  readonly subject: string
  readonly month: string
  readonly due: string | null
  readonly payOn: string
  readonly mode: "live" | "sandbox"
  readonly from: string
  readonly to: string
  readonly reason: string
  readonly account: string
  readonly network: string
  readonly device: string
  readonly at: string
  /** What the holder calls it, in brackets and behind a blank; empty where it has no name. */
  readonly named: string
  readonly factor: "passkey" | "code"
}

const textIn = (details: Notice["details"], name: string): string => {
  const value = details[name]
  return typeof value === "string" || typeof value === "number" ? oneLine(String(value)) : ""
}

const factsOf = ({ details, subject }: Notice, language: WrittenLanguage): NoticeFacts => {
  const text = (name: string): string => textIn(details, name)
  const rate = (name: string): string => formatRate(language, Number(text(name)))
  const due = text("dueMinor")
  return {
    subject: oneLine(subject),
    month: text("month") === "" ? "" : formatMonth(language, text("month")),
    due:
      due === "" || due === "0"
        ? null
        : formatMoney(language, {
            minor: BigInt(due),
            currency: text("currency"),
            minorUnits: Number(text("minorUnits")),
          }),
    payOn: text("payOn") === "" ? "" : formatDay(language, text("payOn")),
    // The beginning of a key says its mode where the audit does not.
    mode: text("mode") === "sandbox" || subject.startsWith("ak_test_") ? "sandbox" : "live",
    from: rate("fromBps"),
    to: rate("toBps"),
    reason: text("reason"),
    account: text("account"),
    network: text("network"),
    device: text("device"),
    named: text("name") === "" ? "" : ` (${text("name")})`,
    at: text("at") === "" ? "" : formatMinute(language, text("at")),
    factor: text("factor") === "passkey" ? "passkey" : "code",
  }
}

type Told = readonly [subject: string, sentence: string]

const english = {
  by: (name: string) => `Done by ${name}.`,
  look: "See it in the console:",
  footOwn: (email: string) => `This is about the sign-in of ${email}. It is always told.`,
  foot: (address: string) => `You own this account. Choose what you are told: ${address}`,
  acts: {
    "statement.ready": ({ due, month, payOn, subject }) => [
      `statement of ${month}`,
      due === null
        ? `the statement ${subject} of ${month} is ready. Nothing is paid by it; what is owed is carried over.`
        : `the statement ${subject} of ${month} is ready. ${due} is due, and leaves for your bank on ${payOn}.`,
    ],
    "key.create": ({ mode, subject }) => [
      "a key was made",
      `the ${mode} key ${subject} was made. If nobody of you made it, revoke it.`,
    ],
    "key.rotate": ({ mode, subject }) => [
      "a secret was renewed",
      `the ${mode} key ${subject} has a new secret. The old one works for some hours. If nobody of you renewed it, revoke the key.`,
    ],
    "key.revoke": ({ mode, subject }) => [
      "a key was revoked",
      `the ${mode} key ${subject} is revoked: its calls are refused from now on.`,
    ],
    "key.ending": ({ at, mode, named, subject }) => [
      "a key ends soon",
      `the ${mode} key ${subject}${named} ends on ${at}: from then on its calls are refused. Make a copy of it, put that in place, or give it a later end.`,
    ],
    "endpoint.create": ({ mode, subject }) => [
      "an event endpoint was made",
      `the ${mode} endpoint ${subject} receives your events from now on.`,
    ],
    "endpoint.failing": ({ mode, subject }) => [
      "an event endpoint has failed for a day",
      `the ${mode} endpoint ${subject} has taken no event for a day. After three days, events that wait for it are given up.`,
    ],
    "partner.commission": ({ from, to }) => [
      "the commission was changed",
      `the commission was changed from ${from} to ${to}. Sales of links from before keep their rate.`,
    ],
    "partner.suspend": ({ reason }) => [
      "the account is suspended",
      `the account is suspended, and every call of its keys is refused.${reason === "" ? "" : ` The reason: ${reason}`}`,
    ],
    "payee.set": ({ account }) => [
      "the bank account was changed",
      `payouts go to ${account} from now on. Where it replaces another bank account, they wait for some days first. If nobody of you changed it, write to us at once.`,
    ],
    "network.new": ({ at, device, network }) => [
      "a sign-in from a new network",
      `You signed in to the console on ${at} (UTC) from a network that you had not come from before: ${network}${device === "" ? "" : `, ${device}`}. If it was you, there is nothing to do. If not, end that session and renew the secrets of your keys.`,
    ],
    "person.factor-add": ({ factor }) => [
      "a second factor was added",
      `A ${factor === "passkey" ? "passkey" : "six-digit code"} was added to your sign-in. If it was not you, remove it and end all sessions.`,
    ],
    "person.factor-remove": ({ factor }) => [
      "a second factor was removed",
      `A ${factor === "passkey" ? "passkey" : "six-digit code"} was removed from your sign-in. If it was not you, write to us at once.`,
    ],
    "person.factor-reset": () => [
      "your second factors were taken away",
      "The operator of the service has taken your second factors away, and ended your sessions. If you had not asked for it, write to us at once.",
    ],
  } satisfies Readonly<Record<NoticedAct, (facts: NoticeFacts) => Told>> as Readonly<
    Record<NoticedAct, (facts: NoticeFacts) => Told>
  >,
}

type NoticeWords = typeof english

const modeFr = { live: "de production", sandbox: "de test" } as const

const french: NoticeWords = {
  by: (name) => `Fait par ${name}.`,
  look: "À voir dans la console :",
  footOwn: (email) => `Cela concerne la connexion de ${email}. C'est toujours annoncé.`,
  foot: (address) =>
    `Vous êtes propriétaire de ce compte. Choisissez ce qui vous est annoncé : ${address}`,
  acts: {
    "statement.ready": ({ due, month, payOn, subject }) => [
      `relevé ${ofMonth(month)}`,
      due === null
        ? `le relevé ${subject} ${ofMonth(month)} est prêt. Il ne fait pas de versement ; ce qui est dû est reporté.`
        : `le relevé ${subject} ${ofMonth(month)} est prêt. ${due} sont dus, et partent vers votre banque le ${payOn}.`,
    ],
    "key.create": ({ mode, subject }) => [
      "une clé a été créée",
      `la clé ${modeFr[mode]} ${subject} a été créée. Si ce n'est aucun d'entre vous, révoquez-la.`,
    ],
    "key.rotate": ({ mode, subject }) => [
      "un secret a été renouvelé",
      `la clé ${modeFr[mode]} ${subject} a un nouveau secret. L'ancien marche encore quelques heures. Si ce n'est aucun d'entre vous, révoquez la clé.`,
    ],
    "key.revoke": ({ mode, subject }) => [
      "une clé a été révoquée",
      `la clé ${modeFr[mode]} ${subject} est révoquée : ses appels sont refusés désormais.`,
    ],
    "key.ending": ({ at, mode, named, subject }) => [
      "une clé prend bientôt fin",
      `la clé ${modeFr[mode]} ${subject}${named} prend fin le ${at} : dès lors ses appels sont refusés. Copiez-la et mettez la copie en place, ou reculez sa fin.`,
    ],
    "endpoint.create": ({ mode, subject }) => [
      "un point de réception a été créé",
      `le point de réception ${modeFr[mode]} ${subject} reçoit désormais vos événements.`,
    ],
    "endpoint.failing": ({ mode, subject }) => [
      "un point de réception échoue depuis un jour",
      `le point de réception ${modeFr[mode]} ${subject} n'a pris aucun événement depuis un jour. Au bout de trois jours, ceux qui l'attendent sont abandonnés.`,
    ],
    "partner.commission": ({ from, to }) => [
      "la commission a changé",
      `la commission est passée de ${from} à ${to}. Les ventes des liens d'avant gardent leur taux.`,
    ],
    "partner.suspend": ({ reason }) => [
      "le compte est suspendu",
      `le compte est suspendu, et tous les appels de ses clés sont refusés.${reason === "" ? "" : ` Le motif : ${reason}`}`,
    ],
    "payee.set": ({ account }) => [
      "le compte bancaire a changé",
      `les versements vont désormais sur ${account}. S'il remplace un autre compte bancaire, ils attendent d'abord quelques jours. Si ce n'est aucun d'entre vous, écrivez-nous aussitôt.`,
    ],
    "network.new": ({ at, device, network }) => [
      "une connexion d'un réseau nouveau",
      `Vous vous êtes connecté à la console le ${at} (UTC) depuis un réseau d'où vous n'étiez jamais venu : ${network}${device === "" ? "" : `, ${device}`}. Si c'était vous, il n'y a rien à faire. Sinon, mettez fin à cette session et renouvelez les secrets de vos clés.`,
    ],
    "person.factor-add": ({ factor }) => [
      "un second facteur a été ajouté",
      `${factor === "passkey" ? "Une clé d'accès a été ajoutée" : "Un code à six chiffres a été ajouté"} à votre connexion. Si ce n'était pas vous, retirez-le et mettez fin à toutes les sessions.`,
    ],
    "person.factor-remove": ({ factor }) => [
      "un second facteur a été retiré",
      `${factor === "passkey" ? "Une clé d'accès a été retirée" : "Un code à six chiffres a été retiré"} de votre connexion. Si ce n'était pas vous, écrivez-nous aussitôt.`,
    ],
    "person.factor-reset": () => [
      "vos seconds facteurs ont été retirés",
      "L'exploitant du service a retiré vos seconds facteurs et mis fin à vos sessions. Si vous ne l'aviez pas demandé, écrivez-nous aussitôt.",
    ],
  },
}

const noticeWords: InBoth<NoticeWords> = { en: english, fr: inFrench(french) }
