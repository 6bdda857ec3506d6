import type { Guide, GuideInBoth } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

/** What turns a bilan into sentences by the published vocabulary; the same as in docs/partners.md. */
export const bilanScript = `// Renders a bilan: \`url\` of the service, \`answer\` of POST /api/v1/coach/bilan, in the language of the answer.
import { IntlMessageFormat } from "intl-messageformat"

const renderBilan = ({ bilan, card, meta }, messages) => {
  const english = messages.locales[\`\${meta.market}.locale\`]?.traits?.english
  const say = (group, key, values) => {
    const { texts } = messages[group][key]
    const text = (meta.lang === "en" && texts[english]) || texts[meta.lang]
    return new IntlMessageFormat(text, meta.lang).format(values)
  }
  const tell = (group, { key, vars }) => say(group, key, vars)
  const { headline, reading, social } = bilan
  const { here } = headline.vars
  const whole = tell("headlines", headline)
  const short = { ...headline, vars: { ...headline.vars, inPlace: here, inPlaces: here } }
  return {
    headline: whole.length > 70 ? tell("headlines", short) : whole,
    medical: tell("medical", bilan.medical),
    gaps: Object.entries(card.guarantees).map(([slug, gap]) => ({
      label: say("guarantees", slug),
      badge: say("words", \`badge_\${gap.badge}\`),
      sentence: tell("badges", gap),
    })),
    arguments: bilan.arguments.map(({ messageKeys, vars }) => ({
      hook: say("arguments", messageKeys.hook, vars),
      fact: say("arguments", messageKeys.fact, vars),
      pitch: say("arguments", messageKeys.pitch, vars),
    })),
    // Beside a warning against the trip nothing is said of other cards.
    social: headline.key.endsWith(".travel_warning")
      ? null
      : say("social", social.subjectKey, social.vars),
    reading: tell("sources", reading),
    disclosures: bilan.disclosures.map((each) => tell("disclosures", each)),
  }
}

const response = await fetch(\`\${url}/api/v1/coach/vocabulary.json\`)
const { messages } = await response.json()
const rendered = renderBilan(answer, messages)
console.log(rendered.headline)
for (const { hook } of rendered.arguments) console.log(hook)
`

const english: Guide = {
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
          <code>shouldSell</code> is false, show the headline and offer nothing. It is
          <code>null</code> where your account shows facts alone, as the console’s widget page can
          set: texts recommend nothing then, and arguments stand by category.
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

const french: Guide = {
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
          <code>shouldSell</code> est faux, montrez le titre et ne proposez rien. Il vaut
          <code>null</code> si votre compte ne montre que les faits, ce qui se règle à la page du
          widget dans la console : aucun texte ne recommande rien, et les arguments se suivent par
          catégorie.
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
      <pre tabindex="0" role="group" aria-label="Un script qui met un bilan en phrases">${bilanScript}</pre>
      <p>
        Dans Node et les navigateurs, <code>viatica/messages</code> sur npm fait cela et davantage.
      </p>
      <h2 id="renamed">Les identifiants changent peu, et le disent</h2>
      <p>
        Les identifiants et les clés qui ne sont plus dits sont dans <code>renamed</code>, chacun
        avec celui qui dit le fait à présent. Laissez de côté ce pour quoi vous n’avez pas de texte.
      </p>` as PageNode,
}

/** The Coach's words. */
export const coachGuide: GuideInBoth = { en: english, fr: french }
