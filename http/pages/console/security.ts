import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import makeQrCode from "qrcode-generator"
import { factsLine } from "./controls.ts"
import { formatCount, formatDay, formatMinute } from "./format.ts"
import { cardHead, type ConsoleContent, csrfField } from "./frame.ts"
import {
  asPage,
  byOwner,
  byPerson,
  type ConsoleRequest,
  type OwnPagesParts,
  prepareConsoleRoute,
  statusContent,
  wasDone,
} from "./requests.ts"
import { securityWords, type SecurityWords } from "./security-words.ts"
import { consoleAddress, type ConsoleView } from "./view.ts"
import { linkButton, notice, submitButton, inputField } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { passkeyForm, passkeyScript, passkeySite } from "../kit/passkey-form.ts"
import type { Member, OpenSession } from "../../ports/people.ts"
import type {
  FactorHolders,
  FactorsOf,
  FreshCodes,
  PasskeyOptions,
} from "../../ports/second-factors.ts"

const path = "/console/security"

/** The routes of what is a person's own: sessions, second factors, and what an account asks of all. */
export const securityRoutes = (parts: OwnPagesParts) => {
  const { people, secondFactors } = parts
  const site = passkeySite(parts.baseUrl)
  const route = prepareConsoleRoute(parts)
  const show = (request: ConsoleRequest, more: Partial<ShownOnce> = {}) =>
    showSecurity(parts, asPage(parts, request, path), more)
  const done = ({ view }: ConsoleRequest, name: string) => Effect.succeed(wasDone(view, path, name))

  const end = byPerson(parts, false, (request, fields) => {
    const { personId, sessionId } = request.visitor
    const only = fields.text("session")
    // The one that asks is ended by signing out, which takes the cookie too.
    return only === "" || only === sessionId
      ? Effect.as(
          people.endSessions(personId, { allBut: sessionId }),
          wasDone(request.view, path, "ended-others"),
        )
      : Effect.as(people.endSessions(personId, { only }), wasDone(request.view, path, "ended"))
  })

  const beginCode = byPerson(parts, true, (request) =>
    Effect.andThen(secondFactors.beginCode(request.visitor.personId), done(request, "code-begun")),
  )

  const confirmCode = byPerson(parts, true, (request, fields) =>
    secondFactors.confirmCode(request.visitor, fields.text("code")).pipe(
      Effect.flatMap((codes) => show(settled(request), { codes, isAdded: true })),
      Effect.catchTags({
        FactorRefused: () => show(request, { fault: "bad-code" }),
        TooManyFactorTries: () => show(request, { fault: "many-tries", status: 429 }),
      }),
    ),
  )

  const addPasskey = byPerson(parts, true, (request, fields) =>
    site === undefined
      ? show(request, { fault: "bad-passkey" })
      : secondFactors
          .addPasskey(request.visitor, fields.text("name"), { site, text: fields.text("passkey") })
          .pipe(
            Effect.flatMap((codes) => show(settled(request), { codes, isAdded: true })),
            Effect.catchTags({
              FactorRefused: () => show(request, { fault: "bad-passkey" }),
              TooManyFactorTries: () => show(request, { fault: "many-tries", status: 429 }),
              TooManyPasskeys: () => show(request, { fault: "many-passkeys" }),
            }),
          ),
  )

  const remove = byPerson(parts, true, (request, fields) => {
    const { personId } = request.visitor
    const id = fields.text("passkey")
    const removed =
      id === "" ? secondFactors.removeCode(personId) : secondFactors.removePasskey(personId, id)
    return Effect.andThen(removed, done(request, "factor-removed")).pipe(
      Effect.catchTag("FactorRefused", () => show(request, { fault: "bad-passkey" })),
    )
  })

  const renewCodes = byPerson(parts, true, (request) =>
    Effect.flatMap(secondFactors.renewRecoveryCodes(request.visitor.personId), (codes) =>
      show(request, { codes }),
    ),
  )

  const setRule = byOwner(parts, (request, fields) => {
    const isRule = fields.text("rule") === "on"
    return Effect.andThen(
      secondFactors.setRule(request.visitor.personId, isRule),
      done(request, isRule ? "rule" : "rule-off"),
    ).pipe(
      Effect.catchTags({
        RoleRefused: () => Effect.succeed(request.show(statusContent(403, request.view))),
        OwnFactorMissing: () => show(request, { fault: "own-factor" }),
      }),
    )
  })

  return [
    route(path, ["GET"], () => (request) => show(request)),
    route(`${path}/end`, ["POST"], () => end),
    route(`${path}/code`, ["POST"], () => beginCode),
    route(`${path}/confirm`, ["POST"], () => confirmCode),
    route(`${path}/passkey`, ["POST"], () => addPasskey),
    route(`${path}/remove`, ["POST"], () => remove),
    route(`${path}/recovery`, ["POST"], () => renewCodes),
    route(`${path}/rule`, ["POST"], () => setRule),
  ]
}

/** A request after its person has set a second factor up: the rest of the console is open. */
const settled = (request: ConsoleRequest): ConsoleRequest => ({
  ...request,
  view: { ...request.view, isSettingUp: false },
})

/** What a page shows once, beside what it always shows. */
interface ShownOnce {
  readonly codes: FreshCodes
  readonly isAdded: boolean
  readonly fault: string
  readonly status: number
}

/** What the page of security is made of. */
interface SecurityFacts {
  readonly factors: FactorsOf
  readonly sessions: ReadonlyArray<OpenSession>
  readonly passkeyOptions: PasskeyOptions | undefined
  /** What the account asks, for its owners; undefined for others. */
  readonly rule: RuleFacts | undefined
}

interface RuleFacts {
  readonly isRule: boolean
  readonly members: ReadonlyArray<Member>
  readonly holders: FactorHolders
}

const showSecurity = (
  { baseUrl, people, secondFactors }: OwnPagesParts,
  { show, view, visitor }: ConsoleRequest,
  once: Partial<ShownOnce>,
) =>
  Effect.gen(function* () {
    const { partner, personId, sessionId } = visitor
    const site = passkeySite(baseUrl)
    const isOwner = partner?.role === "owner" && !view.isSettingUp
    const facts: SecurityFacts = {
      factors: yield* secondFactors.of(personId),
      sessions: yield* people.sessions(personId, sessionId),
      passkeyOptions:
        site === undefined ? undefined : yield* secondFactors.newPasskeyOptions(visitor, site),
      rule: isOwner
        ? {
            isRule: yield* secondFactors.isRule(partner.code),
            members: yield* people.members(partner.code),
            holders: yield* secondFactors.holders(partner.code),
          }
        : undefined,
    }
    return show(securityPage(view, facts, once))
  })

const securityPage = (
  view: ConsoleView,
  facts: SecurityFacts,
  once: Partial<ShownOnce>,
): ConsoleContent => {
  const words = securityWords[view.language]
  const { codes = [], fault, isAdded, status } = once
  return {
    title: words.title,
    headline: view.isSettingUp ? words.settingUp : words.headline(facts.sessions.length),
    fault,
    ...(status === undefined ? {} : { status, headers: { "retry-after": "3600" } }),
    scripts: [passkeyScript],
    body: html`${view.isSettingUp ? notice("info", html`<p>${words.settingUpWhy}</p>`) : null}
      ${isAdded === true ? notice("ok", html`<p>${words.added}</p>`) : null}
      ${codes.length === 0 ? null : codesCard(codes, view, words)}
      <div class="columns">
        <div class="stack">
          ${passkeysCard(facts, view, words)} ${codeCard(facts, view, words)}
          ${recoveryCard(facts, view, words)}
        </div>
        ${
          view.isSettingUp
            ? null
            : html`<div class="stack">
                ${sessionsCard(facts, view, words)} ${ruleCard(facts, view, words)}
              </div>`
        }
      </div>`,
  }
}

/** Recovery codes, shown once. */
const codesCard = (codes: FreshCodes, view: ConsoleView, words: SecurityWords): PageNode =>
  html`<section class="card stack recovery" aria-labelledby="recovery-codes">
    <h2 id="recovery-codes">${words.newCodes}</h2>
    <p class="second">${words.newCodesWhy}</p>
    <ul class="recovery-codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p>
      ${linkButton({ href: consoleAddress(view, path), label: words.codesKept, look: "plain" })}
    </p>
  </section>` as PageNode

const ownForm = (
  view: ConsoleView,
  name: string,
  fields: PageContent,
  button: Parameters<typeof submitButton>[0],
): PageNode =>
  html`<form method="post" action=${consoleAddress(view, `${path}/${name}`)} class="own-form">
    ${csrfField(view)} ${fields} ${submitButton(button)}
  </form>`

const passkeysCard = (
  { factors, passkeyOptions }: SecurityFacts,
  view: ConsoleView,
  words: SecurityWords,
): PageNode =>
  html`<section class="card flush">
    ${cardHead(words.passkeys)}
    ${
      factors.passkeys.length === 0
        ? html`<p class="inset second">${words.noPasskey}</p>`
        : html`<ul class="key-list">
            ${factors.passkeys.map(
              ({ createdAt, id, name, usedAt }) =>
                html`<li>
                  <p><strong class="address">${name === "" ? words.unnamed : name}</strong></p>
                  <p class="small-text third">
                    ${factsLine(
                      words.addedOn(formatDay(view.language, createdAt)),
                      usedAt === null
                        ? undefined
                        : words.usedAt(formatMinute(view.language, usedAt)),
                    )}
                  </p>
                  ${ownForm(
                    view,
                    "remove",
                    html`<input type="hidden" name="passkey" value=${id} />`,
                    {
                      look: "danger",
                      isSmall: true,
                      label: html`${words.remove}<span class="unseen">: ${name}</span>`,
                    },
                  )}
                </li>`,
            )}
          </ul>`
    }
    <div class="inset">
      ${
        passkeyOptions === undefined
          ? html`<p class="help">${words.noSite}</p>`
          : passkeyForm({
              action: consoleAddress(view, `${path}/passkey`),
              does: "make",
              options: passkeyOptions,
              fields: html`${csrfField(view)}
              ${inputField({
                id: "name",
                label: words.passkeyName,
                help: words.passkeyWhy,
                input: { maxlength: 60, required: true, autocomplete: "off" },
              })}`,
              label: words.addPasskey,
              isMain: factors.passkeys.length === 0,
              failed: words.failed,
            })
      }
    </div>
  </section>` as PageNode

const codeCard = ({ factors }: SecurityFacts, view: ConsoleView, words: SecurityWords): PageNode =>
  html`<section class="card stack">
    <h2>${words.code}</h2>
    ${
      factors.codeSince !== null
        ? html`<p class="second">${words.codeSince(formatDay(view.language, factors.codeSince))}</p>
            ${ownForm(view, "remove", null, { look: "danger", isSmall: true, label: words.removeCode })}`
        : factors.pendingSecret === null
          ? html`<p class="second">${words.codeWhy}</p>
              ${ownForm(view, "code", null, { look: "plain", label: words.beginCode })}`
          : pendingCode(Redacted.value(factors.pendingSecret), view, words)
    }
  </section>` as PageNode

const pendingCode = (secret: string, view: ConsoleView, words: SecurityWords): PageNode =>
  html`<div class="stack">
    <div class="qr-and-text">
      ${qrPicture(secret, view, words)}
      <div>
        <p class="second">${words.scan}</p>
        <p><code class="secret-text">${(secret.match(/.{1,4}/gu) ?? []).join(" ")}</code></p>
      </div>
    </div>
    ${ownForm(
      view,
      "confirm",
      inputField({
        id: "code",
        label: words.shownCode,
        input: {
          inputmode: "numeric",
          autocomplete: "one-time-code",
          maxlength: 12,
          required: true,
        },
      }),
      { label: words.confirm },
    )}
    ${ownForm(view, "code", null, { look: "quiet", isSmall: true, label: words.otherSecret })}
  </div>` as PageNode

/** The secret as a picture that authenticator apps read; always dark on light, as they ask. */
const qrPicture = (secret: string, { email }: ConsoleView, words: SecurityWords): PageNode => {
  const label = encodeURIComponent(`Viatica:${email}`)
  const qr = makeQrCode(0, "M")
  qr.addData(`otpauth://totp/${label}?secret=${secret}&issuer=Viatica`)
  qr.make()
  const size = qr.getModuleCount()
  const places = Array.from({ length: size }, (_, index) => index)
  const dark = places
    .flatMap((y) => places.filter((x) => qr.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`))
    .join("")
  return html`<svg
    class="qr"
    viewBox=${`-4 -4 ${size + 8} ${size + 8}`}
    role="img"
    aria-label=${words.picture}
  >
    <rect x="-4" y="-4" width=${size + 8} height=${size + 8} fill="#fff" />
    <path d=${dark} fill="#15242a" shape-rendering="crispEdges" />
  </svg>`
}

const recoveryCard = (
  { factors }: SecurityFacts,
  view: ConsoleView,
  words: SecurityWords,
): PageContent =>
  factors.passkeys.length === 0 && factors.codeSince === null
    ? null
    : html`<section class="card stack">
        <h2>${words.recovery}</h2>
        <p class="second">
          ${words.recoveryLeft(formatCount(view.language, factors.recoveryCodes))}
        </p>
        ${ownForm(view, "recovery", null, { look: "plain", isSmall: true, label: words.renewCodes })}
      </section>`

const sessionsCard = (
  { sessions }: SecurityFacts,
  view: ConsoleView,
  words: SecurityWords,
): PageNode =>
  html`<section class="card flush">
    ${cardHead(
      words.sessions,
      sessions.length < 2
        ? undefined
        : ownForm(view, "end", null, { look: "danger", isSmall: true, label: words.endOthers }),
    )}
    <ul class="key-list">
      ${sessions.map((session) => sessionItem(session, view, words))}
    </ul>
    <p class="help inset">${words.sessionsWhy}</p>
  </section>` as PageNode

const sessionItem = (session: OpenSession, view: ConsoleView, words: SecurityWords): PageNode => {
  const device = session.device === "" ? words.unknownDevice : session.device
  return html`<li>
    <p>
      <strong>${device}</strong
      >${session.isThis ? html` <span class="third">(${words.thisOne})</span>` : null}
    </p>
    <p class="small-text third">
      ${factsLine(
        session.network === "" ? words.unknownNetwork : session.network,
        session.isNewNetwork ? words.newNetwork : undefined,
        words.since(formatMinute(view.language, session.since)),
        session.isThis ? undefined : words.seen(formatMinute(view.language, session.lastSeen)),
        words.ways[session.way ?? "unknown"],
        session.isProven && session.way !== "passkey" ? words.proven : undefined,
      )}
    </p>
    ${
      session.isThis
        ? null
        : ownForm(
            view,
            "end",
            html`<input type="hidden" name="session" value=${session.sessionId} />`,
            {
              look: "plain",
              isSmall: true,
              label: html`${words.end}<span class="unseen">: ${device}, ${session.network}</span>`,
            },
          )
    }
  </li>`
}

const ruleCard = (
  { rule }: SecurityFacts,
  view: ConsoleView,
  words: SecurityWords,
): PageContent => {
  if (rule === undefined) return null
  const lacking = rule.members
    .filter(({ personId }) => {
      const held = rule.holders.get(personId)
      return held === undefined || (held.passkeys === 0 && !held.hasCode)
    })
    .map(({ email }) => email)
  return html`<section class="card stack">
    <h2>${words.rule}</h2>
    <p class="second">${rule.isRule ? words.ruleOn : words.ruleOff}</p>
    <p class="small-text second">
      ${lacking.length === 0 ? words.allReady : words.notReady(lacking.join(", "))}
    </p>
    ${ownForm(
      view,
      "rule",
      html`<input type="hidden" name="rule" value=${rule.isRule ? "off" : "on"} />`,
      { look: rule.isRule ? "plain" : "main", label: rule.isRule ? words.dropRule : words.setRule },
    )}
  </section>`
}
