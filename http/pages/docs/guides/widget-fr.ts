import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"
import { widgetTag } from "../../samples/widget-tag.ts"

/** The widget, in French. */
export const widgetFr: Guide = {
  lede: () =>
    "Une balise met le comparateur dans votre page, sans serveur de votre côté et sans clé.",
  text: ({ facts: { baseUrl } }) =>
    prose`<h2 id="tag">La balise</h2>
      <pre tabindex="0" role="group" aria-label="La balise">${widgetTag(baseUrl, "fr")}</pre>
      <p>Le comparateur se place où est la balise, dans un cadre. Plusieurs par page vont aussi.</p>
      <h2 id="attributes">Ses attributs</h2>
      <div class="scroll">
        <table class="fields">
          <caption class="unseen">
            Attributs de la balise
          </caption>
          <thead>
            <tr>
              <th scope="col">Attribut</th>
              <th scope="col">Sens</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row"><code>data-ref</code></th>
              <td>
                Votre référence suivie : elle va avec le lien que reçoit le voyageur, et la vente
                est à vous.
              </td>
            </tr>
            <tr>
              <th scope="row"><code>data-intent</code></th>
              <td>Le type de voyage, comme dans l’API : <code>forTourism</code>.</td>
            </tr>
            <tr>
              <th scope="row"><code>data-residence</code></th>
              <td>Le pays où vivent les voyageurs, en deux lettres.</td>
            </tr>
            <tr>
              <th scope="row"><code>data-lang</code></th>
              <td>La langue.</td>
            </tr>
            <tr>
              <th scope="row"><code>data-height</code></th>
              <td>Une hauteur fixe en pixels ; sans elle, le cadre grandit avec son contenu.</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p>
        Tous peuvent manquer. Une valeur fausse compte comme absente, et la console du navigateur le
        dit une fois.
      </p>
      <h2 id="policy">Sous une politique de sécurité du contenu</h2>
      <p>Autorisez le script et le cadre de ce service :</p>
      <pre tabindex="0" role="group" aria-label="Directives">
${`script-src ${new URL(baseUrl).origin}; frame-src ${new URL(baseUrl).origin}`}</pre>
      <h2 id="privacy">Ce qu’il ne fait pas</h2>
      <p>
        Il ne pose pas de cookie et ne montre aucune offre avant que le voyageur la demande. Votre
        page n’en lit rien.
      </p>` as PageNode,
}
