import { formatDay, formatMoney, formatMonth, formatRate, ofMonth, oneLine } from "./format.ts"
import { inFrench } from "./view.ts"
import type { OutgoingEmail } from "../../ports/mail.ts"
import type { Notice } from "../../ports/notices.ts"
import { plainName } from "../../../rules/accounts/plain-name.ts"
import type { NoticedAct } from "../../../rules/accounts/notice.ts"
import type { InBoth, WrittenLanguage } from "../../../core/vocabulary/written-language.ts"

/** The emails that tell the owners of an account what has happened to it, each in their language. */
export const noticeEmails = (notice: Notice, baseUrl: string): ReadonlyArray<OutgoingEmail> =>
  notice.to.map(({ email, language }) => {
    const words = noticeWords[language]
    const name = plainName(notice.partnerName, notice.partnerCode)
    const [subject, sentence] = words.acts[notice.act](factsOf(notice, language))
    const by = notice.by === "system" ? [] : [words.by(oneLine(notice.by))]
    const lines = [
      `${name}: ${sentence}`,
      ...by,
      `${words.look}\n${baseUrl}${places[notice.act]}?lang=${language}`,
      words.foot(`${baseUrl}/console/people?lang=${language}`),
    ]
    return { to: email, subject: `Viatica: ${subject}`, text: `${lines.join("\n\n")}\n` }
  })

/** Where the console shows more of it. */
const places: Readonly<Record<NoticedAct, string>> = {
  "statement.ready": "/console/statements",
  "key.create": "/console/keys",
  "key.rotate": "/console/keys",
  "key.revoke": "/console/keys",
  "endpoint.create": "/console/events",
  "endpoint.failing": "/console/events",
  "partner.commission": "/console/commission",
  "partner.suspend": "/console/keys",
  "payee.set": "/console/statements",
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
  }
}

type Told = readonly [subject: string, sentence: string]

const english = {
  by: (name: string) => `Done by ${name}.`,
  look: "See it in the console:",
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
  } satisfies Readonly<Record<NoticedAct, (facts: NoticeFacts) => Told>> as Readonly<
    Record<NoticedAct, (facts: NoticeFacts) => Told>
  >,
}

type NoticeWords = typeof english

const modeFr = { live: "de production", sandbox: "de test" } as const

const french: NoticeWords = {
  by: (name) => `Fait par ${name}.`,
  look: "À voir dans la console :",
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
  },
}

const noticeWords: InBoth<NoticeWords> = { en: english, fr: inFrench(french) }
