import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"

/** Quotas, in French. */
export const quotasFr: Guide = {
  lede: ({ facts: { limit } }) =>
    `Une clé de test a ${limit("sandbox_reads_per_day")} lectures et ${limit("sandbox_writes_per_day")} écritures par jour ; toute clé a ${limit("burst_calls_per_minute")} appels par minute.`,
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="limits">Limites</h2>
      <div class="scroll">
        <table class="fields">
          <caption class="unseen">
            Limites des clés
          </caption>
          <thead>
            <tr>
              <th scope="col">Limite</th>
              <th scope="col">Bac à sable</th>
              <th scope="col">Production</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Lectures par jour</th>
              <td>${limit("sandbox_reads_per_day")}</td>
              <td>fixées à la validation, d’ordinaire ${limit("live_reads_per_day")}</td>
            </tr>
            <tr>
              <th scope="row">Écritures par jour</th>
              <td>${limit("sandbox_writes_per_day")}</td>
              <td>fixées à la validation, d’ordinaire ${limit("live_writes_per_day")}</td>
            </tr>
            <tr>
              <th scope="row">Appels par minute</th>
              <td>${limit("burst_calls_per_minute")}</td>
              <td>${limit("burst_calls_per_minute")}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <h2 id="costs">Ce que coûte un appel</h2>
      <p>
        Les prix et les lectures de carte coûtent une lecture. Un lien coûte une écriture quand il
        ouvre une souscription (201), rien quand il en répète une. Tout le reste ne prend rien sur
        le jour. <a href=${href("/docs/reference")}>La référence</a> le dit pour chaque appel.
      </p>
      <h2 id="counting">Comment c’est compté</h2>
      <ul>
        <li>
          Par clé, exactement, sur tous les serveurs. Le jour et la minute sont ceux de l’UTC.
        </li>
        <li>400, 403 et 404 ne coûtent rien ; un 5xx rend la lecture.</li>
        <li>Dans la minute, les refus en 4xx comptent aussi ; 401 et 429 non.</li>
      </ul>
      <h2 id="headers">Ce qui vous est dit</h2>
      <p>
        Chaque réponse authentifiée porte quatre en-têtes <code>X-RateLimit-*</code>. 429
        RATE_LIMITED est la minute, 429 QUOTA_EXCEEDED le jour, et son <code>bucket</code> dit
        lequel. La console montre l’usage de 30 jours.
      </p>
      <h2 id="sizes">Autres plafonds</h2>
      <ul>
        <li>
          Un voyage a au plus ${limit("travellers_max")} voyageurs, jusqu’à
          ${limit("traveller_age_max")} ans, et ${limit("destinations_max")} destinations ; une
          lecture de carte ${limit("coach_destinations_max")} destinations.
        </li>
        <li>Un corps a au plus ${limit("body_bytes_max")} octets.</li>
        <li>
          Une page de ventes en a ${limit("sales_page_usual")} si vous n’en demandez pas un autre
          nombre, jusqu’à ${limit("sales_page_max")}.
        </li>
      </ul>` as PageNode,
}
