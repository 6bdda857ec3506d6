import { printedLocales } from "../../../core/vocabulary/written-language.ts"
import { readTypedCount } from "../../../rules/messages/typed-numbers.ts"
import { isKeyIdText, type KeyId } from "../../../rules/accounts/key-text.ts"
import { trackedRef } from "../../../rules/links/link-code.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { copyLine, factsLine, pageSteps, shortKeyText } from "./controls.ts"
import { readKeysFacts } from "./facts.ts"
import { formatCount, formatDay, formatMinute } from "./format.ts"
import { cardHead, type ConsoleContent, onceFields, suspendedNotice } from "./frame.ts"
import {
  createKeyForm,
  goLiveRoad,
  type KeysFacts,
  nextCard,
  reviewForm,
  type ShownSecret,
  type TypedDeclaration,
} from "./going-live.ts"
import {
  copiedEnd,
  readScopeTicks,
  readTerms,
  termsFacts,
  termsFields,
  type TypedTerms,
} from "./key-terms.ts"
import { type KeysWords, keysWords } from "./keys-words.ts"
import {
  asPage,
  byOwner,
  type ConsolePage,
  type ConsoleParts,
  forPartner,
  isFirst,
  type PartnerRequest,
  prepareConsoleRoute,
  wasDone,
} from "./requests.ts"
import { consoleAddress, type ConsoleView, mayChange } from "./view.ts"
import { copyButton, linkButton, submitButton, inputField } from "../kit/controls.ts"
import { type FormFields, seeOther } from "../kit/form.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { stateBadge } from "../kit/symbols.ts"
import type { BadLimit, KeyNotFound, KeyRefused, KeyRevoked } from "../../ports/account-errors.ts"
import type { KeySummary } from "../../ports/keys.ts"

const path = "/console/keys"

/** The routes of keys: the page, and the forms that make, renew and end them and ask for review. */
export const keysRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  const page = forPartner((request) =>
    Effect.flatMap(takeSecret(parts, request), (shown) =>
      showKeys(parts, request, undefined, shown),
    ),
  )
  return [
    route(path, ["GET"], () => page),
    route(`${path}/create`, ["POST"], () => create(parts)),
    route(`${path}/change`, ["POST"], () => change(parts)),
    route(`${path}/copy`, ["POST"], () => copy(parts)),
    route(`${path}/rotate`, ["POST"], () => rotate(parts)),
    route(`${path}/revoke`, ["POST"], () => revoke(parts)),
    route(`${path}/review`, ["POST"], () => review(parts)),
  ]
}

/** What was done where a person is sent to read a secret. */
const doneWithSecret: ReadonlySet<string> = new Set(["created", "copied", "rotated"])

/**
 * The secret that the person is to be shown now and not again, if any; owners alone see one. Only the
 * page that the form sent them to takes it: no other one that they have open, and nothing that looks
 * at the address without showing it.
 */
const takeSecret = (
  { baseUrl, keys, oneTime, trackedLinks }: ConsoleParts,
  request: PartnerRequest,
) =>
  Effect.gen(function* () {
    const { call, query, view, visitor } = request
    if (!mayChange(view) || !isRead(call) || !doneWithSecret.has(query("done"))) {
      return undefined
    }
    // A process of the version before sends people here without naming the key.
    const named = query("key")
    if (named !== "" && !isKeyIdText(named)) return undefined
    const keyId = yield* oneTime.take(visitor.personId, named === "" ? undefined : named)
    const record = keyId === undefined ? undefined : yield* keys.find(keyId)
    if (
      record === undefined ||
      record.revokedAt !== null ||
      record.partner.code !== visitor.partner?.code
    ) {
      return undefined
    }
    const { code: partnerCode } = record.partner
    const secret = Redacted.value(record.secrets.current)
    const usual = yield* trackedLinks.usual(partnerCode)
    const shown: ShownSecret = {
      keyId: record.keyId,
      secret,
      exported: [
        `export VIATICA_URL=${baseUrl}`,
        `export VIATICA_KEY=${record.keyId}`,
        `export VIATICA_SECRET=${secret}`,
        ...(usual === undefined
          ? []
          : [`export VIATICA_REF=${trackedRef({ partnerCode, linkCode: usual.code })}`]),
      ].join("\n"),
    }
    return shown
  })

/** Whether somebody reads the answer: HEAD asks for none, and browsers say what they fetch ahead. */
const isRead = ({ headerValues, method }: PartnerRequest["call"]): boolean =>
  method === "GET" && !headerValues("sec-purpose").some((purpose) => purpose.includes("prefetch"))

const showKeys = (
  parts: ConsoleParts,
  request: PartnerRequest,
  wrong?: KeysFault,
  shown?: ShownSecret,
) =>
  Effect.gen(function* () {
    const { partnerCode, query, view } = request
    const facts = yield* readKeysFacts(parts, partnerCode, { query, shown })
    const usual = yield* parts.trackedLinks.usual(partnerCode)
    const ref = usual === undefined ? undefined : trackedRef({ partnerCode, linkCode: usual.code })
    return request.show(keysPage(view, facts, { ...wrong, ref, edited: query("edit") }))
  })

/** Which key is edited, and what was typed where it could not be done. */
interface Edit {
  readonly edited: string
  readonly typed: TypedTerms | undefined
}

/** What could not be done, with what was typed. */
interface KeysFault {
  readonly fault: string
  readonly typed?: TypedDeclaration
  readonly terms?: TypedTerms
}

/** The page of keys: the road to the live key, what comes next on it, and all keys. */
const keysPage = (
  view: ConsoleView,
  facts: KeysFacts,
  {
    edited,
    ref,
    ...wrong
  }: Partial<KeysFault> & { readonly edited: string; readonly ref: string | undefined },
): ConsoleContent => {
  const words = keysWords[view.language]
  return {
    title: words.title,
    fault: wrong.fault,
    body: html`${suspendedNotice(view, facts.partner)} ${goLiveRoad(facts, view.language)}
      <div class="columns wide-first">
        <div class="stack">
          ${facts.shown === undefined ? null : secretCard(facts.shown, view, words)}
          <section class="card flush">
            ${cardHead(words.allKeys)} ${keyList(facts, view, { edited, typed: wrong.terms })}
            ${another(facts, view, words, wrong.terms)}
            ${ref === undefined ? null : refLine(ref, view, words)}
          </section>
        </div>
        <div class="stack">
          ${nextCard(facts, view, wrong.typed, wrong.terms)} ${limitsCard(facts, view, words)}
        </div>
      </div>`,
  }
}

/** The ref that reports of sales name where no other link is meant, as programs read it beside the key. */
const refLine = (ref: string, view: ConsoleView, words: KeysWords): PageNode =>
  html`<div class="inset stack">
    ${copyLine(words.ref, "usual-ref", ref, { copy: words.copyRef, copied: words.copied })}
    <p class="help">
      ${`${words.refWhy} `}<a href=${consoleAddress(view, "/console/links")}>${words.toLinks}</a>
    </p>
  </div>`

const secretCard = (shown: ShownSecret, view: ConsoleView, words: KeysWords): PageNode =>
  html`<section class="card stack keep" aria-labelledby="keep">
    <h2 class="display" id="keep">${words.keepTitle}</h2>
    ${copyLine(words.keyId, "new-key-id", shown.keyId, { copy: words.copyId, copied: words.copied })}
    ${copyLine(words.secret, "new-secret", shown.secret, { copy: words.copySecret, copied: words.copied })}
    <p class="small-text second">${words.lost}</p>
    <div class="stack">
      <div class="actions">
        <h3>${words.exported}</h3>
        ${copyButton({ copy: words.copyLines, copied: words.copied }, "new-lines")}
      </div>
      <pre id="new-lines" tabindex="0" role="group" aria-label=${words.exported}>
${shown.exported}</pre>
      <p class="help">${`${words.exportedWhy} `}<a href="/docs">${words.toQuickstart}</a></p>
    </div>
    <div class="actions">
      ${linkButton({ href: consoleAddress(view, view.path), label: words.kept, look: "main" })}
    </div>
  </section>`

/** The keys of an account, the newest first: what each may do, and how it is renewed or ended. */
const keyList = (facts: KeysFacts, view: ConsoleView, edit: Edit): PageContent => {
  const words = keysWords[view.language]
  const { revoked, used } = facts
  const isRevokedShown = revoked.keys.length > 0 || revoked.isLater
  return [
    used.keys.length === 0
      ? html`<p class="empty inset">${words.noKeys}</p>`
      : html`<ul class="key-list">
          ${used.keys.map((key) => item(key, { ...edit, nowMs: facts.nowMs }, view, words))}
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

const item = (
  key: KeySummary,
  { nowMs, ...edit }: Edit & { readonly nowMs: number },
  view: ConsoleView,
  words: KeysWords,
): PageNode => {
  const { burst, reads, writes } = key.quota
  const count = (figure: number): string => formatCount(view.language, figure)
  const badge =
    key.mode === "live" ? stateBadge("held", words.live) : stateBadge("info", words.sandbox)
  const id = `id-${key.keyId}`
  return html`<li>
    ${key.name === "" ? null : html`<p class="key-name"><strong>${key.name}</strong></p>`}
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
    ${termsFacts(key, nowMs, view)}
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
            ${changing(key, view, words, edit)} ${rotation(key, nowMs, view, words)}
            ${revocation(key, view, words)}
          </div>`
        : null
    }
  </li>`
}

/** A secret before the newest one that still signs. */
const isOverlapping = ({ previousValidUntil }: KeySummary, nowMs: number): boolean =>
  previousValidUntil !== null && Date.parse(previousValidUntil) > nowMs

/** The forms of one key at a time, as a page lists many. */
const changing = (
  key: KeySummary,
  view: ConsoleView,
  words: KeysWords,
  { edited, typed }: Edit,
): PageContent =>
  edited === key.keyId || typed?.form === key.keyId
    ? [
        html`<details class="act" id="edit" open>
          <summary class="button small">
            ${words.changeTerms}<span class="unseen"> ${shortKeyText(key.keyId)}</span>
          </summary>
          <form
            method="post"
            action=${consoleAddress(view, "/console/keys/change")}
            class="stack inset"
          >
            ${onceFields(view)} ${keyField(key.keyId)}
            ${termsFields(view, key.keyId, { key, typed })}
            <div class="actions">${submitButton({ label: words.keepTerms, isSmall: true })}</div>
          </form>
        </details>`,
        copying(key, view, words),
      ]
    : linkButton({
        href: `${consoleAddress(view, path, { edit: key.keyId })}#edit`,
        label: [words.changeOrCopy, html`<span class="unseen"> ${shortKeyText(key.keyId)}</span>`],
        isSmall: true,
      })

const copying = (key: KeySummary, view: ConsoleView, words: KeysWords): PageNode =>
  html`<details class="act">
    <summary class="button small">
      ${words.copy}<span class="unseen"> ${shortKeyText(key.keyId)}</span>
    </summary>
    <form method="post" action=${consoleAddress(view, "/console/keys/copy")} class="stack inset">
      ${onceFields(view)} ${keyField(key.keyId)}
      <p class="small-text second">${words.copyWhy}</p>
      <div class="actions">${submitButton({ label: words.copyNow, isSmall: true })}</div>
    </form>
  </details>`

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

const keyField = (keyId: KeyId): PageNode => html`<input type="hidden" name="key" value=${keyId} />`

const revocation = (key: KeySummary, view: ConsoleView, words: KeysWords): PageNode => {
  const id = `typed-${key.keyId}`
  const typed =
    key.mode === "live"
      ? inputField({
          id,
          label: words.typeId,
          input: {
            name: "typed",
            class: "code",
            autocomplete: "off",
            spellcheck: false,
            required: true,
          },
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

const revokedItem = (key: KeySummary, view: ConsoleView, words: KeysWords): PageNode =>
  html`<li>
    <div class="key-line">
      <code class="key-id">${key.keyId}</code>
      ${stateBadge("ended", words.revoked(formatDay(view.language, key.revokedAt ?? "")))}
    </div>
  </li>`

const another = (
  facts: KeysFacts,
  view: ConsoleView,
  words: KeysWords,
  typed: TypedTerms | undefined,
): PageContent => {
  if (!mayChange(view) || facts.partner.status === "suspended") return null
  const has = (mode: "sandbox" | "live"): boolean => facts.modes[mode]?.isInUse === true
  return html`<div class="actions inset">
    ${createKeyForm(view, "sandbox", has("sandbox") ? words.another : words.createSandbox, { look: "plain", typed })}
    ${has("live") ? createKeyForm(view, "live", words.anotherLive, { look: "plain", typed }) : null}
  </div>`
}

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

/** Characters of a sentence that says what prices will stand on. */
const purposeCharactersMax = 500

const review = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const typed = {
        calls: fields.text("calls"),
        sales: fields.text("sales"),
        purpose: fields.text("purpose"),
      }
      const locale = printedLocales[request.view.language]
      const callsMonthly = readTypedCount(typed.calls, locale)
      const salesMonthly = readTypedCount(typed.sales, locale)
      const purpose = typed.purpose.toWellFormed().replaceAll("\0", "")
      const isWhole =
        callsMonthly !== undefined &&
        salesMonthly !== undefined &&
        purpose !== "" &&
        purpose.length <= purposeCharactersMax
      if (!isWhole) return yield* wrongly(parts, request, "declared", typed)
      const { partner } = yield* readKeysFacts(parts, request.partnerCode)
      if (partner.status === "suspended") return yield* wrongly(parts, request, "missing", typed)
      yield* parts.reviews.ask(request.partnerCode, { callsMonthly, salesMonthly, purpose })
      return wasDone(request.view, path, "asked")
    }),
  )

const wrongly = (
  parts: ConsoleParts,
  request: PartnerRequest,
  fault: string,
  typed?: TypedDeclaration,
) =>
  showKeys(parts, asPage(parts, request, path), {
    fault,
    ...(typed === undefined ? {} : { typed }),
  })

const create = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const { partnerCode, view, visitor } = request
      const mode = fields.text("mode") === "live" ? "live" : "sandbox"
      const terms = readTerms(fields, yield* Clock.currentTimeMillis, undefined)
      if (Result.isFailure(terms)) return yield* wronglyTyped(parts, request, terms.failure)
      if (!(yield* isFirst(parts, request, fields))) return wasDone(view, path, "already")
      const scopes = readScopeTicks(fields)
      const wish = { partnerCode, mode, scopes, terms: terms.success } as const
      const { keyId } = yield* parts.keys.create(wish)
      yield* parts.oneTime.hand(visitor.personId, keyId)
      return toSecret({ ...view, mode }, "created", keyId)
    }).pipe(orWrong(parts, request)),
  )

type Paged = ReturnType<ConsolePage>

/** Tells on the page why a key could not be made or changed; its limits are the house's own. */
const orWrong =
  (parts: ConsoleParts, request: PartnerRequest) =>
  (
    work: Effect.Effect<
      Effect.Success<Paged>,
      Effect.Error<Paged> | KeyNotFound | KeyRevoked | KeyRefused | BadLimit
    >,
  ): Paged =>
    Effect.catchTags(work, {
      KeyNotFound: () => wrongly(parts, request, "key"),
      KeyRevoked: () => wrongly(parts, request, "key"),
      KeyRefused: () => wrongly(parts, request, "missing"),
      BadLimit: (cause) => Effect.die(cause),
    })

const wronglyTyped = (parts: ConsoleParts, request: PartnerRequest, terms: TypedTerms) =>
  showKeys(parts, asPage(parts, request, path), { fault: "networks", terms })

const change = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const key = yield* namedKey(parts, request, fields)
      if (key === undefined) return yield* wrongly(parts, request, "key")
      const terms = readTerms(fields, yield* Clock.currentTimeMillis, key)
      if (Result.isFailure(terms)) return yield* wronglyTyped(parts, request, terms.failure)
      yield* parts.keys.change(request.partnerCode, key.keyId, terms.success)
      return wasDone(request.view, path, "changed")
    }).pipe(orWrong(parts, request)),
  )

const copy = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const { partnerCode, view, visitor } = request
      const key = yield* namedKey(parts, request, fields)
      if (key === undefined) return yield* wrongly(parts, request, "key")
      if (!(yield* isFirst(parts, request, fields))) return wasDone(view, path, "already")
      const { mode, name, networks, quota, readsSales, scopes } = key
      const expiresAt = copiedEnd(key, yield* Clock.currentTimeMillis)
      const { reads, writes } = quota
      const terms = { name, expiresAt, networks, readsSales }
      const { keyId } = yield* parts.keys.create({
        partnerCode,
        mode,
        scopes,
        reads,
        writes,
        terms,
      })
      yield* parts.oneTime.hand(visitor.personId, keyId)
      return toSecret({ ...view, mode }, "copied", keyId)
    }).pipe(orWrong(parts, request)),
  )

/** Sends a person on to the page that shows the secret of a key, once. */
const toSecret = (view: PartnerRequest["view"], done: string, keyId: KeyId) =>
  seeOther(consoleAddress(view, path, { done, key: keyId }))

const rotate = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const key = yield* namedKey(parts, request, fields)
      if (key === undefined) return yield* wrongly(parts, request, "key")
      if (!(yield* isFirst(parts, request, fields))) return wasDone(request.view, path, "already")
      yield* parts.keys.rotate(key.keyId)
      yield* parts.oneTime.hand(request.visitor.personId, key.keyId)
      return toSecret(request.view, "rotated", key.keyId)
    }).pipe(orWrong(parts, request)),
  )

/** The key of the account that a form names; undefined for keys of others, as for unknown ones. */
const namedKey = ({ keys }: ConsoleParts, { partnerCode }: PartnerRequest, fields: FormFields) => {
  const keyId = fields.text("key")
  return isKeyIdText(keyId)
    ? Effect.map(keys.get(partnerCode, keyId), (key) => (key?.revokedAt === null ? key : undefined))
    : Effect.undefined
}

const revoke = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const key = yield* namedKey(parts, request, fields)
      if (key === undefined) return yield* wrongly(parts, request, "key")
      if (key.mode === "live" && fields.text("typed") !== key.keyId) {
        return yield* wrongly(parts, request, "typed")
      }
      yield* parts.keys.revoke(key.keyId)
      return wasDone(request.view, path, "revoked")
    }).pipe(Effect.catchTag("KeyNotFound", () => wrongly(parts, request, "key"))),
  )
