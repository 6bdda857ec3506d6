import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { formatCount } from "./format.ts"
import { cardHead, type ConsoleContent, suspendedNotice } from "./frame.ts"
import { type ConsoleView, consoleAddress, mayChange } from "./view.ts"
import { copyLine } from "./parts/copy-line.ts"
import type { KeysFacts, ShownSecret } from "./keys/facts.ts"
import { keyList } from "./keys/key-list.ts"
import { createKeyForm, nextCard, reviewForm, type TypedDeclaration } from "./going-live.ts"
import { goLiveRoad } from "./keys/road.ts"
import { type KeysWords, keysWords } from "./keys-words.ts"

const secretCard = (shown: ShownSecret, view: ConsoleView, words: KeysWords): PageNode =>
  html`<section class="card stack keep" aria-labelledby="keep">
    <h2 class="display" id="keep">${words.keepTitle}</h2>
    ${copyLine(words.keyId, "new-key-id", shown.keyId, { copy: words.copyId, copied: words.copied })}
    ${copyLine(words.secret, "new-secret", shown.secret, { copy: words.copySecret, copied: words.copied })}
    <p class="small-text second">${words.lost}</p>
    <div class="actions">
      ${linkButton({ href: consoleAddress(view, view.path), label: words.kept, look: "main" })}
    </div>
  </section>`

const limitsCard = (facts: KeysFacts, view: ConsoleView, words: KeysWords): PageNode => {
  const { liveLimits, partner, review } = facts
  const count = (figure: number): string => formatCount(view.language, figure)
  const limits = partner.liveQuota ?? liveLimits
  const isWaiting = review?.outcome === null
  return html`<section class="card stack">
    <h2>${words.liveLimits}</h2>
    <p class="second">
      ${`${words.limits(count(limits.reads), count(limits.writes), count(liveLimits.burst))}. ${words.refusedFree}`}
    </p>
    ${
      partner.status === "approved" && mayChange(view)
        ? html`<details class="act" open=${isWaiting}>
            <summary class="button small">${words.askMore}</summary>
            <div class="inset stack">
              ${isWaiting ? html`<p>${words.waitTitle}</p>` : null}
              ${reviewForm(
                view,
                isWaiting
                  ? {
                      calls: String(review.callsMonthly),
                      sales: String(review.salesMonthly),
                      purpose: review.purpose,
                    }
                  : { calls: "", sales: "", purpose: "" },
                words.ask,
              )}
            </div>
          </details>`
        : null
    }
  </section>` as PageNode
}

const another = (facts: KeysFacts, view: ConsoleView, words: KeysWords): PageContent => {
  if (!mayChange(view) || facts.partner.status === "suspended") return null
  const has = (mode: "sandbox" | "live"): boolean => facts.modes[mode]?.isInUse === true
  return html`<div class="actions inset">
    ${createKeyForm(view, "sandbox", has("sandbox") ? words.another : words.createSandbox, "plain")}
    ${has("live") ? createKeyForm(view, "live", words.anotherLive, "plain") : null}
  </div>`
}

/** The page of keys: the road to the live key, what comes next on it, and all keys. */
export const keysPage = (
  view: ConsoleView,
  facts: KeysFacts,
  wrong?: { readonly fault: string; readonly typed?: TypedDeclaration },
): ConsoleContent => {
  const words = keysWords[view.language]
  return {
    title: words.title,
    fault: wrong?.fault,
    body: html`${suspendedNotice(view, facts.partner)} ${goLiveRoad(facts, view.language)}
      <div class="columns wide-first">
        <div class="stack">
          ${facts.shown === undefined ? null : secretCard(facts.shown, view, words)}
          <section class="card flush">
            ${cardHead(words.allKeys)} ${keyList(facts, view)} ${another(facts, view, words)}
          </section>
        </div>
        <div class="stack">
          ${nextCard(facts, view, wrong?.typed)} ${limitsCard(facts, view, words)}
        </div>
      </div>`,
  }
}
