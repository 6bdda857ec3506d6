import type { TooManyInvitations } from "../../ports/people-errors.ts"
import type { Invitee, Member } from "../../ports/people.ts"
import { field, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { formatCount, formatMinute, formatShortDay } from "./format.ts"
import { cardHead, type ConsoleContent, csrfField } from "./frame.ts"
import { factsLine } from "./parts/facts-line.ts"
import { type ConsoleView, consoleAddress, mayChange } from "./view.ts"
import { type PeopleWords, peopleWords } from "./people/words.ts"

/** What the page of people is made of. */
export interface PeopleFacts {
  /** Who looks. */
  readonly personId: string
  readonly members: ReadonlyArray<Member>
  readonly invitees: ReadonlyArray<Invitee>
}

const roleForm = (member: Member, view: ConsoleView, words: PeopleWords): PageNode => {
  const other = member.role === "owner" ? "reader" : "owner"
  return html`<form method="post" action=${consoleAddress(view, "/console/people/role")}>
    ${csrfField(view)}
    <input type="hidden" name="person" value=${member.personId} />
    <input type="hidden" name="role" value=${other} />
    ${submitButton({
      look: "plain",
      isSmall: true,
      label: html`${other === "owner" ? words.makeOwner : words.makeReader}<span class="unseen"
          >: ${member.email}</span
        >`,
    })}
  </form>`
}

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
        words[member.role],
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

const inviteeItem = (invitee: Invitee, view: ConsoleView, words: PeopleWords): PageNode =>
  html`<li>
    <p><strong class="address">${invitee.email}</strong></p>
    <p class="small-text third">
      ${factsLine(
        words[invitee.role],
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

const roleChoice = (role: "owner" | "reader", words: PeopleWords): PageNode =>
  html`<label class="pick">
    <input type="radio" name="role" value=${role} checked=${role === "reader"} />
    <span>${words[role]} <span class="help block">${words[`${role}Means`]}</span></span>
  </label>`

const inviteForm = (view: ConsoleView, words: PeopleWords, typed: string): PageNode =>
  html`<section class="card">
    <form method="post" action=${consoleAddress(view, "/console/people/invite")} class="stack">
      ${csrfField(view)}
      <h2>${words.invite}</h2>
      <p class="small-text second">${words.inviteWhy}</p>
      ${field({
        id: "email",
        label: words.email,
        control: html`<input
          id="email"
          name="email"
          type="email"
          autocomplete="off"
          required
          maxlength="254"
          value=${typed}
        />`,
      })}
      <fieldset class="stack">
        <legend>${words.role}</legend>
        ${roleChoice("reader", words)} ${roleChoice("owner", words)}
      </fieldset>
      <div class="actions">${submitButton({ label: words.send })}</div>
    </form>
  </section>`

const invitedCard = (facts: PeopleFacts, view: ConsoleView, words: PeopleWords): PageContent =>
  facts.invitees.length === 0
    ? null
    : html`<section class="card flush">
        ${cardHead(words.invited)}
        <ul class="key-list">
          ${facts.invitees.map((invitee) => inviteeItem(invitee, view, words))}
        </ul>
      </section>`

/** What was wrong with a form, what had been typed, and when to send it again where that is bounded. */
export interface WrongInvitation {
  readonly fault: string
  readonly typed: string
  readonly refused?: TooManyInvitations
  readonly seconds?: number
}

const tooManyText = (
  { againAt, by, maximum }: TooManyInvitations,
  view: ConsoleView,
  words: PeopleWords,
): string =>
  words.tooMany[by](formatCount(view.language, maximum), formatMinute(view.language, againAt))

/** The page of people: who works with the account, who is invited, and a form to invite others. */
export const peoplePage = (
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
        ${invitedCard(facts, view, words)}
      </div>
      ${mayChange(view) ? inviteForm(view, words, wrong?.typed ?? "") : null}
    </div>`,
  }
}
