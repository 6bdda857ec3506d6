import type { DiffReport } from "./diff-report.ts"
import { type Html, html, noHtml } from "./html.ts"

/** Something that was checked, and what came of it. */
export interface PageCheck {
  readonly state: "held" | "warning" | "error"
  readonly text: string
}

/** What is said of the change on a page that is sent for review. */
export interface PageReview {
  /** What it is for. */
  readonly reason: string | null
  readonly branch: string | null
  readonly by: ReadonlyArray<string>
  /** The day of its newest commit. */
  readonly on: string | null
  readonly state: { readonly kind: "held" | "warning"; readonly text: string }
  /** The day from which it is approved. */
  readonly from: string | null
  /** The hash of the tables as the change leaves them. */
  readonly hash: string
  readonly checks: ReadonlyArray<PageCheck>
  readonly comments: ReadonlyArray<{
    readonly by: string
    readonly on: string | null
    readonly text: string
    readonly answers: ReadonlyArray<{ readonly by: string; readonly text: string }>
    readonly isSettled: boolean
  }>
}

/** Shapes of states, so that none is told by its colour alone. */
const shapes: Readonly<Record<PageCheck["state"], Html>> = {
  held: html`<circle class="fill" cx="8" cy="8" r="7"></circle
    ><path class="over" d="m4.8 8.300 2.200 2.200 4.200-4.700"></path>`,
  warning: html`<path d="M8 1.500 15 14H1zM8 6.200v3.400M8 11.900v.1"></path>`,
  error: html`<path
      class="fill"
      d="M5.200 1h5.600L15 5.200v5.600L10.800 15H5.200L1 10.800V5.200z"
    ></path
    ><path class="over" d="M8 4.600v4M8 11.200v.1"></path>`,
}

const words = { held: "Held: ", warning: "Warning: ", error: "Error: " } as const

const shape = (state: PageCheck["state"]): Html =>
  html`<svg class="i ${state}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    ${shapes[state]}
  </svg>`

const fact = (name: string, value: Html | string): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

const releaseCard = ({ branch, by, from, hash, on, state }: PageReview): Html => {
  const who = [by.join(", "), on ?? ""].filter((part) => part !== "").join(", ")
  return html`<section class="card">
    <h2>Release</h2>
    <dl class="in facts">
      ${branch === null ? noHtml : fact("Branch", html`<code>${branch}</code>`)}${who === "" ? noHtml : fact("By", who)}${fact("State", html`<span class="badge ${state.kind}">${shape(state.kind)}${state.text}</span>`)}${from === null ? noHtml : fact("In force from", from)}${fact("Tables", html`<code>${hash}</code>`)}
    </dl>
  </section>`
}

const checksCard = ({ checks }: PageReview): Html =>
  html`<section class="card">
    <h2>What was checked</h2>
    <ul class="in checks">
      ${checks.map(
        ({ state, text }) =>
          html`<li>
            ${shape(state)}<span><span class="unseen">${words[state]}</span>${text}</span>
          </li>`,
      )}
    </ul>
  </section>`

const commentsCard = ({ comments }: PageReview): Html => {
  if (comments.length === 0) return noHtml
  const items = comments.map(
    ({ answers, by, isSettled, on, text }) =>
      html`<li>
        <p>
          <b>${by}</b>: ${text}${isSettled ? html` <span class="soft">Settled.</span>` : noHtml}
        </p>
        ${on === null ? noHtml : html`<p><code class="soft">${on}</code></p>`}${answers.map((answer) => html`<p class="answer"><b>${answer.by}</b>: ${answer.text}</p>`)}
      </li>`,
  )
  return html`<section class="card">
    <h2>Comments</h2>
    <ul class="in notes">
      ${items}
    </ul>
  </section>`
}

/** The release, what was checked and what was said, beside the figures. */
export const reviewAside = (review: PageReview): Html =>
  html`<aside class="col" aria-label="Release and checks">
    ${releaseCard(review)}${checksCard(review)}${commentsCard(review)}
  </aside>`

/** Who shows the page, and which versions it holds against each other. */
export const masthead = ({ commit, folderCommit }: DiffReport, review?: PageReview): Html => {
  const [before, after] = [commit?.slice(0, 12), review?.hash ?? folderCommit?.slice(0, 12)]
  const versions =
    before === undefined || after === undefined
      ? noHtml
      : html`<code class="versions">${before} → ${after}</code>`
  return html`<header>
    <div class="wrap">
      <svg class="mark" width="24" height="24" viewBox="0 0 26 26" aria-hidden="true">
        <rect width="26" height="26" rx="7"></rect>
        <path d="M7 19c0-5 3-5.500 6-6.500s6-2.500 6-5.500"></path>
        <circle class="start" cx="7" cy="19" r="2"></circle>
        <circle class="end" cx="19" cy="7" r="2.600"></circle></svg
      ><b class="brand">Viatica</b>
      <span class="soft">Review of a change to the tables</span>${versions}
    </div>
  </header>`
}
