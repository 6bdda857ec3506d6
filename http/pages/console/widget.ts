import * as Effect from "effect/Effect"
import { rowsPerPage, searchLength } from "./controls.ts"
import { type ConsoleContent, csrfField } from "./frame.ts"
import {
  byOwner,
  type ConsoleParts,
  forPartner,
  type PartnerRequest,
  prepareConsoleRoute,
  wasDone,
} from "./requests.ts"
import { consoleAddress, type ConsoleView, inFrench, mayChange } from "./view.ts"
import { copyButton, linkButton, notice, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { widgetTag } from "../widget/widget-tag.ts"
import { linkSearch } from "../../../rules/links/funnel-address.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"

const path = "/console/widget"

/** The routes of the widget: the page, and the form that sets whether the Coach shows facts alone. */
export const widgetRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  const setCoach = byOwner(parts, ({ partnerCode, view }, fields) => {
    const factsOnly = fields.text("shows") === "facts"
    return Effect.as(
      parts.partners.setFactsOnly(partnerCode, factsOnly),
      wasDone(view, path, factsOnly ? "facts" : "advice"),
    )
  })
  return [
    route(path, ["GET"], () => forPartner((request) => showWidget(parts, request))),
    route(`${path}/coach`, ["POST"], () => setCoach),
  ]
}

/**
 * The tag for the link that the address names by its code, by a ref, or by how its code begins; for the
 * one that calls credit without naming any where it names none.
 */
const showWidget = (parts: ConsoleParts, { partnerCode, query, show, view }: PartnerRequest) =>
  Effect.gen(function* () {
    const { baseUrl, partners, trackedLinks } = parts
    const page = (search: string) =>
      trackedLinks.page(partnerCode, {
        search,
        after: null,
        limit: rowsPerPage,
        isUsedOnly: true,
      })
    const typed = query("link").trim().slice(0, searchLength)
    const usual = yield* trackedLinks.usual(partnerCode)
    const named = typed === "" ? usual : yield* trackedLinks.get(partnerCode, typed)
    const search = linkSearch(typed, partnerCode)
    const found = named === undefined ? (yield* page(search)).links : []
    const alike = found.filter(({ code }) => code.toLowerCase() === search)
    const only = found.length === 1 ? found[0] : alike.length === 1 ? alike[0] : undefined
    return show(
      widgetPage(view, {
        baseUrl,
        newest: (yield* page("")).links,
        chosen: named?.archived === true ? undefined : (named ?? only),
        typed,
        found,
        factsOnly: (yield* partners.get(partnerCode)).factsOnly,
      }),
    )
  })

interface WidgetLink {
  readonly code: string
  readonly ref: string
}

/** What the page of the widget is made of. */
interface WidgetFacts {
  readonly baseUrl: string
  /** The newest links in use, to choose from; others are typed. */
  readonly newest: ReadonlyArray<WidgetLink>
  /** The link that the tag is shown for; undefined where none is meant. */
  readonly chosen: WidgetLink | undefined
  /** What was typed for it. */
  readonly typed: string
  /** Links whose codes begin as what was typed, where that is no code. */
  readonly found: ReadonlyArray<WidgetLink>
  /** Whether the Coach shows this account facts alone. */
  readonly factsOnly: boolean
}

/** The page of the widget: the tag to copy, with the partner's own ref. */
const widgetPage = (view: ConsoleView, facts: WidgetFacts): ConsoleContent => {
  const words = widgetWords[view.language]
  return {
    title: words.title,
    headline: words.headline,
    body: html`<div class="columns">
      ${tagCard(facts, view, words)}
      <section class="card stack">
        <h2>${words.options}</h2>
        <dl class="facts">
          ${Object.entries(words.attributes).map(
            ([name, meaning]) =>
              html`<dt><code>${name}</code></dt>
                <dd>${meaning}</dd>`,
          )}
        </dl>
        <p class="second">${words.docs}</p>
        <div class="actions">${linkButton({ href: "/docs", label: words.openDocs })}</div>
      </section>
      ${coachCard(facts, view, words)}
    </div>`,
  }
}

/** What the Coach shows of travellers' cards, in the widget and in answers of the API. */
const coachCard = ({ factsOnly }: WidgetFacts, view: ConsoleView, words: WidgetWords): PageNode => {
  const choice = (shows: "advice" | "facts", isChosen: boolean): PageNode =>
    html`<label class="pick">
      <input type="radio" name="shows" value=${shows} checked=${isChosen} />
      <span>${words[shows]} <span class="help block">${words[`${shows}Means`]}</span></span>
    </label>`
  return html`<section class="card stack" id="coach">
    <h2>${words.coach}</h2>
    <p class="small-text second">${words.coachWhy}</p>
    ${
      mayChange(view)
        ? html`<form
            method="post"
            action=${consoleAddress(view, "/console/widget/coach")}
            class="stack"
          >
            ${csrfField(view)}
            <fieldset class="stack">
              <legend>${words.shows}</legend>
              ${choice("advice", !factsOnly)} ${choice("facts", factsOnly)}
            </fieldset>
            <div class="actions">${submitButton({ label: words.setCoach, look: "plain" })}</div>
          </form>`
        : html`<p>${factsOnly ? words.facts : words.advice}</p>`
    }
  </section>` as PageNode
}

const tagCard = (facts: WidgetFacts, view: ConsoleView, words: WidgetWords): PageNode => {
  const { baseUrl, chosen, newest, typed } = facts
  if (newest.length === 0) {
    return html`<section class="card stack">
      <p>${words.none}</p>
      <div class="actions">
        ${linkButton({ href: consoleAddress(view, "/console/links"), label: words.makeLink })}
      </div>
    </section>`
  }
  return html`<section class="card stack">
    <p class="second">${words.why}</p>
    ${newest.length > 1 || typed !== "" ? choice(facts, view, words) : null}
    ${
      chosen === undefined
        ? unmeant(facts, view, words)
        : html`<h2>${words.tag}</h2>
            <pre tabindex="0" id="tag">${widgetTag(baseUrl, { ref: chosen.ref })}</pre>
            <div class="actions">
              ${copyButton({ copy: words.copy, copied: words.copied }, "tag")}
            </div>`
    }
  </section>`
}

const choice = (facts: WidgetFacts, view: ConsoleView, words: WidgetWords): PageNode =>
  html`<form method="get" action=${view.path} class="choice">
    <input type="hidden" name="mode" value=${view.mode} />
    <input type="hidden" name="lang" value=${view.language} />
    <div class="field">
      <label for="link">${words.link}</label>
      <input
        id="link"
        name="link"
        class="code"
        list="links"
        autocomplete="off"
        spellcheck=${false}
        value=${facts.chosen?.code ?? facts.typed}
        aria-describedby="link-help"
      />
      <datalist id="links">
        ${facts.newest.map(({ code }) => html`<option value=${code}></option>`)}
      </datalist>
      <p class="help" id="link-help">${words.linkHelp}</p>
    </div>
    ${submitButton({ label: words.show, look: "plain" })}
  </form>`

/** Links that may be meant by what was typed, as many as fit beside each other. */
const foundMax = 12

/** Says that no link, or more than one, is meant by what was typed. */
const unmeant = ({ found }: WidgetFacts, view: ConsoleView, words: WidgetWords): PageContent =>
  found.length === 0
    ? notice("error", html`<p>${words.unknown}</p>`)
    : html`<p>${words.several}</p>
        <p class="actions">
          ${found
            .slice(0, foundMax)
            .map(
              ({ code }) =>
                html`<a class="chip" href=${consoleAddress(view, view.path, { link: code })}
                  >${code}</a
                >`,
            )}
        </p>`

const english = {
  title: "Widget",
  headline: "Paste this, and your page compares offers",
  why: "Put this where the comparator should appear. Its place has the right height from the first moment, so that nothing moves. What travellers buy through it is credited to the link that you choose here.",
  link: "Link",
  linkHelp: "Its code or ref, or how the code begins.",
  unknown: "No link in use has this code, or one that begins like this.",
  several: "Several links begin like this. Choose the one that you mean:",
  show: "Show its tag",
  tag: "Your tag",
  copy: "Copy tag",
  copied: "Copied",
  options: "What else the tag takes",
  attributes: {
    "data-ref": "who is credited with a sale; without it, nobody",
    "data-intent": "what the trip is for, such as forTourism",
    "data-residence": "the country that your readers live in, such as FR",
    "data-lang": "the language, such as fr; else that of the reader",
    "data-height": "a fixed height in pixels; else it grows with its content",
  },
  docs: "How to embed it, and what your content policy has to allow",
  openDocs: "Open the documentation",
  none: "Make a link first: the tag names it.",
  makeLink: "Make a link",
  coach: "What the Coach says of a card",
  coachWhy:
    "In the widget, and in what your keys are answered. Where the law lets you inform but not advise, show facts alone.",
  shows: "The Coach shows",
  advice: "Facts and advice",
  adviceMeans: "headlines, arguments by strength, and whether to offer a cover",
  facts: "Facts alone",
  factsMeans:
    "what was read of the card and where; no recommendation, and no offer compared with card or benchmark",
  setCoach: "Set from the next answer on",
}

/** What the page of the widget says. */
type WidgetWords = typeof english

const french: WidgetWords = {
  title: "Widget",
  headline: "Collez ceci, et votre page compare les offres",
  why: "Mettez ceci là où le comparateur doit apparaître. Sa place a la bonne hauteur dès le premier instant : rien ne se déplace. Les ventes qui en viennent sont créditées au lien choisi ici.",
  link: "Lien",
  linkHelp: "Son code ou sa référence, ou le début du code.",
  unknown: "Aucun lien utilisé n'a ce code ni un code qui commence ainsi.",
  several: "Plusieurs liens commencent ainsi. Choisissez le bon :",
  show: "Voir sa balise",
  tag: "Votre balise",
  copy: "Copier la balise",
  copied: "Copié",
  options: "Ce que la balise accepte encore",
  attributes: {
    "data-ref": "à qui une vente est créditée ; sans elle, à personne",
    "data-intent": "le but du voyage, par exemple forTourism",
    "data-residence": "le pays où vivent vos lecteurs, par exemple FR",
    "data-lang": "la langue, par exemple fr ; sinon celle du lecteur",
    "data-height": "une hauteur fixe en pixels ; sinon il s’adapte à son contenu",
  },
  docs: "Comment l'intégrer, et ce que votre politique de contenu doit permettre",
  openDocs: "Ouvrir la documentation",
  none: "Créez d'abord un lien : la balise le nomme.",
  makeLink: "Créer un lien",
  coach: "Ce que le Coach dit d'une carte",
  coachWhy:
    "Dans le widget et dans les réponses à vos clés. Là où la loi vous laisse informer mais non conseiller, montrez les faits seuls.",
  shows: "Le Coach montre",
  advice: "Faits et conseils",
  adviceMeans: "des titres, des arguments par force, et s'il y a lieu de proposer une garantie",
  facts: "Les faits seuls",
  factsMeans:
    "ce qui a été lu de la carte et où ; aucune recommandation, aucune offre comparée à la carte ni à un repère",
  setCoach: "Appliquer dès la prochaine réponse",
}

/** What the page of the widget says in each language. */
const widgetWords: InBoth<WidgetWords> = { en: english, fr: inFrench(french) }
