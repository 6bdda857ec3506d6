import { languageTabs, savedAs } from "../code-box.ts"
import { operationEndpoint } from "../docs-menu.ts"
import { type Guide, type GuideInBoth, type GuideParts, guideTable } from "./guide.ts"
import { byHandLanguages } from "../snippets/by-hand.ts"
import { type PageNode, prose } from "../../kit/html.ts"
import { sampleTrip } from "../../samples.ts"

/** A signed call that can be checked by hand; it is one of the signing vectors. */
export const signedExample = {
  secret: "vsk_test_example-current-secret-0001",
  text: "1767225600.GET./api/v1/travel/meta.",
  signature: "v2=7c505e5d6c772f485681d768f8c90068f4fcadcbc06a9131723bd81504e92b16",
} as const

const english: Guide = {
  lede: () =>
    "HMAC-SHA256 of the time, the method, the path and the raw body, joined by dots, under your secret.",
  text: (parts) => {
    const { facts, href } = parts
    const { headers, limit } = facts
    return prose`<p>
        The <a href=${href("/docs")}>clients</a> of TypeScript, Python, Go, PHP and Java do all of this.
        Read on to call from a shell, or to write a client in another language.
      </p>
      <h2 id="text">What is signed</h2>
      <pre tabindex="0" role="group" aria-label="The signed text">${"<time>.<METHOD>.<path>.<raw body>"}</pre>
      <ul>
        <li>The time is in Unix seconds, and may be ${limit("timestamp_window_s")} of them off.</li>
        <li>
          The path is what stands before <code>?</code>, byte for byte as it is sent. The query is
          not signed.
        </li>
        <li>The body is the bytes that you send. A GET has none: its text ends on the last dot.</li>
      </ul>
      <h2 id="headers">What is sent</h2>
      ${guideTable(
        "Headers of a signed call",
        ["Header", "Value"],
        [
          [prose`<code>${headers.keyId}</code>`, "the id of your key"],
          [prose`<code>${headers.timestamp}</code>`, "the time that you signed"],
          [prose`<code>${headers.signature}</code>`, prose`<code>v2=</code> and the digest in hex`],
        ],
      )}
      <p>Each exactly once.</p>
      <h2 id="example">One to check by hand</h2>
      <pre tabindex="0" role="group" aria-label="A signed text, its secret and its signature">${`text       ${signedExample.text}\nsecret     ${signedExample.secret}\nsignature  ${signedExample.signature}`}</pre>
      <p>
        The <a href="/docs/files/signing.json">signing vectors</a> have more, accepted and refused, for
        a test in any language.
      </p>
      <h2 id="programs">Programs without a client</h2>
      <p>They read the address, the key and the secret from the environment, as the quickstart does.</p>
      ${byHandTabs(parts)}
      <h2 id="own">A client of your own</h2>
      <ul>
        <li>Sign the bytes, not the object: another order of fields is another text.</li>
        <li>
          Sign each try anew. A report of a sale alone is sent again under its first signature: of
          several reports the one that was signed last stands.
        </li>
        <li>
          Send again what <a href=${href("/docs/guides/errors#again")}>may be sent again</a>, after
          <code>Retry-After</code> and a random pause, within one deadline.
        </li>
        <li>
          Heed the <a href=${href("/docs/guides/quotas#headers")}>headers of quotas</a>, and wait where
          one is spent.
        </li>
        <li>Read past fields, words and codes that you do not know: new ones come.</li>
      </ul>
      <p>
        In the sandbox, a signature that does not verify is explained by what was received, and
        <code>viatica doctor</code> looks for what keeps calls from working.
      </p>` as PageNode
  },
}

const french: Guide = {
  lede: () =>
    "HMAC-SHA256 de l’heure, de la méthode, du chemin et du corps brut, joints par des points, avec votre secret.",
  text: (parts) => {
    const { facts, href } = parts
    const { headers, limit } = facts
    return prose`<p>
        Les <a href=${href("/docs")}>clients</a> pour TypeScript, Python, Go, PHP et Java font tout
        cela. Lisez la suite pour appeler depuis un shell, ou pour écrire un client dans un autre
        langage.
      </p>
      <h2 id="text">Ce qui est signé</h2>
      <pre tabindex="0" role="group" aria-label="Le texte signé">${"<heure>.<MÉTHODE>.<chemin>.<corps brut>"}</pre>
      <ul>
        <li>
          L’heure est en secondes Unix, et peut différer de ${limit("timestamp_window_s")} secondes.
        </li>
        <li>
          Le chemin est ce qui précède le point d’interrogation, octet par octet tel qu’il est envoyé.
          Les paramètres qui suivent ne sont pas signés.
        </li>
        <li>
          Le corps, ce sont les octets que vous envoyez. Un GET n’en a pas : son texte finit par le
          dernier point.
        </li>
      </ul>
      <h2 id="headers">Ce qui est envoyé</h2>
      ${guideTable(
        "En-têtes d’un appel signé",
        ["En-tête", "Valeur"],
        [
          [prose`<code>${headers.keyId}</code>`, "l’identifiant de votre clé"],
          [prose`<code>${headers.timestamp}</code>`, "l’heure que vous avez signée"],
          [
            prose`<code>${headers.signature}</code>`,
            prose`<code>v2=</code> et l’empreinte en hexadécimal`,
          ],
        ],
      )}
      <p>Chacun une seule fois.</p>
      <h2 id="example">Un exemple à vérifier</h2>
      <pre tabindex="0" role="group" aria-label="Un texte signé, son secret et sa signature">${`texte      ${signedExample.text}\nsecret     ${signedExample.secret}\nsignature  ${signedExample.signature}`}</pre>
      <p>
        Les <a href="/docs/files/signing.json">vecteurs de signature</a> en ont d’autres, acceptés et
        refusés, pour un test dans tout langage.
      </p>
      <h2 id="programs">Programmes sans client</h2>
      <p>
        Ils lisent l’adresse, la clé et le secret dans l’environnement, comme ceux de la prise en main.
      </p>
      ${byHandTabs(parts)}
      <h2 id="own">Un client à vous</h2>
      <ul>
        <li>Signez les octets, pas l’objet : un autre ordre des champs est un autre texte.</li>
        <li>
          Signez de nouveau à chaque essai. Seule la déclaration d’une vente est renvoyée sous sa
          première signature : de plusieurs déclarations, celle qui a été signée la dernière compte.
        </li>
        <li>
          Renvoyez ce qui <a href=${href("/docs/guides/errors#again")}>peut l’être</a>, après
          <code>Retry-After</code> et une pause au hasard, dans un délai total.
        </li>
        <li>
          Suivez les <a href=${href("/docs/guides/quotas#headers")}>en-têtes des quotas</a>, et attendez
          quand l’un d’eux est épuisé.
        </li>
        <li>
          Lisez sans erreur les champs, les mots et les codes que vous ne connaissez pas : il en
          viendra.
        </li>
      </ul>
      <p>
        Dans le bac à sable, une signature qui ne se vérifie pas est expliquée par ce qui a été reçu, et
        <code>viatica doctor</code> cherche ce qui empêche les appels.
      </p>` as PageNode
  },
}

/** Signing without a client. */
export const signingGuide: GuideInBoth = { en: english, fr: french }

/** Programs that ask for a price without a client, in every language. */
const byHandTabs = ({ facts, reading }: GuideParts): PageNode => {
  const { path } = operationEndpoint("quotes")
  const request = { method: "POST", target: path, body: { trip: sampleTrip } } as const
  return languageTabs(reading, {
    id: "by-hand",
    panels: byHandLanguages.map((language) => ({
      id: language.id,
      label: language.label,
      code: language.program(request, facts.headers),
      foot: savedAs(reading, language),
    })),
  })
}
