import type { Answer } from "../../api/answer.ts"
import { areaOf, isOperatorPath } from "./areas.ts"
import { consoleAddress, type ConsoleView, inFrench, mayChange, showsArea } from "./view.ts"
import { notice } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { brand, languageSwitch, type MenuLink, sideMenu } from "../kit/shell.ts"
import { symbol } from "../kit/symbols.ts"
import { mayAlter } from "../../../rules/accounts/role-rights.ts"
import type { Partner } from "../../ports/partners.ts"
import type { WrittenLanguage, InBoth } from "../../../core/vocabulary/written-language.ts"

/** A page of the console without its frame. */
export interface ConsoleContent {
  readonly title: string
  /** The sentence on top of the page; its title where there is none. */
  readonly headline?: string
  readonly body: PageContent
  /** A field of a form that was wrong, or the name of another fault, to be told on top. */
  readonly fault?: string | undefined
  /** What is said of the fault, where its name does not say all. */
  readonly faultText?: string | undefined
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Names of scripts beside those of all pages of the console. */
  readonly scripts?: ReadonlyArray<string>
}

/** The field that proves that a form came from a page of this session. */
export const csrfField = ({ csrfToken }: Pick<ConsoleView, "csrfToken">): PageNode =>
  html`<input type="hidden" name="csrf" value=${csrfToken} />`

/** The fields of a form that does something once, however often it is sent. */
export const onceFields = (view: ConsoleView): PageNode =>
  html`${csrfField(view)}<input type="hidden" name="form" value=${view.form} />` as PageNode

/** When a page that cannot be shown may be asked for again. */
const retryAfterSeconds = "5"

/** Makes pages of the console: kept by nobody, shown in no frame. */
export const prepareConsolePages =
  (makePage: MakePage) =>
  (view: ConsoleView, content: ConsoleContent): Answer =>
    makePage({
      language: view.language,
      title: content.title,
      body: consoleFrame(view, content),
      styles: ["console.css"],
      scripts: ["console.js", ...(content.scripts ?? [])],
      status: content.status ?? (content.fault === undefined ? 200 : 422),
      headers: {
        ...(content.status === 503 ? { "retry-after": retryAfterSeconds } : {}),
        ...content.headers,
        "cache-control": "no-store",
      },
    })

/** A heading of a card with a link beside it. */
export const cardHead = (heading: PageContent, link?: PageNode): PageNode =>
  html`<div class="card-head">
    <h2>${heading}</h2>
    ${link}
  </div>`

/** A symbol with words that are heard as they are read. */
export const marked = (name: "held" | "clock" | "warning", content: PageContent): PageNode =>
  html`<span class=${`marked ${name}`}>${symbol(name)}<span>${content}</span></span>`

/** Says that an account is suspended, where it is. */
export const suspendedNotice = (
  { language }: Pick<ConsoleView, "language">,
  { status, suspendedFor }: Pick<Partner, "status" | "suspendedFor">,
): PageContent =>
  status === "suspended"
    ? notice(
        "warning",
        html`<p>${frameWords[language].suspended}</p>
          ${
            suspendedFor === null
              ? null
              : html`<p>${frameWords[language].suspendedFor} <q>${suspendedFor}</q></p>`
          }`,
      )
    : null

/** A page of the console in its frame. */
const consoleFrame = (view: ConsoleView, content: ConsoleContent): PageNode => {
  const words = frameWords[view.language]
  const area = areaOf(view.path)
  const isReader =
    view.partner !== undefined && area !== undefined && mayAlter("owner", area) && !mayChange(view)
  return html`<a class="skip" href="#main">${words.skip}</a>
    <header class="top console-top">
      <div class="wide">
        ${brand("/")}<span class="where second small-text">${whereOf(view, words)}</span>
      </div>
    </header>
    <div class="beside-menu">
      <div class="beside">${menu(view, words)}${who(view, words)}</div>
      <main id="main" class="console">
        <div class="head">
          <h1 class="display">${content.headline ?? content.title}</h1>
          <div class="actions">
            ${hasMode(view) ? modeSwitch(view, words) : null} ${languages(view, words)}
          </div>
        </div>
        ${told(view, words, content)} ${content.body}
        <p class="help foot">
          ${words.zone}${isReader ? html` <span>${words.readerNote}</span>` : null}
        </p>
      </main>
    </div>` as PageNode
}

const partnerPages = [
  ["/console", "overview"],
  ["/console/keys", "keys"],
  ["/console/usage", "usage"],
  ["/console/calls", "calls"],
  ["/console/links", "links"],
  ["/console/sales", "sales"],
  ["/console/statements", "statements"],
  ["/console/events", "events"],
  ["/console/commission", "commission"],
  ["/console/widget", "widget"],
  ["/console/people", "people"],
  ["/console/security", "security"],
] as const satisfies ReadonlyArray<readonly [string, keyof FrameWords]>

const operatorPages = [
  ["/console/operator", "waiting"],
  ["/console/operator/payouts", "payouts"],
  ["/console/operator/audit", "audit"],
] as const satisfies ReadonlyArray<readonly [string, keyof FrameWords]>

const menu = (view: ConsoleView, words: FrameWords): PageNode =>
  sideMenu(
    words.menu,
    view.isSettingUp
      ? []
      : view.desksPath !== undefined
        ? [{ links: deskLinks(view.desksPath, view, words) }]
        : [
            ...(view.partner === undefined
              ? []
              : [
                  {
                    links: [
                      ...menuLinks(
                        view,
                        words,
                        partnerPages.filter(([path]) => isShown(view, path)),
                      ),
                      { href: "/docs", label: words.docs },
                    ],
                  },
                ]),
            ...(view.isOperator
              ? [
                  {
                    heading: words.operator,
                    links: menuLinks(view, words, [
                      ...operatorPages,
                      ...(view.partner === undefined ? [securityPage] : []),
                    ]),
                  },
                ]
              : []),
          ],
  )

/** Whether the role of who looks opens a page. */
const isShown = (view: ConsoleView, path: string): boolean => {
  const area = areaOf(path)
  return area !== undefined && showsArea(view, area)
}

const securityPage = ["/console/security", "security"] as const

const menuLinks = (
  view: ConsoleView,
  words: FrameWords,
  pages: ReadonlyArray<readonly [string, keyof FrameWords]>,
): ReadonlyArray<MenuLink> =>
  pages.map(([path, name]) => ({
    href: consoleAddress(view, path),
    label: words[name] as string,
    isHere: path === nearestOf(view.path, pages),
  }))

/** The page of a menu that a path lies below: the longest one, so that only one of them is marked. */
const nearestOf = (
  path: string,
  pages: ReadonlyArray<readonly [string, keyof FrameWords]>,
): string | undefined =>
  pages
    .map(([page]) => page)
    .filter((page) => page === path || (page !== "/console" && path.startsWith(`${page}/`)))
    .toSorted((left, right) => right.length - left.length)[0]

/** The pages that a workbench for a team has around its desks. */
const deskLinks = (
  path: string,
  { language }: ConsoleView,
  words: FrameWords,
): ReadonlyArray<MenuLink> => [
  { href: `${path}?lang=${language}`, label: words.desks, isHere: false },
  { href: `/console/security?lang=${language}`, label: words.security, isHere: true },
]

/** What the pages are of: an account, what operators look after, or tables. */
const whereOf = ({ desksPath, isOperator, partner }: ConsoleView, words: FrameWords): string => {
  if (desksPath !== undefined) return words.tables
  return partner?.name ?? (isOperator ? words.operator : words.tables)
}

/** What somebody is beside their role in an account. */
const rolesBeside = (
  { isOperator, tableRoles }: ConsoleView,
  words: FrameWords,
): ReadonlyArray<string> => [
  ...(isOperator ? [words.operatorRole] : []),
  ...tableRoles.map((role) => words[role]),
]

const who = (view: ConsoleView, words: FrameWords): PageNode => {
  const beside = rolesBeside(view, words)
  const roles = view.partner === undefined ? beside : [words[view.role], ...beside]
  return html`<section class="who" aria-label=${words.account}>
    ${view.partner === undefined ? null : html`<p><strong>${view.partner.name}</strong></p>`}
    <p>${[view.email, ...roles].join(", ")}</p>
    <form method="post" action=${`/console/sign-out?lang=${view.language}`}>
      ${csrfField(view)}
      <button class="button quiet small">${words.signOut}</button>
    </form>
  </section>` as PageNode
}

/** Pages of one account, one's own or one that operators look at, show one mode. */
const hasMode = ({ partner, path }: ConsoleView): boolean =>
  isOperatorPath(path) ? path.startsWith("/console/operator/partners/") : partner !== undefined

const modeSwitch = (view: ConsoleView, words: FrameWords): PageNode =>
  html`<nav class="segments" aria-label=${words.mode}>
    ${(["sandbox", "live"] as const).map(
      (mode) =>
        html`<a
          href=${consoleAddress({ ...view, mode }, view.path)}
          aria-current=${mode === view.mode ? "true" : undefined}
          >${words[mode]}</a
        >`,
    )}
  </nav>`

const languages = (view: ConsoleView, words: FrameWords): PageNode =>
  languageSwitch(
    words.language,
    (["en", "fr"] as const).map((language: WrittenLanguage) => ({
      language,
      label: language.toUpperCase(),
      href: consoleAddress({ ...view, language }, view.path),
    })),
    view.language,
  )

const told = (
  view: ConsoleView,
  words: FrameWords,
  { fault, faultText }: Pick<ConsoleContent, "fault" | "faultText">,
): PageContent => [
  fault === undefined
    ? null
    : notice(
        "error",
        html`<p>
          <strong>${words.refused}.</strong>
          ${faultText ?? words.fault[fault] ?? words.fault["form"]}
        </p>`,
      ),
  words.done[view.done] === undefined ? null : notice("ok", html`<p>${words.done[view.done]}</p>`),
]

const english = {
  menu: "Menu",
  skip: "To the content",
  overview: "Overview",
  keys: "Keys",
  usage: "Usage",
  calls: "Calls",
  links: "Links",
  sales: "Sales",
  statements: "Statements",
  events: "Events",
  commission: "Commission",
  widget: "Widget",
  people: "People",
  security: "Security",
  docs: "Docs",
  account: "Account",
  operator: "Operator",
  waiting: "Partners",
  payouts: "Payouts",
  audit: "Audit",
  mode: "Mode",
  sandbox: "Sandbox",
  live: "Live",
  language: "Language",
  signOut: "Sign out",
  owner: "owner",
  developer: "developer",
  finance: "finance",
  reader: "reader",
  operatorRole: "operator",
  analyst: "analyst",
  approver: "approver",
  desks: "Desks",
  tables: "Tables",
  zone: "All times and days are in UTC.",
  asTable: "As a table",
  copy: "Copy",
  copied: "Copied",
  copyId: "Copy id",
  noFigure: "none",
  readerNote: "Your role reads this page; an owner of the account can change it.",
  suspended:
    "This account is suspended: every call of its keys is refused. Write to your contact at Viatica to have it lifted.",
  suspendedFor: "The reason:",
  refused: "This could not be done",
  done: {
    created: "The key is made.",
    copied: "The copy is made. Put it in place, then revoke the key before it.",
    changed: "The key is changed, from the next call on.",
    rotated: "The secret is renewed. The old one works for another 24 hours.",
    revoked: "The key is revoked. Its next call is refused.",
    asked: "Your request for review is sent. We answer by email.",
    commission: "The commission is set. It applies from the next price on.",
    account: "The bank account is saved. The owners of this account are told by email.",
    facts: "The Coach shows facts alone from the next answer on.",
    advice: "The Coach advises from the next answer on.",
    linked: "The link is made.",
    archived: "The link is archived. It still redirects travellers and earns late sales.",
    invited: "The invitation is on its way.",
    "invited-unsent":
      "The person is invited. No email is set up here, so nothing was sent: tell them to sign in with this address.",
    role: "The role is changed.",
    ended: "The session is ended.",
    "ended-others": "All other sessions are ended.",
    "code-begun": "Now confirm the code that your app shows.",
    "factor-removed": "It is removed.",
    rule: "From their next sign-in on, everybody needs a second factor.",
    "rule-off": "Nobody is asked for a second factor any more.",
    notices: "Your choice is saved.",
    removed: "The person is removed, and signed out everywhere.",
    withdrawn: "The invitation is withdrawn.",
    approved: "The partner is approved.",
    "approved-untold":
      "The partner is approved. No email could be sent to its owners: tell them yourself. The console shows it too.",
    "declined-untold":
      "The request is declined. No email could be sent to its owners: tell them why yourself. The console shows it too.",
    declined: "The request is declined. The partner reads why.",
    suspended: "The partner is suspended. Its next call is refused.",
    "endpoint-removed": "The endpoint is removed.",
    "endpoint-paused": "The endpoint is paused. Events wait for it meanwhile.",
    "endpoint-resumed": "The endpoint is resumed. Events that waited are sent first.",
    pinged: "The ping is on its way. Its result appears below in a moment.",
    "example-sent": "The example is on its way. Its result appears below in a moment.",
    resent: "The event is on its way again.",
    "batch-drawn": "The batch is drawn up. Somebody else has to approve it.",
    "batch-approved": "The batch is approved.",
    "batch-dissolved": "The batch is dissolved. Its payouts are due again.",
    "batch-sent": "The payouts are booked as sent. Their partners read it.",
    "payout-returned":
      "The payout is booked as returned. It is owed again, and stands in the next statement.",
    already: "That was done already.",
  } as Readonly<Record<string, string>>,
  fault: {
    form: "This page was open too long, or the form came from elsewhere. Look at what it says now, and send it again.",
    code: "A code has 4 to 32 letters and digits, without hyphens.",
    taken: "This code is taken. Choose another one.",
    networks: "One of the networks is none. See which, below.",
    key: "There is no such key in your account.",
    link: "There is no such link in your account.",
    typed: "The id that you typed is not the id of this key. Nothing has changed.",
    rate: "The rate is outside the range that your account may set. Nothing has changed.",
    missing: "The account lacks something that a live key needs. See what, above.",
    declared:
      "Declare both volumes in whole numbers, and say in a sentence what the prices will stand on.",
    limits: "Quotas are whole numbers of calls a day.",
    reason: "Say why, in a sentence: the partner reads it.",
    email: "We cannot send email to this address.",
    person: "There is no such person in your account.",
    last: "An account keeps at least one owner. Make somebody else an owner first.",
    mail: "Very many emails are waiting to be sent, so nobody was invited and nothing was sent. Try again in a few minutes.",
    limit: "This account has as many people as it may have, invited ones included.",
    member: "This person works with an account already.",
    "bad-code": "This code does not hold. Wait for the next one: each works once.",
    "bad-passkey": "This passkey does not hold here. Load the page again, and try once more.",
    "many-tries": "Too many codes that do not hold were sent. Try again in an hour.",
    "many-passkeys": "You have as many passkeys as you may have. Remove one first.",
    "own-factor": "Set up a second factor yourself first: you would lock yourself out.",
    partner: "There is no such partner.",
    address:
      "An endpoint has a public https:// address of at most 1,000 characters, without a user name, a password or a fragment.",
    port: "An endpoint is at port 443, at port 80, or at one above 1023.",
    endpoints: "An account has at most five endpoints in a mode. Remove one first.",
    endpoint: "There is no such endpoint in your account.",
    event: "None of your endpoints received such an event.",
    examples:
      "Twenty examples were sent in the last minute. Wait a minute, then send the next one.",
    "example-live": "Examples are sent to sandbox endpoints alone. Change to Sandbox first.",
  } as Readonly<Record<string, string>>,
}

/** What the frame of the console says. */
type FrameWords = typeof english

const french: FrameWords = {
  menu: "Menu",
  skip: "Aller au contenu",
  overview: "Vue d'ensemble",
  keys: "Clés",
  usage: "Consommation",
  calls: "Appels",
  links: "Liens",
  sales: "Ventes",
  statements: "Relevés",
  events: "Événements",
  commission: "Commission",
  widget: "Widget",
  people: "Équipe",
  security: "Sécurité",
  docs: "Documentation",
  account: "Compte",
  operator: "Exploitation",
  waiting: "Partenaires",
  payouts: "Virements",
  audit: "Journal d'audit",
  mode: "Environnement",
  sandbox: "Test",
  live: "Production",
  language: "Langue",
  signOut: "Se déconnecter",
  owner: "propriétaire",
  developer: "développeur",
  finance: "finances",
  reader: "lecture seule",
  operatorRole: "exploitation",
  analyst: "analyste",
  approver: "approbateur",
  desks: "Postes",
  tables: "Tables",
  zone: "Les heures et les jours sont en UTC.",
  asTable: "En tableau",
  copy: "Copier",
  copied: "Copié",
  copyId: "Copier l'identifiant",
  noFigure: "aucun",
  readerNote: "Votre rôle lit cette page ; un propriétaire du compte peut la changer.",
  suspended:
    "Ce compte est suspendu : tous les appels de ses clés sont refusés. Écrivez à votre contact chez Viatica pour le rouvrir.",
  suspendedFor: "Le motif :",
  refused: "Cela n'a pas pu être fait",
  done: {
    created: "La clé est créée.",
    copied: "La copie est créée. Mettez-la en place, puis révoquez l'ancienne clé.",
    changed: "La clé est modifiée, dès le prochain appel.",
    rotated: "Le secret est renouvelé. L'ancien fonctionne encore 24 heures.",
    revoked: "La clé est révoquée. Son prochain appel sera refusé.",
    asked: "Votre demande de validation est partie. Nous répondons par e-mail.",
    commission: "La commission est fixée. Elle vaut dès le prochain prix.",
    account:
      "Le compte bancaire est enregistré. Les propriétaires du compte sont prévenus par e-mail.",
    facts: "Le Coach ne montre que les faits dès la prochaine réponse.",
    advice: "Le Coach conseille dès la prochaine réponse.",
    linked: "Le lien est créé.",
    archived: "Le lien est archivé. Il mène encore les voyageurs et rémunère les ventes tardives.",
    invited: "L'invitation est partie.",
    "invited-unsent":
      "La personne est invitée. L'envoi d'e-mails n'est pas réglé ici, personne ne lui a donc écrit : dites-lui de se connecter avec cette adresse.",
    notices: "Votre choix est enregistré.",
    role: "Le rôle est changé.",
    ended: "La session est terminée.",
    "ended-others": "Toutes les autres sessions sont terminées.",
    "code-begun": "Confirmez maintenant le code que votre application affiche.",
    "factor-removed": "C'est retiré.",
    rule: "Dès sa prochaine connexion, chacun a besoin d'un second facteur.",
    "rule-off": "Un second facteur n'est plus demandé à personne.",
    removed: "La personne est retirée et déconnectée partout.",
    withdrawn: "L'invitation est retirée.",
    approved: "Le partenaire est validé.",
    "approved-untold":
      "Le partenaire est validé. Aucun e-mail n'a pu partir vers ses propriétaires : prévenez-les vous-même. La console le montre aussi.",
    "declined-untold":
      "La demande est refusée. Aucun e-mail n'a pu partir vers ses propriétaires : dites-leur pourquoi vous-même. La console le montre aussi.",
    declined: "La demande est refusée. Le partenaire lit pourquoi.",
    suspended: "Le partenaire est suspendu. Son prochain appel sera refusé.",
    "endpoint-removed": "L'adresse de réception est retirée.",
    "endpoint-paused": "L'adresse de réception est en pause : ce qui arrive entre-temps l'attend.",
    "endpoint-resumed": "L'adresse de réception reçoit de nouveau, d'abord ce qui a attendu.",
    pinged: "Le ping est parti. Ce qu'il devient s'affiche ci-dessous dans un instant.",
    "example-sent": "L'exemple est parti. Ce qu'il devient s'affiche ci-dessous dans un instant.",
    resent: "L'événement est reparti.",
    "batch-drawn": "Le lot est préparé. Quelqu'un d'autre doit l'approuver.",
    "batch-approved": "Le lot est approuvé.",
    "batch-dissolved": "Le lot est défait. Ses virements sont de nouveau dus.",
    "batch-sent": "Les virements sont notés comme envoyés. Les partenaires le lisent.",
    "payout-returned":
      "Le virement est noté comme revenu. Il est de nouveau dû, et figure au prochain relevé.",
    already: "C'était déjà fait.",
  },
  fault: {
    form: "Cette page est restée ouverte trop longtemps, ou le formulaire venait d'ailleurs. Relisez ce qu'elle dit et envoyez-le de nouveau.",
    code: "Un code compte 4 à 32 lettres et chiffres, sans trait d'union.",
    taken: "Ce code est pris. Choisissez-en un autre.",
    networks: "L'un des réseaux n'en est pas un. Voyez lequel, plus bas.",
    key: "Votre compte n'a pas cette clé.",
    link: "Votre compte n'a pas ce lien.",
    typed: "L'identifiant saisi n'est pas celui de cette clé. Rien n'a changé.",
    rate: "Ce taux sort de ce que votre compte peut fixer. Rien n'a changé.",
    missing: "Il manque au compte de quoi créer une clé de production. Voyez quoi, ci-dessus.",
    declared:
      "Déclarez les deux volumes en nombres entiers et dites en une phrase où les prix seront montrés.",
    limits: "Les quotas sont des nombres entiers d'appels par jour.",
    reason: "Dites pourquoi, en une phrase : le partenaire la lit.",
    email: "Nous ne pouvons pas écrire à cette adresse e-mail.",
    person: "Votre compte n'a pas cette personne.",
    last: "Un compte garde au moins un propriétaire. Nommez d'abord quelqu'un d'autre.",
    mail: "De très nombreux e-mails attendent d'être envoyés : personne n'a été invité et rien n'est parti. Réessayez dans quelques minutes.",
    limit: "Le compte a autant de personnes qu'il peut, invitations comprises.",
    member: "Cette personne travaille déjà avec un compte.",
    "bad-code": "Ce code ne convient pas. Attendez le suivant : chacun sert une seule fois.",
    "bad-passkey": "Cette clé d'accès ne convient pas ici. Rechargez la page et réessayez.",
    "many-tries": "Trop de codes faux ont été envoyés. Réessayez dans une heure.",
    "many-passkeys": "Vous avez autant de clés d'accès que possible. Retirez-en une d'abord.",
    "own-factor": "Installez d'abord un second facteur vous-même : vous vous enfermeriez dehors.",
    partner: "Ce partenaire n'existe pas.",
    address:
      "Une adresse de réception est publique, en https:// et d'au plus 1 000 caractères, sans nom, mot de passe ni fragment.",
    port: "Une adresse de réception est au port 443, au port 80 ou au-dessus de 1023.",
    endpoints:
      "Un compte a au plus cinq adresses de réception par environnement. Retirez-en une d'abord.",
    endpoint: "Votre compte n'a pas cette adresse de réception.",
    event: "Aucune adresse de réception de votre compte n'a reçu cet événement.",
    examples:
      "Vingt exemples sont partis dans la dernière minute. Attendez une minute avant le suivant.",
    "example-live":
      "Les exemples ne vont qu'aux adresses de réception de test. Passez d'abord en test.",
  },
}

/** What the frame of the console says in each language. */
const frameWords: InBoth<FrameWords> = { en: english, fr: inFrench(french) }
