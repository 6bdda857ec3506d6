import type { Guide, GuideInBoth } from "./guide.ts"
import { allRefusals, refusalTable } from "../refusals.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const english: Guide = {
  lede: () => "A refused call answers one code and one sentence that names the field and the rule.",
  text: ({ facts: { limit } }) =>
    prose`<h2 id="shape">What you read</h2>
      <pre tabindex="0" role="group" aria-label="A refusal">${'{ "error": "BAD_DATES", "detail": "…" }'}</pre>
      <p>
        Quote the <code>X-Request-Id</code> of any answer when you write to us. QUOTA_EXCEEDED names
        its <code>bucket</code>, CARD_MODE_FORBIDDEN the <code>cardModes</code> of your key.
      </p>
      <h2 id="order">Which one wins</h2>
      <p>
        Checks come in this order: path and method (404, 405), size and encoding of the body
        (${limit("body_bytes_max")} bytes; 413, 415), key, scheme, time and signature (401), the
        minute (429), scope (403), JSON and fields (400), the day (429), then the work. Among the
        fields, codes win in the order in which each call lists them; what has no code of its own is
        BAD_TRIP, last.
      </p>
      <h2 id="again">What may be sent again</h2>
      <p>
        Every 5xx: nothing was done twice, and the read is given back. Wait as
        <code>Retry-After</code> says, and longer each time. Sign again for each try. A 4xx answers
        the same until something is mended.
      </p>
      <h2 id="misspelt">Misspelt fields</h2>
      <p>
        Unknown fields are ignored. In the sandbox, answers to quotes, links and bilans name them in
        <code>X-Unknown-Fields</code>, and all answers name unknown parameters of the query there: let a
        test of yours fail on it.
      </p>
      <h2 id="all">All codes</h2>
      ${refusalTable(allRefusals, "en", "All refusals")}` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Un appel refusé répond un code et une phrase, en anglais, qui nomme le champ et la règle.",
  text: ({ facts: { limit } }) =>
    prose`<h2 id="shape">Ce que vous lisez</h2>
      <pre tabindex="0" role="group" aria-label="Un refus">${'{ "error": "BAD_DATES", "detail": "…" }'}</pre>
      <p>
        Citez le <code>X-Request-Id</code> d’une réponse quand vous nous écrivez. QUOTA_EXCEEDED
        nomme son <code>bucket</code>, CARD_MODE_FORBIDDEN les <code>cardModes</code> de votre
        clé.
      </p>
      <h2 id="order">Lequel l’emporte</h2>
      <p>
        Les vérifications viennent dans cet ordre : chemin et méthode (404, 405), taille et codage
        du corps (${limit("body_bytes_max")} octets ; 413, 415), clé, schéma, heure et signature
        (401), la minute (429), le droit (403), JSON et champs (400), le jour (429), puis le
        travail. Parmi les champs, les codes l’emportent dans l’ordre où chaque appel les énumère ;
        ce qui n’a pas de code propre est BAD_TRIP, en dernier.
      </p>
      <h2 id="again">Ce qui peut être renvoyé</h2>
      <p>
        Chaque 5xx : rien n’a été fait deux fois, et la lecture est rendue. Attendez comme le dit
         <code>Retry-After</code>, et plus longtemps à chaque fois. Signez de nouveau à chaque
        essai. Un 4xx répond de même tant que rien n’est corrigé.
      </p>
      <h2 id="misspelt">Champs mal écrits</h2>
      <p>
        Les champs inconnus sont ignorés. Dans le bac à sable, les réponses aux devis, aux liens et
        aux bilans les nomment dans <code>X-Unknown-Fields</code>, et toutes les réponses y nomment les
        paramètres inconnus de l'adresse : faites-en échouer un de vos tests.
      </p>
      <h2 id="all">Tous les codes</h2>
      ${refusalTable(allRefusals, "fr", "Tous les refus")}` as PageNode,
}

/** Errors. */
export const errorsGuide: GuideInBoth = { en: english, fr: french }
