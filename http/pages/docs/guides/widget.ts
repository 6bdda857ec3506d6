import { type Guide, type GuideInBoth, guideTable } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"
import { sampleWidgetTag } from "../../samples.ts"

const english: Guide = {
  lede: () => "One tag puts the comparator into your page, with no server of yours and no key.",
  text: ({ facts: { baseUrl } }) =>
    prose`<h2 id="tag">The tag</h2>
      <pre tabindex="0" role="group" aria-label="The tag">${sampleWidgetTag(baseUrl, "en")}</pre>
      <p>The comparator stands where the tag stands, in a frame. Several on a page work, too.</p>
      <p>
        The place around it has the height of the form before the script comes, so that nothing on
        your page moves. Where your policy lets no styles in, put the three rules into your own
        style sheet.
      </p>
      <h2 id="attributes">Its attributes</h2>
      ${guideTable(
        "Attributes of the tag",
        ["Attribute", "Meaning"],
        [
          [
            prose`<code>data-ref</code>`,
            "Your tracked ref: it travels on the link that the traveller gets, and the sale is yours.",
          ],
          [
            prose`<code>data-intent</code>`,
            prose`The type of trip, as in the API: <code>forTourism</code>.`,
          ],
          [prose`<code>data-residence</code>`, "The country that travellers live in, two letters."],
          [prose`<code>data-lang</code>`, "The language."],
          [
            prose`<code>data-height</code>`,
            "A fixed height in pixels; without it the frame grows with its content.",
          ],
        ],
      )}
      <p>
        All may be left out. A wrong value counts as left out, and the console of the browser says
        so once.
      </p>
      <h2 id="policy">Under a content security policy</h2>
      <p>Allow the script and the frame from this service:</p>
      <pre tabindex="0" role="group" aria-label="Directives">
${`script-src ${new URL(baseUrl).origin}; frame-src ${new URL(baseUrl).origin}`}</pre>
      <h2 id="privacy">What it does not do</h2>
      <p>
        It sets no cookie and shows no offer before the traveller asks for one. Your page reads
        nothing of it.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Une balise met le comparateur dans votre page, sans serveur de votre côté et sans clé.",
  text: ({ facts: { baseUrl } }) =>
    prose`<h2 id="tag">La balise</h2>
      <pre tabindex="0" role="group" aria-label="La balise">${sampleWidgetTag(baseUrl, "fr")}</pre>
      <p>Le comparateur se place où est la balise, dans un cadre. Plusieurs par page vont aussi.</p>
      <p>
        La place autour d’elle a la hauteur du formulaire avant que le script n’arrive : rien ne
        bouge sur votre page. Si votre politique n’admet pas de styles, mettez les trois règles dans
        votre propre feuille.
      </p>
      <h2 id="attributes">Ses attributs</h2>
      ${guideTable(
        "Attributs de la balise",
        ["Attribut", "Sens"],
        [
          [
            prose`<code>data-ref</code>`,
            "Votre référence suivie : elle va avec le lien que reçoit le voyageur, et la vente est à vous.",
          ],
          [
            prose`<code>data-intent</code>`,
            prose`Le type de voyage, comme dans l’API : <code>forTourism</code>.`,
          ],
          [prose`<code>data-residence</code>`, "Le pays où vivent les voyageurs, en deux lettres."],
          [prose`<code>data-lang</code>`, "La langue."],
          [
            prose`<code>data-height</code>`,
            "Une hauteur fixe en pixels ; sans elle, le cadre grandit avec son contenu.",
          ],
        ],
      )}
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

/** The widget. */
export const widgetGuide: GuideInBoth = { en: english, fr: french }
