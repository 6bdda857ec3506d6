import type { DocumentLanguage } from "../../../../rules/documents/covers.ts"
import { type Deprecation, deprecations, overlapMonths } from "../../../api/deprecations.ts"
import { docsWords } from "../docs-words.ts"
import { operationPath } from "../docs-menu.ts"
import { type Guide, type GuideInBoth, guideTable } from "./guide.ts"
import { html, type PageContent, type PageNode, prose } from "../../kit/html.ts"

const example = `Deprecation: @1798761600
Sunset: Thu, 01 Jul 2027 00:00:00 GMT
Link: </docs/guides/deprecation#links>; rel="deprecation"; type="text/html"
`

const tableWords = {
  en: {
    caption: "What is deprecated",
    columns: ["What", "Announced", "May be gone on", "Use instead"],
    nothing: "Nothing is deprecated today.",
  },
  fr: {
    caption: "Ce qui va disparaître",
    columns: ["Quoi", "Annoncé le", "Peut disparaître le", "À utiliser"],
    nothing: "Rien ne disparaît à ce jour.",
  },
} as const

/** What ends, as a table with an anchor for each operation. */
export const deprecatedList = (
  rows: ReadonlyArray<Deprecation>,
  language: DocumentLanguage,
  href: (path: string) => string,
): PageContent => {
  const { caption, columns, nothing } = tableWords[language]
  if (rows.length === 0) return html`<p>${nothing}</p>`
  const named = new Set<string>()
  return guideTable(
    caption,
    columns,
    rows.map(({ announced, field, instead, operation, sunset }) => {
      // The anchor that headers lead to stands at the first row of its operation.
      const id = named.has(operation) ? undefined : operation
      named.add(operation)
      const about = html`<a id=${id} href=${href(operationPath(operation))}
        >${docsWords[language].operations[operation]}</a
      >`
      return [
        field === undefined ? about : html`${about}: <code>${field}</code>`,
        announced,
        sunset,
        instead[language],
      ]
    }),
  )
}

const english: Guide = {
  lede: () =>
    `What you call keeps working: an end is announced at least ${String(overlapMonths)} months ahead, in the answers themselves.`,
  text: ({ href }) =>
    prose`<h2 id="today">Deprecated today</h2>
      ${deprecatedList(deprecations, "en", href)}
      <h2 id="added">What comes at any time</h2>
      <p>
        New operations, fields, headers, codes, events and words of lists. Read past those that you do
        not know; the clients do.
      </p>
      <h2 id="announced">What is announced before</h2>
      <p>
        An operation or a field that ends, a field that becomes required, another meaning of one. Between
        the announcement and the end lie at least ${String(overlapMonths)} months, in which the old way
        and the new one both work.
      </p>
      <h2 id="headers">Deprecation and Sunset headers</h2>
      <p>
        From the day of the announcement on every answer of the operation carries
        <code>Deprecation</code> (RFC 9745: since when, in Unix seconds), <code>Sunset</code> (RFC 8594:
        from when on it may be gone) and a <code>Link</code> to this page. Log them in your client, or let
        a test fail on them.
      </p>
      <pre tabindex="0" role="group" aria-label="Headers of a deprecated operation">${example}</pre>
      <h2 id="elsewhere">Where else it stands</h2>
      <ul>
        <li>
          In <a href="/openapi.json">the OpenAPI document</a> as <code>deprecated</code>, so that generated
          clients warn; and on the page of the operation.
        </li>
        <li>
          In <a href=${href("/docs/changelog")}>the changelog</a> and its
          <a href="/docs/changelog.atom">feed</a>.
        </li>
      </ul>
      <h2 id="exception">The exception</h2>
      <p>
        What puts travellers’ data or money at risk may be closed at once. The changelog says so, and why.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    `Ce que vous appelez continue de marcher : une fin est annoncée au moins ${String(overlapMonths)} mois à l’avance, dans les réponses mêmes.`,
  text: ({ href }) =>
    prose`<h2 id="today">Ce qui va disparaître</h2>
      ${deprecatedList(deprecations, "fr", href)}
      <h2 id="added">Ce qui vient à tout moment</h2>
      <p>
        De nouveaux appels, champs, en-têtes, codes, événements et mots de listes. Ignorez ceux que vous
        ne connaissez pas ; les clients le font.
      </p>
      <h2 id="announced">Ce qui est annoncé d’abord</h2>
      <p>
        Un appel ou un champ qui disparaît, un champ qui devient obligatoire, un autre sens. Entre
        l’annonce et la fin (en anglais, <i lang="en">deprecation</i> et <i lang="en">sunset</i>) passent
        au moins ${String(overlapMonths)} mois, pendant lesquels l’ancien et le nouveau marchent tous deux.
      </p>
      <h2 id="headers">Les en-têtes Deprecation et Sunset</h2>
      <p>
        Dès le jour de l’annonce, chaque réponse de l’appel porte <code>Deprecation</code> (RFC 9745 :
        depuis quand, en secondes Unix), <code>Sunset</code> (RFC 8594 : à partir de quand il peut
        disparaître) et un <code>Link</code> vers cette page. Notez-les dans vos journaux, ou faites
        échouer un test dessus.
      </p>
      <pre tabindex="0" role="group" aria-label="En-têtes d’un appel annoncé">${example}</pre>
      <h2 id="elsewhere">Où cela se lit aussi</h2>
      <ul>
        <li>
          Dans <a href="/openapi.json">le document OpenAPI</a> comme <code>deprecated</code>, si bien que
          les clients générés préviennent ; et sur la page de l’appel.
        </li>
        <li>
          Dans <a href=${href("/docs/changelog")}>le journal des changements</a> et son
          <a href="/docs/changelog.atom">flux</a>.
        </li>
      </ul>
      <h2 id="exception">L’exception</h2>
      <p>
        Ce qui met en danger les données des voyageurs ou de l’argent peut être fermé aussitôt. Le journal
        le dit, et pourquoi.
      </p>` as PageNode,
}

/** How calls and fields end. */
export const deprecationGuide: GuideInBoth = { en: english, fr: french }
