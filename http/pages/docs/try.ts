import * as Effect from "effect/Effect"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { responseBytes } from "../../api/answer.ts"
import { type EndpointName, endpoints } from "../../api/api.ts"
import { splitTarget } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { codeBox } from "./code-box.ts"
import { operationPath } from "./docs-menu.ts"
import { docsPage } from "./docs-page.ts"
import { docsWords } from "./docs-words.ts"
import type { OperationExample } from "./operation-examples.ts"
import { jsonStyle, laidOut } from "./snippets/languages.ts"
import { callCost, type CallCost } from "../endpoint-cost.ts"
import { field, linkButton, notice, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { type PageReading, readingOf } from "../kit/reading.ts"
import { csrfInput, type Visitors } from "../sign-in/visitor.ts"
import type { Keys } from "../../ports/keys.ts"
import { keyInUse, type SendOwnCall } from "../../ports/own-calls.ts"
import type { Visitor } from "../../ports/people.ts"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"

/** Makes the sandbox calls that people try from the documentation. */
export const makeTryCall = (keys: Keys["Service"], send: SendOwnCall): TryCall =>
  Effect.fn("Docs.tryCall")(function* (partnerCode, { body, operation, query }) {
    const key = yield* keyInUse(keys, partnerCode, "sandbox")
    if (key === undefined) return undefined
    const { method, path } = endpoints[operation]
    const sent = method === "POST" ? body : ""
    const reply = yield* send(key, { method, path, query, body: Buffer.from(sent, "utf8") })
    return {
      keyId: key.keyId,
      status: reply.status,
      headers: reply.headers,
      text: Buffer.from(responseBytes(reply)).toString("utf8"),
    }
  })

/** What the page that tries calls stands on. */
export interface TryRouteParts {
  readonly makePage: MakePage
  readonly visitors: Visitors
  readonly tryCall: TryCall
  readonly examples: () => Promise<Readonly<Record<EndpointName, OperationExample>>>
}

/** A call that somebody tries from the documentation. */
interface CallToTry {
  readonly operation: EndpointName
  /** What stands after the `?`; empty without. */
  readonly query: string
  /** The body as it was typed; empty without. */
  readonly body: string
}

/** What a tried call was answered. */
interface TriedCall {
  readonly keyId: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** What the page shows of a trial: what was typed, and what came of it, where it was sent. */
interface Trial {
  readonly typed: CallToTry
  readonly tried: TriedCall | "no key" | undefined
}

/**
 * `/docs/try/<operation>`: people who are signed in to the console may send a sandbox call from here. It
 * is kept by nobody, and sent by a form that a page of this session showed.
 */
export const makeTryRoute = (parts: TryRouteParts): OpenRoute => {
  const { examples, makePage, tryCall, visitors } = parts
  return {
    pattern: "/docs/try/*",
    methods: ["GET", "POST"],
    answer: (call, rest) => {
      const operation = operationOf(rest)
      if (operation === undefined) return Effect.succeed(undefined)
      return visitors.withVisitor(call, (visitor) =>
        Effect.gen(function* () {
          const reading = yield* readingOf(call)
          const example = (yield* Effect.promise(examples))[operation]
          const show = (trial: Trial) =>
            docsPage(
              makePage,
              reading,
              {
                path: tryPath(operation),
                title: tryWords[reading.language].title(
                  docsWords[reading.language].operations[operation],
                ),
                content: tryPage(reading, visitor, trial),
              },
              { headers: { "cache-control": "no-store" } },
            )
          if (call.method !== "POST" || visitor.partner === null) {
            return show({ typed: exampleCall(operation, example), tried: undefined })
          }
          const fields = yield* visitors.checkedForm(call, visitor)
          const typed = { operation, query: fields.text("query"), body: fields.text("body") }
          const tried = yield* tryCall(visitor.partner.code, typed)
          return show({ typed, tried: tried ?? "no key" })
        }),
      )
    },
  }
}

/**
 * Makes a sandbox call of a partner within the service: signed with the partner's own key and charged
 * as any other. Undefined where the partner has no sandbox key in use; nothing of the key's secret is
 * answered.
 */
export type TryCall = (
  partnerCode: PartnerCode,
  call: CallToTry,
) => Effect.Effect<TriedCall | undefined>

const operationOf = (name: string): EndpointName | undefined =>
  (Object.keys(endpoints) as ReadonlyArray<EndpointName>).find((each) => each === name)

/** Where a call is tried. */
const tryPath = (name: EndpointName): string => `/docs/try/${name}`

/** The page that tries a call for people who are signed in. */
const tryPage = (reading: PageReading, visitor: Visitor, { tried, typed }: Trial): PageNode => {
  const { href, language } = reading
  const words = tryWords[language]
  const { operation } = typed
  const { method, path } = endpoints[operation]
  const missing = (sentence: string, label: string, to: string) =>
    notice("info", [
      html`<p>${sentence}</p>`,
      html`<p>${linkButton({ href: href(to), label, isSmall: true })}</p>`,
    ])
  return html`<h1 class="display headline">
      ${words.title(docsWords[language].operations[operation])}
    </h1>
    <p class="endpoint"><b>${method}</b> ${path}</p>
    <p class="second lede">${words.lede}</p>
    ${
      visitor.partner === null
        ? missing(words.noAccount, words.toConsole, "/console")
        : formOf(reading, visitor, typed)
    }
    ${tried === "no key" ? missing(words.noKey, words.toKeys, "/console/keys") : null}
    <div class="wide-prose">
      ${tried === undefined || tried === "no key" ? null : answerOf(reading, tried)}
      <p><a href=${href(operationPath(operation))}>${words.reference}</a></p>
    </div>` as PageNode
}

const formOf = (reading: PageReading, visitor: Visitor, typed: CallToTry): PageNode => {
  const words = tryWords[reading.language]
  const { operation } = typed
  const takesBody = endpoints[operation].method === "POST"
  return html`<form class="stack try" method="post" action=${reading.href(tryPath(operation))}>
    ${csrfInput(visitor)}
    ${
      takesBody
        ? field({
            id: "body",
            label: words.body,
            help: words.bodyHelp,
            control: html`<textarea
              id="body"
              name="body"
              rows=${rowsOf(typed.body)}
              spellcheck="false"
              class="code"
              aria-describedby="body-help"
              value=${typed.body}
            ></textarea>`,
          })
        : field({
            id: "query",
            label: words.query,
            help: words.queryHelp,
            control: html`<input
              id="query"
              name="query"
              class="code"
              autocomplete="off"
              aria-describedby="query-help"
              value=${typed.query}
            />`,
          })
    }
    <p class="actions">
      ${submitButton({ label: words.send })}
      <span class="third small-text">${words.costs[callCost(operation)]}</span>
    </p>
  </form>`
}

/** As many rows as the text has, and some to write on. */
const rowsOf = (text: string): number => Math.min(30, text.split("\n").length + 2)

const shownHeaders = /^(?:x-ratelimit-|x-unknown-fields$|retry-after$|allow$)/

/** Longer answers are cut off on the page. */
const shownMax = 200_000

const answerOf = (reading: PageReading, tried: TriedCall): PageContent => {
  const words = tryWords[reading.language]
  const text = pretty(tried.text)
  const headers = Object.entries(tried.headers).filter(([name]) => shownHeaders.test(name))
  return html`<h2 id="answer-title">${words.answered}</h2>
    <p class="second">${words.by(tried.keyId)}</p>
    ${codeBox(reading, { id: "answer", label: String(tried.status), code: text.slice(0, shownMax) })}
    ${text.length > shownMax ? html`<p class="help">${words.shortened}</p>` : null}
    <dl class="pairs">
      ${headers.map(
        ([name, value]) =>
          html`<div>
            <dt><code>${name}</code></dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const exampleCall = (operation: EndpointName, { request }: OperationExample): CallToTry => ({
  operation,
  query: splitTarget(request.target).query,
  body: request.body === undefined ? "" : laidOut(request.body, jsonStyle),
})

/** The words of the page that tries a call. */
interface TryWords {
  readonly title: (operation: string) => string
  readonly lede: string
  readonly body: string
  readonly bodyHelp: string
  readonly query: string
  readonly queryHelp: string
  readonly send: string
  readonly costs: Readonly<Record<CallCost, string>>
  readonly answered: string
  readonly by: (keyId: string) => string
  readonly shortened: string
  readonly noKey: string
  readonly toKeys: string
  readonly noAccount: string
  readonly toConsole: string
  readonly reference: string
}

/** The words of the page that tries a call, by language. */
const tryWords: Readonly<Record<DocumentLanguage, TryWords>> = {
  en: {
    title: (operation) => `Try it: ${operation}`,
    lede: "Signed on this server with your sandbox key; its secret never reaches your browser.",
    body: "Body",
    bodyHelp: "JSON, sent as it stands here; a session or a ref in it must be your own.",
    query: "Query",
    queryHelp: "What follows the question mark; it is not signed.",
    send: "Send with your sandbox key",
    costs: {
      read: "It costs one read of your sandbox day.",
      write: "It costs one write of your sandbox day when it opens a subscription.",
      nothing: "It costs nothing of the day's quota.",
    },
    answered: "What was answered",
    by: (keyId) => `Signed with ${keyId}.`,
    shortened: "The rest is left out here.",
    noKey: "You have no sandbox key in use.",
    toKeys: "Get one in the console",
    noAccount: "You do not belong to an account yet.",
    toConsole: "Open one in the console",
    reference: "All about this call",
  },
  fr: {
    title: (operation) => `Essayer : ${operation}`,
    lede: "Signé sur ce serveur avec votre clé de test ; son secret n’atteint jamais votre navigateur.",
    body: "Corps",
    bodyHelp: "Du JSON, envoyé tel qu’il est ici ; une session ou un ref doit y être à vous.",
    query: "Requête",
    queryHelp: "Ce qui suit le point d’interrogation ; ce n’est pas signé.",
    send: "Envoyer avec votre clé de test",
    costs: {
      read: "Cela coûte une lecture de votre jour de test.",
      write: "Cela coûte une écriture de votre jour de test si une souscription s’ouvre.",
      nothing: "Cela ne prend rien sur le jour.",
    },
    answered: "Ce qui a été répondu",
    by: (keyId) => `Signé avec ${keyId}.`,
    shortened: "Le reste est omis ici.",
    noKey: "Vous n’avez pas de clé de test en service.",
    toKeys: "En obtenir une dans la console",
    noAccount: "Vous ne travaillez encore avec aucun compte.",
    toConsole: "En ouvrir un dans la console",
    reference: "Tout sur cet appel",
  },
}
