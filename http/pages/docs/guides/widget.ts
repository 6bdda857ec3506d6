import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"
import { widgetTag } from "../../samples/widget-tag.ts"

/** The widget, in English. */
export const widgetEn: Guide = {
  lede: () => "One tag puts the comparator into your page, with no server of yours and no key.",
  text: ({ facts: { baseUrl } }) =>
    prose`<h2 id="tag">The tag</h2>
      <pre tabindex="0" role="group" aria-label="The tag">${widgetTag(baseUrl, "en")}</pre>
      <p>The comparator stands where the tag stands, in a frame. Several on a page work, too.</p>
      <h2 id="attributes">Its attributes</h2>
      <div class="scroll">
        <table class="fields">
          <caption class="unseen">
            Attributes of the tag
          </caption>
          <thead>
            <tr>
              <th scope="col">Attribute</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row"><code>data-ref</code></th>
              <td>
                Your tracked ref: it travels on the link that the traveller gets, and the sale is
                yours.
              </td>
            </tr>
            <tr>
              <th scope="row"><code>data-intent</code></th>
              <td>The type of trip, as in the API: <code>forTourism</code>.</td>
            </tr>
            <tr>
              <th scope="row"><code>data-residence</code></th>
              <td>The country that travellers live in, two letters.</td>
            </tr>
            <tr>
              <th scope="row"><code>data-lang</code></th>
              <td>The language.</td>
            </tr>
            <tr>
              <th scope="row"><code>data-height</code></th>
              <td>A fixed height in pixels; without it the frame grows with its content.</td>
            </tr>
          </tbody>
        </table>
      </div>
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
