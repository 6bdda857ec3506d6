import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type MakePage, servedPageHeaders } from "../kit/page.ts"
import { topBar } from "../kit/shell.ts"
import { hiddenFields } from "./form-fields.ts"
import type { CompareSpeech } from "./speech.ts"

/** A language that the page can be read in, by its own name. */
export interface SpokenLanguage {
  readonly language: string
  readonly name: string
}

/** What stands around what the comparator shows. */
export interface FrameParts {
  readonly makePage: MakePage
  readonly say: CompareSpeech
  readonly languages: ReadonlyArray<SpokenLanguage>
  readonly title: string
  readonly content: PageContent
  /** What another language is asked for with: by GET from an address, by POST from a form. */
  readonly method: "get" | "post"
  readonly carried: ReadonlyArray<readonly [name: string, value: string]>
  /** Whether the page stands in a frame of another page, which has a head of its own. */
  readonly isFramed: boolean
  /** Origins beside ours that a choice may lead to. */
  readonly leadsTo: ReadonlyArray<string>
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

const languageForm = ({ carried, languages, method, say }: FrameParts): PageNode =>
  html`<form class="languages" method=${method} action="/compare">
    ${hiddenFields(carried)}
    <label class="unseen" for="lang">${say("language")}</label>
    <select id="lang" name="lang">
      ${languages.map(
        ({ language, name }) =>
          html`<option value=${language} lang=${language} selected=${language === say.language}>
            ${name}
          </option>`,
      )}
    </select>
    <button class="button small">${say("show")}</button>
  </form>`

/**
 * The policy of the page. Browsers hold redirects after a form against it too, so it names the origin
 * that a choice ends at.
 */
const policy = (leadsTo: ReadonlyArray<string>): string => {
  const usual = servedPageHeaders("anywhere")["content-security-policy"]
  return leadsTo.length === 0
    ? usual
    : usual.replace("form-action 'self'", `form-action 'self' ${leadsTo.join(" ")}`)
}

/** A page of the comparator: on its own under the service's bar, or bare in a frame of a partner. */
export const comparePage = (parts: FrameParts) => {
  const { content, headers, isFramed, leadsTo, makePage, say, status, title } = parts
  const bar = isFramed
    ? null
    : topBar({ homeHref: "/", skipLabel: say("skip"), end: languageForm(parts) })
  return makePage({
    language: say.language,
    title,
    description: say("lead"),
    styles: ["compare.css"],
    scripts: ["compare.js"],
    framing: "anywhere",
    status,
    headers: {
      "content-security-policy": policy(leadsTo),
      vary: "Accept-Language, Sec-Fetch-Dest",
      "x-robots-tag": "noindex",
      ...headers,
    },
    body: html`${bar}
      <main id="main" class=${isFramed ? "compare framed" : "compare wide"}>
        ${content}${isFramed ? languageForm(parts) : null}
      </main>`,
  })
}
