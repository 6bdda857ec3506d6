import { type Guide, type GuideInBoth, guideTable } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const english: Guide = {
  lede: ({ facts: { limit } }) =>
    `A sandbox key has ${limit("sandbox_reads_per_day")} reads and ${limit("sandbox_writes_per_day")} writes a day; any key has ${limit("burst_calls_per_minute")} calls a minute.`,
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="limits">Limits</h2>
      ${guideTable(
        "Limits of keys",
        ["Limit", "Sandbox", "Live"],
        [
          [
            "Reads a day",
            limit("sandbox_reads_per_day"),
            `set with your approval, usually ${limit("live_reads_per_day")}`,
          ],
          [
            "Writes a day",
            limit("sandbox_writes_per_day"),
            `set with your approval, usually ${limit("live_writes_per_day")}`,
          ],
          ["Calls a minute", limit("burst_calls_per_minute"), limit("burst_calls_per_minute")],
        ],
      )}
      <h2 id="costs">What a call costs</h2>
      <p>
        Prices and card readings cost one read. A link costs one write when it opens a subscription
        (201), nothing when it repeats one. All else costs nothing of the day.
        <a href=${href("/docs/reference")}>The reference</a>
        tells it for each call.
      </p>
      <h2 id="counting">How it is counted</h2>
      <ul>
        <li>
          Per key, exactly, over all server processes. The day and the minute are those of UTC.
        </li>
        <li>400, 403 and 404 cost nothing; a 5xx gives the read back.</li>
        <li>In the minute refusals with 4xx count, too; 401 and 429 do not.</li>
      </ul>
      <h2 id="headers">What you are told</h2>
      <p>
        Every authenticated answer carries four <code>X-RateLimit-*</code> headers. 429 RATE_LIMITED
        is the minute, 429 QUOTA_EXCEEDED the day, and its <code>bucket</code> says which. The
        console shows the use of 30 days.
      </p>
      <h2 id="sizes">Other ceilings</h2>
      <ul>
        <li>
          A trip has at most ${limit("travellers_max")} travellers, up to
          ${limit("traveller_age_max")} years old, and ${limit("destinations_max")} destinations; a
          card reading ${limit("coach_destinations_max")} destinations.
        </li>
        <li>A body has at most ${limit("body_bytes_max")} bytes.</li>
        <li>
          A page of sales has ${limit("sales_page_usual")} sales unless you ask for another number,
          up to ${limit("sales_page_max")}.
        </li>
      </ul>` as PageNode,
}

const french: Guide = {
  lede: ({ facts: { limit } }) =>
    `Une clé de test a ${limit("sandbox_reads_per_day")} lectures et ${limit("sandbox_writes_per_day")} écritures par jour ; toute clé a ${limit("burst_calls_per_minute")} appels par minute.`,
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="limits">Limites</h2>
      ${guideTable(
        "Limites des clés",
        ["Limite", "Bac à sable", "Production"],
        [
          [
            "Lectures par jour",
            limit("sandbox_reads_per_day"),
            `fixées à la validation, d’ordinaire ${limit("live_reads_per_day")}`,
          ],
          [
            "Écritures par jour",
            limit("sandbox_writes_per_day"),
            `fixées à la validation, d’ordinaire ${limit("live_writes_per_day")}`,
          ],
          ["Appels par minute", limit("burst_calls_per_minute"), limit("burst_calls_per_minute")],
        ],
      )}
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

/** Quotas. */
export const quotasGuide: GuideInBoth = { en: english, fr: french }
