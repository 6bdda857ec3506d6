import type { Answer } from "../../api/answer.ts"
import type { Partner } from "../../ports/partners.ts"
import { notice } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { brand, languageSwitch, type MenuLink, sideMenu } from "../kit/shell.ts"
import { symbol } from "../kit/symbols.ts"
import { type ConsoleLanguage, type ConsoleView, consoleAddress, mayChange } from "./view.ts"
import { type FrameWords, frameWords } from "./words.ts"

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
}

/** When a page that cannot be shown may be asked for again. */
const retryAfterSeconds = "5"

const isOperatorPage = (path: string): boolean => path.startsWith("/console/operator")

/** Pages of one account, one's own or one that operators look at, show one mode. */
const hasMode = ({ partner, path }: ConsoleView): boolean =>
  isOperatorPage(path) ? path.startsWith("/console/operator/partners/") : partner !== undefined

const partnerPages = [
  ["/console", "overview"],
  ["/console/keys", "keys"],
  ["/console/usage", "usage"],
  ["/console/calls", "calls"],
  ["/console/links", "links"],
  ["/console/sales", "sales"],
  ["/console/events", "events"],
  ["/console/commission", "commission"],
  ["/console/widget", "widget"],
  ["/console/people", "people"],
] as const satisfies ReadonlyArray<readonly [string, keyof FrameWords]>

const operatorPages = [
  ["/console/operator", "waiting"],
  ["/console/operator/audit", "audit"],
] as const satisfies ReadonlyArray<readonly [string, keyof FrameWords]>

const menuLinks = (
  view: ConsoleView,
  words: FrameWords,
  pages: ReadonlyArray<readonly [string, keyof FrameWords]>,
): ReadonlyArray<MenuLink> =>
  pages.map(([path, name]) => ({
    href: consoleAddress(view, path),
    label: words[name] as string,
    isHere: path === view.path,
  }))

const menu = (view: ConsoleView, words: FrameWords): PageNode =>
  sideMenu(words.menu, [
    ...(view.partner === undefined
      ? []
      : [
          {
            links: [...menuLinks(view, words, partnerPages), { href: "/docs", label: words.docs }],
          },
        ]),
    ...(view.isOperator
      ? [{ heading: words.operator, links: menuLinks(view, words, operatorPages) }]
      : []),
  ])

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
    (["en", "fr"] as const).map((language: ConsoleLanguage) => ({
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

const who = (view: ConsoleView, words: FrameWords): PageNode =>
  html`<section class="who" aria-label=${words.account}>
    <p>
      ${view.partner === undefined ? words.operatorRole : html`<strong>${view.partner.name}</strong>`}
    </p>
    <p>
      ${view.email}${
        view.partner === undefined ? null : `, ${words[view.role]}`
      }${view.partner !== undefined && view.isOperator ? `, ${words.operatorRole}` : null}
    </p>
    <form method="post" action=${`/console/sign-out?lang=${view.language}`}>
      ${csrfField(view)}
      <button class="button quiet small">${words.signOut}</button>
    </form>
  </section>`

/** The field that proves that a form came from a page of this session. */
export const csrfField = ({ csrfToken }: Pick<ConsoleView, "csrfToken">): PageNode =>
  html`<input type="hidden" name="csrf" value=${csrfToken} />`

/** The fields of a form that does something once, however often it is sent. */
export const onceFields = (view: ConsoleView): PageNode =>
  html`${csrfField(view)}<input type="hidden" name="form" value=${view.form} />` as PageNode

/** A page of the console in its frame. */
export const consoleFrame = (view: ConsoleView, content: ConsoleContent): PageNode => {
  const words = frameWords[view.language]
  const isReader = view.partner !== undefined && !mayChange(view) && !isOperatorPage(view.path)
  return html`<a class="skip" href="#main">${words.skip}</a>
    <header class="top console-top">
      <div class="wide">
        ${brand("/")}<span class="where second small-text"
          >${view.partner?.name ?? words.operator}</span
        >
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

/** Makes pages of the console: kept by nobody, shown in no frame. */
export const prepareConsolePages =
  (makePage: MakePage) =>
  (view: ConsoleView, content: ConsoleContent): Answer =>
    makePage({
      language: view.language,
      title: content.title,
      body: consoleFrame(view, content),
      styles: ["console.css"],
      scripts: ["console.js"],
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
  { status }: Pick<Partner, "status">,
): PageContent =>
  status === "suspended" ? notice("warning", html`<p>${frameWords[language].suspended}</p>`) : null
