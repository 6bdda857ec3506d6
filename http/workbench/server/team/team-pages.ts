import type { Answer } from "../../../api/answer.ts"
import { inputField, linkButton, submitButton } from "../../../pages/kit/controls.ts"
import { html, type PageNode } from "../../../pages/kit/html.ts"
import type { MakePage } from "../../../pages/kit/page.ts"
import { pageLanguages, type PageReading } from "../../../pages/kit/reading.ts"
import { languageSwitch, topBar } from "../../../pages/kit/shell.ts"
import { noticePage } from "../../../pages/sign-in/sign-in-page.ts"
import { csrfInput } from "../../../pages/sign-in/visitor.ts"
import type { Visitor } from "../../../ports/people.ts"
import { branchPart, type TeamBranch } from "./branches.ts"
import { type TeamWords, teamWords } from "./team-words.ts"

/** Where the desks of a team are listed; each lies below. */
export const teamPath = "/workbench/"

/** The address of a desk. */
export const deskPath = (branch: string): string => `${teamPath}${branchPart(branch)}/`

/** How a page of a team is asked for. */
interface PageAsked {
  readonly makePage: MakePage
  readonly reading: PageReading
}

/** A branch in the list, with how many pages show its desk. */
export interface ListedDesk extends TeamBranch {
  readonly pages: number
}

/** What the list of desks is made of. */
interface DesksPageParts extends PageAsked {
  readonly visitor: Visitor
  readonly desks: ReadonlyArray<ListedDesk>
  /** Whether the name that was sent makes no branch. */
  readonly isUnnamed: boolean
}

/** Lists the desks; an analyst finds a form there that makes a branch. */
export const desksPage = (parts: DesksPageParts): Answer => {
  const { desks, isUnnamed, makePage, reading, visitor } = parts
  const words = teamWords[reading.language]
  return makePage({
    language: reading.language,
    title: words.title,
    styles: ["sign-in.css"],
    status: isUnnamed ? 400 : 200,
    headers: { "x-robots-tag": "noindex" },
    body: html`${topBar({
        homeHref: reading.href(teamPath),
        skipLabel: words.skip,
        end: languageSwitch(words.languages, pageLanguages(teamPath), reading.language),
      })}
      <main id="main" class="sign-in desks">
        <section class="card">
          <h1 class="display headline">${words.title}</h1>
          <p class="second">${words.about}</p>
          <ul class="facts">
            ${desks.map((desk) => deskItem(desk, parts, words))}
          </ul>
          ${visitor.tableRoles.includes("analyst") ? makeForm(parts, words) : null}
          <form method="post" action=${reading.href("/console/sign-out")}>
            ${csrfInput(visitor)}
            <div class="actions">
              <span class="label third"
                >${words.you(visitor.email, rolesText(visitor, words))}</span
              >
              <a href=${reading.href("/console/security")}>${words.security}</a>
              ${submitButton({ label: words.signOut, look: "quiet", isSmall: true })}
            </div>
          </form>
        </section>
      </main>`,
  })
}

/** Says why a desk, or all of them, are not to be seen. */
export const teamNotice = (
  { makePage, reading }: PageAsked,
  why: "failed" | "full" | "noBranch" | "noConsole" | "stranger",
  reason = "",
): Answer => {
  const words = teamWords[reading.language]
  const { text, title } = words[why]
  return noticePage({
    makePage,
    reading,
    title,
    status: noticeStatus[why],
    text: reason === "" ? text : `${text} (${reason})`,
    more:
      why === "stranger"
        ? null
        : html`<div class="actions">
            ${linkButton({ label: words.desks, href: reading.href(teamPath) })}
          </div>`,
  })
}

const noticeStatus = {
  failed: 503,
  full: 503,
  noBranch: 404,
  noConsole: 404,
  stranger: 403,
} as const

const rolesText = ({ isOperator, tableRoles }: Visitor, { roles }: TeamWords): string =>
  tableRoles.length === 0 && isOperator
    ? roles.operator
    : tableRoles.map((role) => roles[role]).join(", ")

const deskItem = (
  { isTrunk, last, name, pages }: ListedDesk,
  { reading }: PageAsked,
  words: TeamWords,
): PageNode =>
  html`<li>
    <div>
      <a href=${reading.href(deskPath(name))}><b>${name}</b></a
      >${" "} ${pages === 0 ? null : html`<span class="status held">${words.here(pages)}</span>`}
      <span class="help"
        >${isTrunk ? `${words.trunk} · ` : ""}${`${last.subject} · ${words.by(last.by)} · `}<time
          datetime=${last.at}
          >${last.at.slice(0, 10)}</time
        ></span
      >
    </div>
  </li>`

const makeForm = ({ isUnnamed, reading, visitor }: DesksPageParts, words: TeamWords): PageNode =>
  html`<form method="post" action=${reading.href(teamPath)} novalidate>
    ${csrfInput(visitor)}
    ${inputField({
      id: "name",
      label: words.name,
      help: words.nameHelp,
      ...(isUnnamed ? { wrong: words.noName } : {}),
      input: { maxlength: 100, required: true, autocomplete: "off" },
    })}
    ${submitButton({ label: words.make })}
  </form>`
