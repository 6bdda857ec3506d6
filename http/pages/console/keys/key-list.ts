import type { KeySummary } from "../../../ports/keys.ts"
import { copyButton, describedBy, field, submitButton } from "../../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import { stateBadge } from "../../kit/state-badge.ts"
import { formatCount, formatDay, formatMinute } from "../format.ts"
import { onceFields } from "../frame.ts"
import { factsLine } from "../parts/facts-line.ts"
import { shortKeyText } from "../parts/key-id.ts"
import { pageSteps } from "../controls.ts"
import { type ConsoleView, consoleAddress, mayChange } from "../view.ts"
import type { KeysFacts } from "./facts.ts"
import { type KeysWords, keysWords } from "../keys-words.ts"

const keyField = (keyId: string): PageNode =>
  html`<input type="hidden" name="key" value=${keyId} />`

/** A secret before the newest one that still signs. */
const isOverlapping = ({ previousValidUntil }: KeySummary, nowMs: number): boolean =>
  previousValidUntil !== null && Date.parse(previousValidUntil) > nowMs

const rotation = (key: KeySummary, nowMs: number, view: ConsoleView, words: KeysWords): PageNode =>
  html`<details class="act">
    <summary class="button small">
      ${words.rotate}<span class="unseen"> ${shortKeyText(key.keyId)}</span>
    </summary>
    <form method="post" action=${consoleAddress(view, "/console/keys/rotate")} class="stack inset">
      ${onceFields(view)} ${keyField(key.keyId)}
      <p class="small-text second">
        ${words.rotateWhy}${isOverlapping(key, nowMs) ? ` ${words.rotateAgain}` : ""}
      </p>
      <div class="actions">${submitButton({ label: words.rotateNow, isSmall: true })}</div>
    </form>
  </details>`

const revocation = (key: KeySummary, view: ConsoleView, words: KeysWords): PageNode => {
  const id = `typed-${key.keyId}`
  const typed =
    key.mode === "live"
      ? field({
          id,
          label: words.typeId,
          control: html`<input
            id=${id}
            name="typed"
            class="code"
            autocomplete="off"
            spellcheck=${false}
            required
            aria-describedby=${describedBy(id, { help: true })}
          />`,
          help: html`<code>${key.keyId}</code>`,
        })
      : null
  return html`<details class="act">
    <summary class="button small danger">
      ${words.revoke}<span class="unseen"> ${shortKeyText(key.keyId)}</span>
    </summary>
    <form method="post" action=${consoleAddress(view, "/console/keys/revoke")} class="stack inset">
      ${onceFields(view)} ${keyField(key.keyId)}
      <p class="small-text second">${words.revokeWhy}</p>
      ${typed}
      <div class="actions">
        ${submitButton({ label: words.revokeNow, look: "danger", isSmall: true })}
      </div>
    </form>
  </details>` as PageNode
}

const item = (key: KeySummary, nowMs: number, view: ConsoleView, words: KeysWords): PageNode => {
  const { burst, reads, writes } = key.quota
  const count = (figure: number): string => formatCount(view.language, figure)
  const badge =
    key.mode === "live" ? stateBadge("held", words.live) : stateBadge("info", words.sandbox)
  const id = `id-${key.keyId}`
  return html`<li>
    <div class="key-line">
      <code class="key-id" id=${id}>${key.keyId}</code> ${badge}
      ${copyButton({ copy: words.copyId, copied: words.copied }, id)}
    </div>
    <p class="small-text third">
      ${factsLine(
        words.made(formatDay(view.language, key.createdAt)),
        words.limits(count(reads), count(writes), count(burst)),
      )}
    </p>
    ${
      isOverlapping(key, nowMs)
        ? html`<p class="small-text">
            ${words.both(formatMinute(view.language, key.previousValidUntil ?? ""))}
          </p>`
        : null
    }
    ${
      mayChange(view)
        ? html`<div class="acts">
            ${rotation(key, nowMs, view, words)} ${revocation(key, view, words)}
          </div>`
        : null
    }
  </li>`
}

const revokedItem = (key: KeySummary, view: ConsoleView, words: KeysWords): PageNode =>
  html`<li>
    <div class="key-line">
      <code class="key-id">${key.keyId}</code>
      ${stateBadge("ended", words.revoked(formatDay(view.language, key.revokedAt ?? "")))}
    </div>
  </li>`

/** The keys of an account, the newest first: what each may do, and how it is renewed or ended. */
export const keyList = (facts: KeysFacts, view: ConsoleView): PageContent => {
  const words = keysWords[view.language]
  const { revoked, used } = facts
  const isRevokedShown = revoked.keys.length > 0 || revoked.isLater
  return [
    used.keys.length === 0
      ? html`<p class="empty inset">${words.noKeys}</p>`
      : html`<ul class="key-list">
          ${used.keys.map((key) => item(key, facts.nowMs, view, words))}
        </ul>`,
    used.next === null && !used.isLater
      ? null
      : html`<div class="inset actions">
          ${pageSteps(view, {
            kept: {},
            isLater: used.isLater,
            next: used.next === null ? null : { before: used.next },
            words: words.steps,
          })}
        </div>`,
    isRevokedShown
      ? html`<details class="inset" open=${revoked.isLater}>
          <summary class="small-text">${words.revokedKeys}</summary>
          <ul class="key-list">
            ${revoked.keys.map((key) => revokedItem(key, view, words))}
          </ul>
          <div class="actions">
            ${pageSteps(view, {
              kept: {},
              isLater: revoked.isLater,
              next: revoked.next === null ? null : { revoked: revoked.next },
              words: words.revokedSteps,
            })}
          </div>
        </details>`
      : null,
  ]
}
