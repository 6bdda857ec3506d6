import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import { byHandTabs, signedExample } from "./by-hand-tabs.ts"
import type { Guide } from "./guide.ts"

/** Signing without a client, in French. */
export const signingFr: Guide = {
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
      <div class="scroll">
        <table class="fields">
          <caption class="unseen">
            En-têtes d’un appel signé
          </caption>
          <thead>
            <tr>
              <th scope="col">En-tête</th>
              <th scope="col">Valeur</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row"><code>${headers.keyId}</code></th>
              <td>l’identifiant de votre clé</td>
            </tr>
            <tr>
              <th scope="row"><code>${headers.timestamp}</code></th>
              <td>l’heure que vous avez signée</td>
            </tr>
            <tr>
              <th scope="row"><code>${headers.signature}</code></th>
              <td><code>v2=</code> et l’empreinte en hexadécimal</td>
            </tr>
          </tbody>
        </table>
      </div>
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
        <code>npx viatica-service doctor</code> cherche ce qui empêche les appels.
      </p>` as PageNode
  },
}
