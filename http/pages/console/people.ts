import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { formatCount, formatMinute, formatShortDay } from "./format.ts"
import { cardHead, type ConsoleContent, csrfField } from "./frame.ts"
import {
  asPage,
  byOwner,
  type ConsoleParts,
  forPartner,
  type PartnerRequest,
  prepareConsoleRoute,
  statusContent,
  wasDone,
} from "./requests.ts"
import { factsLine } from "./controls.ts"
import { consoleAddress, type ConsoleView, inFrench, mayChange } from "./view.ts"
import { submitButton, inputField } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { invitationEmail } from "../sign-in/emails.ts"
import type {
  Invitee,
  LastOwner,
  Member,
  PeopleUnavailable,
  PersonNotFound,
  RoleRefused,
  TooManyInvitations,
} from "../../ports/people.ts"
import type { Answer } from "../../api/answer.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"
import { isOptional, type NoticeKind, noticeKinds } from "../../../rules/accounts/notice.ts"
import { type PersonRole, personRoles } from "../../../rules/accounts/person.ts"
import {
  type ConsoleArea,
  areaRights,
  consoleAreas,
  type Right,
} from "../../../rules/accounts/role-rights.ts"
import type { FactorHolders } from "../../ports/second-factors.ts"

const path = "/console/people"

/** The routes of people: the page, and the forms that invite, change and remove them. */
export const peopleRoutes = (parts: ConsoleParts) => {
  const { people } = parts
  const route = prepareConsoleRoute(parts)
  const wrongly = (request: PartnerRequest, fault: string, typed = "") =>
    showPeople(parts, asPage(parts, request, path), { fault, typed })
  const tooMany = (request: PartnerRequest, refused: TooManyInvitations, typed: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      const waitMs = Date.parse(refused.againAt) - nowMs
      const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
      return showPeople(parts, asPage(parts, request, path), {
        fault: "pace",
        refused,
        seconds,
        typed,
      })
    })
  const forbidden = ({ show, view }: PartnerRequest) =>
    Effect.succeed(show(statusContent(403, view)))

  /** Tells on the page why somebody's place in the account could not change. */
  const orWrong =
    (request: PartnerRequest) =>
    (work: Effect.Effect<Answer, PersonNotFound | LastOwner | RoleRefused | PeopleUnavailable>) =>
      Effect.catchTags(work, {
        PersonNotFound: () => wrongly(request, "person"),
        LastOwner: () => wrongly(request, "last"),
        RoleRefused: () => forbidden(request),
      })

  const invite = byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const { call, view, visitor } = request
      const { baseUrl, invitationDays, mail, networkOf } = parts
      const email = fields.text("email")
      const invited = people.invite(visitor.personId, {
        email,
        role: roleOf(fields.text("role")),
        network: networkOf(call),
      })
      // Where no mail is set up the person is invited all the same, and is told by the owner.
      if (!mail.isSet) return yield* Effect.as(invited, wasDone(view, path, "invited-unsent"))
      const posted = yield* mail.post(
        { kind: "invitation", to: email },
        Effect.map(invited, (invitation) =>
          invitationEmail(invitation, visitor, { baseUrl, days: invitationDays }),
        ),
      )
      return posted === "taken"
        ? wasDone(view, path, "invited")
        : yield* wrongly(request, "mail", email)
    }).pipe(
      Effect.catchTags({
        BadEmail: () => wrongly(request, "email", fields.text("email")),
        TooManyPeople: () => wrongly(request, "limit", fields.text("email")),
        TooManyInvitations: (refused) => tooMany(request, refused, fields.text("email")),
        HasPartner: () => wrongly(request, "member", fields.text("email")),
        RoleRefused: () => forbidden(request),
      }),
    ),
  )

  const changeRole = byOwner(parts, (request, fields) =>
    Effect.as(
      people.changeRole(
        request.visitor.personId,
        fields.text("person"),
        roleOf(fields.text("role")),
      ),
      wasDone(request.view, path, "role"),
    ).pipe(orWrong(request)),
  )

  const remove = byOwner(parts, (request, fields) =>
    Effect.as(
      people.remove(request.visitor.personId, fields.text("person")),
      wasDone(request.view, path, "removed"),
    ).pipe(orWrong(request)),
  )

  const withdraw = byOwner(parts, (request, fields) =>
    Effect.as(
      people.withdrawInvitation(request.visitor.personId, fields.text("email")),
      wasDone(request.view, path, "withdrawn"),
    ).pipe(orWrong(request)),
  )

  const chooseNotices = byOwner(parts, (request, fields) => {
    const refused = noticeKinds.filter((kind) => isOptional(kind) && fields.text(kind) !== "on")
    return Effect.as(
      parts.notices.setRefused(request.visitor.personId, refused),
      wasDone(request.view, path, "notices"),
    )
  })

  return [
    route(`${path}/notices`, ["POST"], () => chooseNotices),
    route(path, ["GET"], () => forPartner((request) => showPeople(parts, request))),
    route(`${path}/invite`, ["POST"], () => invite),
    route(`${path}/role`, ["POST"], () => changeRole),
    route(`${path}/remove`, ["POST"], () => remove),
    route(`${path}/withdraw`, ["POST"], () => withdraw),
  ]
}

const showPeople = (
  { notices, people, secondFactors }: ConsoleParts,
  { partnerCode, show, view, visitor }: PartnerRequest,
  wrong?: Parameters<typeof peoplePage>[2],
) =>
  Effect.gen(function* () {
    const members = yield* people.members(partnerCode)
    const invitees = yield* people.invitees(partnerCode)
    const refused = yield* notices.refused(visitor.personId)
    const holders = yield* secondFactors.holders(partnerCode)
    const { personId } = visitor
    return show(peoplePage(view, { personId, members, invitees, refused, holders }, wrong))
  })

/** What the page of people is made of. */
interface PeopleFacts {
  /** Who looks. */
  readonly personId: string
  readonly members: ReadonlyArray<Member>
  readonly invitees: ReadonlyArray<Invitee>
  /** Their second factors. */
  readonly holders: FactorHolders
  /** What the person who looks does not want to be told by email. */
  readonly refused: ReadonlyArray<NoticeKind>
}

/** What was wrong with a form, what had been typed, and when to send it again where that is bounded. */
interface WrongInvitation {
  readonly fault: string
  readonly typed: string
  readonly refused?: TooManyInvitations
  readonly seconds?: number
}

/** The page of people: who works with the account, who is invited, and a form to invite others. */
const peoplePage = (
  view: ConsoleView,
  facts: PeopleFacts,
  wrong?: WrongInvitation,
): ConsoleContent => {
  const words = peopleWords[view.language]
  return {
    title: words.title,
    fault: wrong?.fault,
    ...(wrong?.refused === undefined
      ? {}
      : {
          status: 429,
          faultText: tooManyText(wrong.refused, view, words),
          headers: { "retry-after": String(wrong.seconds ?? 60) },
        }),
    ...(wrong?.fault === "mail" ? { status: 503, headers: { "retry-after": "120" } } : {}),
    body: html`<div class="columns">
      <div class="stack">
        <section class="card flush">
          ${cardHead(words.who)}
          <ul class="key-list">
            ${facts.members.map((member) => memberItem(member, facts, view, words))}
          </ul>
        </section>
        ${invitedCard(facts, view, words)} ${rightsCard(words)}
      </div>
      ${
        mayChange(view)
          ? html`<div class="stack">
              ${inviteForm(view, words, wrong?.typed ?? "")} ${noticesForm(facts, view, words)}
            </div>`
          : null
      }
    </div>`,
  }
}

const tooManyText = (
  { againAt, by, maximum }: TooManyInvitations,
  view: ConsoleView,
  words: PeopleWords,
): string =>
  words.tooMany[by](formatCount(view.language, maximum), formatMinute(view.language, againAt))

const memberItem = (
  member: Member,
  facts: PeopleFacts,
  view: ConsoleView,
  words: PeopleWords,
): PageNode =>
  html`<li>
    <p>
      <strong class="address">${member.email}</strong>${
        member.personId === facts.personId ? html` <span class="third">(${words.you})</span>` : null
      }
    </p>
    <p class="small-text third">
      ${factsLine(
        words.roles[member.role],
        words.factor(facts.holders.get(member.personId)),
        words.last(
          member.lastSignInAt === null
            ? words.never
            : formatMinute(view.language, member.lastSignInAt),
        ),
      )}
    </p>
    ${
      mayChange(view)
        ? html`<div class="acts">
            ${roleForm(member, view, words)} ${removal(member, view, words)}
          </div>`
        : null
    }
  </li>`

const roleForm = (member: Member, view: ConsoleView, words: PeopleWords): PageNode =>
  html`<form method="post" action=${consoleAddress(view, "/console/people/role")} class="role-form">
    ${csrfField(view)}
    <input type="hidden" name="person" value=${member.personId} />
    <select name="role" aria-label=${words.roleFor(member.email)}>
      ${personRoles.map(
        (role) =>
          html`<option value=${role} selected=${role === member.role}>
            ${words.roles[role]}
          </option>`,
      )}
    </select>
    ${submitButton({
      look: "plain",
      isSmall: true,
      label: html`${words.setRole}<span class="unseen">: ${member.email}</span>`,
    })}
  </form>` as PageNode

/** What each role may, as the table of roles says. */
const rightsCard = (words: PeopleWords): PageNode =>
  html`<section class="card flush">
    ${cardHead(words.rights)}
    <div class="scroll" tabindex="0" role="region" aria-label=${words.rights}>
      <table class="rights">
        <caption class="unseen">
          ${words.rights}
        </caption>
        <thead>
          <tr>
            <th scope="col"><span class="unseen">${words.right}</span></th>
            ${personRoles.map((role) => html`<th scope="col">${words.roles[role]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${consoleAreas
            .filter((area) => area !== "security")
            .map(
              (area) =>
                html`<tr>
                  <th scope="row">${words.areas[area]}</th>
                  ${personRoles.map(
                    (role) => html`<td>${words.rightWords[areaRights[area][role]]}</td>`,
                  )}
                </tr>`,
            )}
        </tbody>
      </table>
    </div>
  </section>` as PageNode

const removal = (member: Member, view: ConsoleView, words: PeopleWords): PageNode =>
  html`<details class="act">
    <summary class="button small danger">
      ${words.remove}<span class="unseen">: ${member.email}</span>
    </summary>
    <form
      method="post"
      action=${consoleAddress(view, "/console/people/remove")}
      class="stack inset"
    >
      ${csrfField(view)}
      <input type="hidden" name="person" value=${member.personId} />
      <p class="small-text second">${words.removeWhy}</p>
      <div class="actions">
        ${submitButton({ label: words.removeNow, look: "danger", isSmall: true })}
      </div>
    </form>
  </details>`

const invitedCard = (facts: PeopleFacts, view: ConsoleView, words: PeopleWords): PageContent =>
  facts.invitees.length === 0
    ? null
    : html`<section class="card flush">
        ${cardHead(words.invited)}
        <ul class="key-list">
          ${facts.invitees.map((invitee) => inviteeItem(invitee, view, words))}
        </ul>
      </section>`

const inviteeItem = (invitee: Invitee, view: ConsoleView, words: PeopleWords): PageNode =>
  html`<li>
    <p><strong class="address">${invitee.email}</strong></p>
    <p class="small-text third">
      ${factsLine(
        words.roles[invitee.role],
        words.validUntil(formatShortDay(view.language, invitee.validUntil)),
      )}
    </p>
    ${
      mayChange(view)
        ? html`<form method="post" action=${consoleAddress(view, "/console/people/withdraw")}>
            ${csrfField(view)}
            <input type="hidden" name="email" value=${invitee.email} />
            ${submitButton({
              look: "plain",
              isSmall: true,
              label: html`${words.withdraw}<span class="unseen">: ${invitee.email}</span>`,
            })}
          </form>`
        : null
    }
  </li>`

const inviteForm = (view: ConsoleView, words: PeopleWords, typed: string): PageNode =>
  html`<section class="card">
    <form method="post" action=${consoleAddress(view, "/console/people/invite")} class="stack">
      ${csrfField(view)}
      <h2>${words.invite}</h2>
      <p class="small-text second">${words.inviteWhy}</p>
      ${inputField({
        id: "email",
        label: words.email,
        input: { type: "email", autocomplete: "off", required: true, maxlength: 254, value: typed },
      })}
      <fieldset class="stack">
        <legend>${words.role}</legend>
        ${personRoles.map((role) => roleChoice(role, words))}
      </fieldset>
      <div class="actions">${submitButton({ label: words.send })}</div>
    </form>
  </section>`

/** What the owner who looks is told by email; some of it nobody does without. */
const noticesForm = ({ refused }: PeopleFacts, view: ConsoleView, words: PeopleWords): PageNode =>
  html`<section class="card">
    <form method="post" action=${consoleAddress(view, "/console/people/notices")} class="stack">
      ${csrfField(view)}
      <h2>${words.notices}</h2>
      <fieldset class="stack">
        <legend class="small-text second">${words.noticesWhy(view.email)}</legend>
        ${noticeKinds.map(
          (kind) =>
            html`<label class="pick">
              <input
                type="checkbox"
                name=${kind}
                checked=${!refused.includes(kind)}
                disabled=${!isOptional(kind)}
              />
              <span>
                ${words.noticeKinds[kind]}
                ${isOptional(kind) ? null : html`<span class="help block">${words.always}</span>`}
              </span>
            </label>`,
        )}
      </fieldset>
      <div class="actions">${submitButton({ label: words.keepNotices, look: "plain" })}</div>
    </form>
  </section>` as PageNode

const roleChoice = (role: PersonRole, words: PeopleWords): PageNode =>
  html`<label class="pick">
    <input type="radio" name="role" value=${role} checked=${role === "reader"} />
    <span>${words.roles[role]} <span class="help block">${words.roleMeans[role]}</span></span>
  </label>`

/** What else a form sends is no role, and gives the least. */
const roleOf = (text: string): PersonRole => personRoles.find((role) => role === text) ?? "reader"

const english = {
  notices: "What you are told by email",
  noticesWhy: (email: string) => `Sent to ${email}.`,
  noticeKinds: {
    statement: "A statement is ready",
    key: "A key is made, renewed or revoked",
    endpoint: "An event endpoint is made, or has failed for a day",
    commission: "The commission is changed",
    account: "The account is suspended, and why",
    bank_account: "The bank account is changed",
    sign_in: "You sign in from a new network, or your second factor changes",
  } satisfies Readonly<Record<NoticeKind, string>>,
  always: "Always told.",
  keepNotices: "Save",
  title: "People",
  who: "Who works with this account",
  email: "E-mail",
  role: "Role",
  last: (when: string) => `last signed in: ${when}`,
  never: "not yet",
  you: "you",
  roles: {
    owner: "Owner",
    developer: "Developer",
    finance: "Finance",
    reader: "Reader",
  } satisfies Readonly<Record<PersonRole, string>>,
  roleMeans: {
    owner: "changes everything, people included",
    developer: "keys, calls, events and links; no amounts and no commission",
    finance: "sales, statements and the bank account; no keys",
    reader: "looks, and changes nothing",
  } satisfies Readonly<Record<PersonRole, string>>,
  roleFor: (email: string) => `Role of ${email}`,
  setRole: "Change role",
  factor: (held: { readonly passkeys: number; readonly hasCode: boolean } | undefined) =>
    held === undefined || (held.passkeys === 0 && !held.hasCode)
      ? "no second factor"
      : [
          ...(held.passkeys === 0
            ? []
            : [held.passkeys === 1 ? "1 passkey" : `${held.passkeys} passkeys`]),
          ...(held.hasCode ? ["six-digit code"] : []),
        ].join(", "),
  rights: "What each role may",
  right: "Part of the account",
  rightWords: { none: "no", read: "look", change: "yes" } satisfies Readonly<Record<Right, string>>,
  areas: {
    overview: "Overview",
    keys: "Keys and secrets",
    usage: "Usage",
    calls: "Calls",
    events: "Events",
    links: "Links",
    widget: "Widget",
    sales: "Sales, without amounts",
    amounts: "Amounts, exports, ledger",
    statements: "Statements",
    "bank account": "Bank account",
    commission: "Commission",
    people: "People and roles",
    security: "Security",
  } satisfies Readonly<Record<ConsoleArea, string>>,
  invited: "Invited",
  validUntil: (day: string) => `until ${day}`,
  remove: "Remove",
  removeWhy: "Their sessions end at once. What they did stays in the audit.",
  removeNow: "Remove from this account",
  withdraw: "Withdraw the invitation",
  invite: "Invite somebody",
  inviteWhy: "They get an email with a link, and join when they sign in with this address.",
  send: "Send the invitation",
  tooMany: {
    mailbox: (maximum: string, at: string) =>
      `This mailbox has been invited ${maximum} times within a day. Send it another invitation after ${at}.`,
    account: (maximum: string, at: string) =>
      `Your account has sent ${maximum} invitations within a day, those withdrawn included. Send the next one after ${at}.`,
    network: (maximum: string, at: string) =>
      `${maximum} invitations have come from your network within an hour. Send the next one after ${at}.`,
  } satisfies Readonly<Record<TooManyInvitations["by"], (maximum: string, at: string) => string>>,
}

/** What the page of people says. */
type PeopleWords = typeof english

const french: PeopleWords = {
  notices: "Ce qui vous est annoncé par e-mail",
  noticesWhy: (email) => `Envoyé à ${email}.`,
  noticeKinds: {
    statement: "Un relevé est prêt",
    key: "Une clé est créée, renouvelée ou révoquée",
    endpoint: "Un point de réception est créé, ou échoue depuis un jour",
    commission: "La commission a changé",
    account: "Le compte est suspendu, et pourquoi",
    bank_account: "Le compte bancaire a changé",
    sign_in: "Vous vous connectez d'un réseau nouveau, ou votre second facteur change",
  },
  always: "Toujours annoncé.",
  keepNotices: "Enregistrer",
  title: "Équipe",
  who: "Qui travaille avec ce compte",
  email: "E-mail",
  role: "Rôle",
  last: (when) => `dernière connexion : ${when}`,
  never: "pas encore",
  you: "vous",
  roles: {
    owner: "Propriétaire",
    developer: "Développeur",
    finance: "Finances",
    reader: "Lecteur",
  },
  roleMeans: {
    owner: "change tout, l'équipe comprise",
    developer: "clés, appels, événements et liens ; ni montants ni commission",
    finance: "ventes, relevés et compte bancaire ; pas de clés",
    reader: "regarde, ne change rien",
  },
  roleFor: (email) => `Rôle de ${email}`,
  setRole: "Changer le rôle",
  factor: (held) =>
    held === undefined || (held.passkeys === 0 && !held.hasCode)
      ? "pas de second facteur"
      : [
          ...(held.passkeys === 0
            ? []
            : [held.passkeys === 1 ? "1 clé d'accès" : `${held.passkeys} clés d'accès`]),
          ...(held.hasCode ? ["code à six chiffres"] : []),
        ].join(", "),
  rights: "Ce que chaque rôle peut faire",
  right: "Partie du compte",
  rightWords: { none: "non", read: "voir", change: "oui" },
  areas: {
    overview: "Vue d'ensemble",
    keys: "Clés et secrets",
    usage: "Consommation",
    calls: "Appels",
    events: "Événements",
    links: "Liens",
    widget: "Widget",
    sales: "Ventes, sans montants",
    amounts: "Montants, exports, grand livre",
    statements: "Relevés",
    "bank account": "Compte bancaire",
    commission: "Commission",
    people: "Équipe et rôles",
    security: "Sécurité",
  },
  invited: "Invités",
  validUntil: (day) => `jusqu'au ${day}`,
  remove: "Retirer",
  removeWhy: "Ses sessions cessent aussitôt. Ce qui a été fait reste dans le journal d'audit.",
  removeNow: "Retirer de ce compte",
  withdraw: "Retirer l'invitation",
  invite: "Inviter quelqu'un",
  inviteWhy:
    "La personne reçoit un e-mail avec un lien et rejoint le compte en se connectant avec cette adresse.",
  send: "Envoyer l'invitation",
  tooMany: {
    mailbox: (maximum, at) =>
      `Cette boîte a été invitée ${maximum} fois en un jour. Envoyez-lui une autre invitation après le ${at}.`,
    account: (maximum, at) =>
      `Votre compte a envoyé ${maximum} invitations en un jour, celles qui ont été retirées comprises. Envoyez la prochaine après le ${at}.`,
    network: (maximum, at) =>
      `${maximum} invitations sont parties de votre réseau en une heure. Envoyez la prochaine après le ${at}.`,
  },
}

/** What the page of people says in each language. */
export const peopleWords: InBoth<PeopleWords> = { en: english, fr: inFrench(french) }
