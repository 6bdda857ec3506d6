import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import { bilanScript } from "./bilan-script.ts"
import type { Guide } from "./guide.ts"

/** The Coach's words, in French. */
export const coachWordsFr: Guide = {
  lede: ({ facts: { argumentsKnown, textLanguages } }) =>
    `Un bilan porte des clés et des valeurs, pas des phrases ; le vocabulaire a les textes de ${argumentsKnown} arguments en ${textLanguages} langues.`,
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="reading">Comment se lit un bilan</h2>
      <ul>
        <li>
          L’étiquette d’un manque n’est <code>missing</code> que si une source dit que la carte n’a
          pas cette couverture, <code>insufficient</code> si elle est plus petite que le voyage ne
          demande, <code>conditional</code> si le voyage enfreint une de ses conditions. Quand nous
          ne savons ni l’un ni l’autre, elle est <code>unverified</code> : dites où regarder, pas
          que la couverture manque.
        </li>
        <li>
          Il y a au plus ${limit("coach_arguments_max")} arguments, le plus fort d’abord. Si
          <code>shouldSell</code> est faux, montrez le titre et ne proposez rien.
        </li>
        <li>
          <code>basis</code> dit sur quoi repose un énoncé : cette <code>card</code>, sa
          <code>range</code>, l’usage de son <code>country</code>, ou <code>none</code> sans
          carte.
        </li>
        <li>
          Les cartes sont lues selon ce qu’elles couvrent d’ordinaire. N’annoncez jamais un refus
          certain.
        </li>
      </ul>
      <h2 id="vocabulary">Le vocabulaire</h2>
      <p>
        <a href=${href("/docs/reference/vocabulary")}
          ><code>GET /api/v1/coach/vocabulary.json</code></a
        >
        a tous les identifiants, clés et valeurs qu’un bilan peut porter, et tous les textes en ICU
        MessageFormat. Il ne demande pas de signature ; gardez-le par son <code>ETag</code>. Sa
        <code>version</code> est le <code>meta.engineVersion</code> des bilans avec lesquels il va.
      </p>
      <h2 id="render">Mettre un bilan en phrases</h2>
      <pre tabindex="0" role="group" aria-label="Un script qui met un bilan en phrases">
${bilanScript}</pre>
      <p>
        Dans Node et les navigateurs, <code>viatica/messages</code> sur npm fait cela et davantage.
      </p>
      <h2 id="renamed">Les identifiants changent peu, et le disent</h2>
      <p>
        Les identifiants et les clés qui ne sont plus dits sont dans <code>renamed</code>, chacun
        avec celui qui dit le fait à présent. Laissez de côté ce pour quoi vous n’avez pas de texte.
      </p>` as PageNode,
}
