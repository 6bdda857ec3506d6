import * as Effect from "effect/Effect"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import {
  foldCell,
  foldTable,
  pageSteps,
  rowsPerPage,
  searchForm,
  searchLength,
} from "./controls.ts"
import { formatCount, formatDay, formatMoney } from "./format.ts"
import { cardHead, type ConsoleContent, csrfField, onceFields } from "./frame.ts"
import {
  asPage,
  byOwner,
  type ConsoleParts,
  forPartner,
  isFirst,
  type PartnerRequest,
  prepareConsoleRoute,
  wasDone,
} from "./requests.ts"
import { consoleAddress, type ConsoleView, inFrench, mayChange } from "./view.ts"
import { copyButton, submitButton, inputField } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { stateBadge } from "../kit/symbols.ts"
import type { LinksPage } from "../../ports/tracked-links.ts"
import type { CurrencyTotals, LinkUsage } from "../../ports/usage.ts"
import { trackedRef } from "../../../rules/links/link-code.ts"
import { linkSearch } from "../../../rules/links/funnel-address.ts"
import { subscriptionStages } from "../../../rules/links/link-step.ts"
import type { WrittenLanguage, InBoth } from "../../../core/vocabulary/written-language.ts"

const path = "/console/links"

/** The routes of links: the page, and the forms that make and archive them. */
export const linksRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(path, ["GET"], () => forPartner((request) => showLinks(parts, request))),
    route(`${path}/create`, ["POST"], () => create(parts)),
    route(`${path}/archive`, ["POST"], () => archive(parts)),
  ]
}

const showLinks = (
  parts: ConsoleParts,
  { partnerCode, query, show, view }: PartnerRequest,
  wrong?: Parameters<typeof linksPage>[2],
) =>
  Effect.gen(function* () {
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const typed = query("q").slice(0, searchLength)
    const page = yield* parts.usage.links(owner, {
      search: linkSearch(typed, partnerCode),
      after: query("after"),
      limit: rowsPerPage,
      isUsedOnly: false,
    })
    const usual = (yield* parts.trackedLinks.usual(partnerCode))?.code
    return show(
      linksPage(view, { ...page, partnerCode, baseUrl: parts.baseUrl, typed, usual }, wrong),
    )
  })

/** What the page of links is made of. */
interface LinksFacts extends LinksPage<LinkUsage> {
  readonly partnerCode: PartnerCode
  /** The address that links begin with. */
  readonly baseUrl: string
  /** What is searched, as it was typed; empty where all are listed. */
  readonly typed: string
  /** The code of the link that calls credit that name none. */
  readonly usual: string | undefined
}

/** The page of tracked links: what came of each, and a new one. */
const linksPage = (
  view: ConsoleView,
  facts: LinksFacts,
  wrong?: { readonly fault: string; readonly typed: string },
): ConsoleContent => {
  const words = linksWords[view.language]
  return {
    title: words.title,
    fault: wrong?.fault,
    body: html`<div class="stack">
      ${mayChange(view) ? creation(view, words, wrong?.typed ?? "") : null}
      <section class="card flush">
        ${cardHead(words.title)}
        <div class="actions inset">
          ${searchForm({ view, kept: {}, typed: facts.typed, words })}
        </div>
        ${facts.links.length === 0 ? nothing(facts, view, words) : table(facts, view, words)}
        <div class="inset actions">
          ${steps(facts, view, words)}
          <p class="help">${facts.typed === "" ? words.newestFirst : words.byCode}</p>
        </div>
        <p class="help inset">${words.pays} ${words.mode}</p>
      </section>
    </div>`,
  }
}

/** What stands where no link does: none was made yet, or none is found. */
const nothing = ({ typed }: LinksFacts, view: ConsoleView, words: LinksWords): PageNode =>
  html`<p class="empty inset">
    ${
      typed === ""
        ? words.none
        : html`${words.notFound}
            <a href=${consoleAddress(view, "/console/links")}>${words.showAll}</a>`
    }
  </p>` as PageNode

const table = (facts: LinksFacts, view: ConsoleView, words: LinksWords): PageNode =>
  foldTable({
    caption: words.title,
    columns: [
      words.link,
      { number: words.clicks },
      words.subscriptions,
      { number: words.sales },
      { number: words.commission },
      words.state,
    ],
    rows: facts.links.map((link) => row(link, facts, view, words)),
  })

const row = (
  link: LinkUsage,
  facts: LinksFacts,
  view: ConsoleView,
  words: LinksWords,
): PageNode => {
  const { language } = view
  const ref = trackedRef({ partnerCode: facts.partnerCode, linkCode: link.code })
  const sales = link.totals.reduce((sum, totals) => sum + salesCount(totals), 0)
  return html`<tr role="row" class=${link.archived ? "is-archived" : undefined}>
    <th role="rowheader" scope="row">
      <span class="name"
        ><code class="strong">${link.code}</code>
        ${link.code === facts.usual ? stateBadge("info", words.first) : null}</span
      >
      <span class="help block">${words.made(formatDay(language, link.createdAt))}</span>
      ${copied(`ref-${link.code}`, ref, words.copyRef, words)}
      ${copied(`link-${link.code}`, `${facts.baseUrl}/r/${link.code}`, words.copy, words)}
    </th>
    ${foldCell(words.clicks, formatCount(language, link.clicks))}
    ${foldCell(words.subscriptions, subscriptions(link, words, language), false)}
    ${foldCell(words.sales, formatCount(language, sales))}
    ${foldCell(
      words.commission,
      link.totals.length === 0
        ? html`<span class="third">—</span>`
        : html`<ul>
            ${link.totals.map((totals) => html`<li>${commission(totals, language)}</li>`)}
          </ul>`,
    )}
    <td role="cell" data-label=${words.state} class="acting">
      ${link.archived ? stateBadge("ended", words.archived) : stateBadge("held", words.inUse)}
      ${archiving(link, view, words)}
    </td>
  </tr>`
}

/** A text in a line of its own, with a button that copies it. */
const copied = (id: string, text: string, label: string, words: LinksWords): PageNode =>
  html`<span class="copied help"
    ><code id=${id}>${text}</code> ${copyButton({ copy: label, copied: words.copied }, id)}</span
  >`

const salesCount = ({ cancelled, payable, pending }: CurrencyTotals): number =>
  payable.sales + pending.sales + cancelled.sales

const archiving = (link: LinkUsage, view: ConsoleView, words: LinksWords): PageContent =>
  link.archived || !mayChange(view)
    ? null
    : html`<details class="act">
        <summary class="button small">
          ${words.archive}<span class="unseen"> ${link.code}</span>
        </summary>
        <form
          method="post"
          action=${consoleAddress(view, "/console/links/archive")}
          class="stack inset"
        >
          ${csrfField(view)}
          <input type="hidden" name="code" value=${link.code} />
          <p class="small-text second">${words.archiveWhy}</p>
          <div class="actions">
            ${submitButton({ label: words.archiveNow, look: "plain", isSmall: true })}
          </div>
        </form>
      </details>`

const subscriptions = (link: LinkUsage, words: LinksWords, language: WrittenLanguage) => {
  const held = subscriptionStages.filter((stage) => link.subscriptions[stage] > 0)
  return held.length === 0
    ? html`<span class="third">${words.nothing}</span>`
    : html`<ul>
        ${held.map(
          (stage) =>
            html`<li class="together">
              ${formatCount(language, link.subscriptions[stage])} ${words.stages[stage]}
            </li>`,
        )}
      </ul>`
}

const commission = (totals: CurrencyTotals, language: WrittenLanguage): string =>
  formatMoney(language, {
    ...totals,
    minor: totals.payable.commissionMinor + totals.pending.commissionMinor,
  })

const steps = ({ isLater, next, typed }: LinksFacts, view: ConsoleView, words: LinksWords) =>
  pageSteps(view, {
    kept: typed === "" ? {} : { q: typed },
    isLater,
    next: next === null ? null : { after: next },
    words: typed === "" ? words.steps : words.foundSteps,
  })

const creation = (view: ConsoleView, words: LinksWords, typed: string): PageNode =>
  html`<section class="card">
    <form method="post" action=${consoleAddress(view, "/console/links/create")} class="stack">
      ${onceFields(view)}
      <h2>${words.create}</h2>
      <p class="small-text second">${words.createWhy}</p>
      <div class="in-line">
        ${inputField({
          id: "code",
          label: words.code,
          help: words.codeHelp,
          input: {
            class: "code",
            autocomplete: "off",
            spellcheck: false,
            maxlength: 32,
            value: typed,
          },
        })}
        ${submitButton({ label: words.create })}
      </div>
    </form>
  </section>`

const create = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const { partnerCode, view } = request
      const code = fields.text("code")
      if (!(yield* isFirst(parts, request, fields))) {
        return wasDone(view, path, "already")
      }
      yield* parts.trackedLinks.create({ partnerCode, code: code === "" ? undefined : code })
      return wasDone(view, path, "linked")
    }).pipe(
      Effect.catchTags({
        BadLinkCode: () => wrongly(parts, request, "code", fields.text("code")),
        LinkExists: () => wrongly(parts, request, "taken", fields.text("code")),
      }),
    ),
  )

const wrongly = (parts: ConsoleParts, request: PartnerRequest, fault: string, typed = "") =>
  showLinks(parts, asPage(parts, request, path), { fault, typed })

const archive = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.trackedLinks.archive({
        partnerCode: request.partnerCode,
        code: fields.text("code"),
      }),
      wasDone(request.view, path, "archived"),
    ).pipe(Effect.catchTag("LinkNotFound", () => wrongly(parts, request, "link"))),
  )

const english = {
  title: "Links",
  link: "Link",
  clicks: "Clicks",
  subscriptions: "Subscriptions",
  sales: "Sales",
  commission: "Commission",
  state: "State",
  inUse: "In use",
  archived: "Archived",
  first: "Credited by default",
  made: (day: string) => `since ${day}`,
  stages: {
    quoting: "quoting",
    presubscribed: "pre-subscribed",
    paid: "paid",
    subscribed: "subscribed",
  },
  copy: "Copy address",
  copyRef: "Copy ref",
  copied: "Copied",
  create: "Make a link",
  createWhy:
    "One link for each place where you show prices tells you which of them brings sales. Reports of sales name it by its ref; calls that name no link credit the one by default.",
  code: "Code",
  codeHelp:
    "4 to 32 letters and digits, such as SUMMER27. Leave it empty for one that nobody can guess.",
  archive: "Archive",
  archiveWhy:
    "You can no longer choose it. Its address still redirects, and late sales are still credited.",
  archiveNow: "Archive this link",
  none: "A link appears here when it is made.",
  search: "Code, or how it begins",
  find: "Search",
  notFound: "No link has a code that begins like this.",
  showAll: "Show all links",
  newestFirst: "The newest first.",
  byCode: "In the order of their codes.",
  steps: { first: "Newest links", next: "Older links" },
  foundSteps: { first: "First links found", next: "More links" },
  nothing: "nothing yet",
  pays: "Commission counts validated and pending sales; what is cancelled pays nothing.",
  mode: "Clicks and subscriptions are the same in both modes; sales and commission are those of the mode chosen above.",
}

/** What the page of links says. */
type LinksWords = typeof english

const french: LinksWords = {
  title: "Liens",
  link: "Lien",
  clicks: "Clics",
  subscriptions: "Souscriptions",
  sales: "Ventes",
  commission: "Commission",
  state: "État",
  inUse: "Actif",
  archived: "Archivé",
  first: "Crédité par défaut",
  made: (day) => `depuis le ${day}`,
  stages: {
    quoting: "en devis",
    presubscribed: "présouscrites",
    paid: "payées",
    subscribed: "souscrites",
  },
  copyRef: "Copier la référence",
  copy: "Copier l'adresse",
  copied: "Copié",
  create: "Créer un lien",
  createWhy:
    "Un lien par endroit où vous montrez des prix : vous voyez ainsi lequel apporte des ventes. Les déclarations de ventes le nomment par sa référence ; un appel qui n’en nomme aucun crédite le lien par défaut.",
  code: "Code",
  codeHelp:
    "4 à 32 lettres et chiffres, par exemple ETE2027. Laissez vide pour en recevoir un que personne ne devine.",
  archive: "Archiver",
  archiveWhy:
    "Il quitte vos choix. Qui détient son adresse est encore mené plus loin, et les ventes tardives sont encore créditées.",
  archiveNow: "Archiver ce lien",
  none: "Un lien apparaît ici dès qu'il est créé.",
  search: "Code, ou son début",
  find: "Chercher",
  notFound: "Aucun lien n'a un code qui commence ainsi.",
  showAll: "Voir tous les liens",
  newestFirst: "Les plus récents d'abord.",
  byCode: "Dans l'ordre de leurs codes.",
  steps: { first: "Derniers liens", next: "Liens plus anciens" },
  foundSteps: { first: "Premiers liens trouvés", next: "Liens suivants" },
  nothing: "rien encore",
  pays: "La commission compte les ventes validées et en attente ; une vente annulée ne paie rien.",
  mode: "Clics et souscriptions sont les mêmes dans les deux environnements ; ventes et commissions sont celles de l'environnement choisi en haut.",
}

/** What the page of links says in each language. */
export const linksWords: InBoth<LinksWords> = { en: english, fr: inFrench(french) }
