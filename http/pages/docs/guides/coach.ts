import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import { bilanScript } from "./bilan-script.ts"
import type { Guide } from "./guide.ts"

/** The Coach's words, in English. */
export const coachWordsEn: Guide = {
  lede: ({ facts: { argumentsKnown, textLanguages } }) =>
    `A bilan carries keys and values, not sentences; the vocabulary has the texts of ${argumentsKnown} arguments in ${textLanguages} languages.`,
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="reading">How a bilan reads</h2>
      <ul>
        <li>
          A gap’s badge is <code>missing</code> only where a source says that the card has no such
          cover, <code>insufficient</code> where it is smaller than the trip needs,
          <code>conditional</code> where the trip breaks one of its conditions. Where we know of
          none either way it is <code>unverified</code>: say where to look, not that it is missing.
        </li>
        <li>
          There are at most ${limit("coach_arguments_max")} arguments, the strongest first. Where
          <code>shouldSell</code> is false, show the headline and offer nothing.
        </li>
        <li>
          <code>basis</code> tells what a statement rests on: this <code>card</code>, its
          <code>range</code>, what is usual in its <code>country</code>, or
          <code>none</code> without a card.
        </li>
        <li>
          Cards are read by what they usually cover. Never tell a traveller of a certain refusal.
        </li>
      </ul>
      <h2 id="vocabulary">The vocabulary</h2>
      <p>
        <a href=${href("/docs/reference/vocabulary")}
          ><code>GET /api/v1/coach/vocabulary.json</code></a
        >
        has every id, key and value that a bilan may carry, and every text in ICU MessageFormat. It
        needs no signature; keep it by its <code>ETag</code>. Its <code>version</code> is the
        <code>meta.engineVersion</code> of the bilans that it goes with.
      </p>
      <h2 id="render">Render a bilan</h2>
      <pre tabindex="0" role="group" aria-label="A script that renders a bilan">${bilanScript}</pre>
      <p>In Node and in browsers, <code>viatica/messages</code> on npm does this and more.</p>
      <h2 id="renamed">Ids change rarely, and say so</h2>
      <p>
        Ids and keys that are no longer told stand in <code>renamed</code>, each with the one that
        tells the fact now. Leave out what you have no text for.
      </p>` as PageNode,
}
