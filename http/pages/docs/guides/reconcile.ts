import type { Guide, GuideInBoth } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const english: Guide = {
  lede: () =>
    "Report as often as you like: the same order id is the same sale. Read the list to be sure that both sides agree.",
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="idempotency">Idempotency</h2>
      <ul>
        <li>
          <code>externalOrderId</code> is your name of the sale. <code>created</code> and
          <code>updated</code> tell what a report did; one that changes nothing may be sent again without
          end.
        </li>
        <li>
          Of several reports the one that you signed last stands, in whatever order they arrive. A late
          repetition takes nothing back.
        </li>
        <li>
          A <code>sessionId</code> makes links repeatable in the same way: see
          <a href=${href("/docs/guides/sessions")}>sessions and links</a>. There is no header for it.
        </li>
        <li>After a timeout or a 5xx send the same call again: it never makes two.</li>
      </ul>
      <h2 id="states">From pending to cancelled</h2>
      <p>
        <code>pending</code> becomes <code>validated</code> or <code>cancelled</code>,
        <code>validated</code> becomes <code>cancelled</code>, and <code>cancelled</code> is final. A
        pending sale validates itself ${limit("sale_validation_days")} days after its first report. A
        changed amount books the difference, a cancellation books back exactly what stands.
      </p>
      <h2 id="list">Keep a copy up to date</h2>
      <p>
        Read <a href=${href("/docs/reference/sales")}><code>GET /api/v1/sales?by=changed</code></a>, page
        by page, and keep the last <code>nextCursor</code>, or the newest <code>changedAt</code> where
        there is none. Begin there the next time. A sale that changes meanwhile comes again on a later
        page, and none is passed over.
      </p>
      <h2 id="compare">Compare with your books</h2>
      <ul>
        <li>
          Sum <code>commission</code> by currency over <code>validated</code> sales: what is owed to you.
          <code>pending</code> ones follow on their day.
        </li>
        <li>
          A sale of yours that is missing: report it. One with another amount: report the right one.
        </li>
        <li>
          One that we put right names the day in <code>correctedAt</code>, and
          <a href=${href("/docs/guides/events")}>an event</a> says what it was before.
        </li>
        <li>
          The console exports sales and the entries of the ledger behind them as CSV.
        </li>
      </ul>
      <h2 id="sandbox">In the sandbox</h2>
      <p>Sales of a sandbox key are play money: they rehearse all of this, and nobody pays them.</p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Déclarez autant de fois que vous voulez\u00a0: le même numéro de commande est la même vente. Relisez la liste pour être sûr que les deux côtés concordent.",
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="idempotency">Idempotence</h2>
      <ul>
        <li>
          <code>externalOrderId</code> est votre nom de la vente. <code>created</code> et
          <code>updated</code> disent ce qu’une déclaration a fait${"\u202f"}; celle qui ne change rien
          peut être renvoyée sans fin.
        </li>
        <li>
          De plusieurs déclarations, celle que vous avez signée en dernier compte, quel que soit l’ordre
          d’arrivée. Une répétition tardive ne reprend rien.
        </li>
        <li>
          Un <code>sessionId</code> permet de répéter les liens de la même façon${"\u00a0"}: voyez
          <a href=${href("/docs/guides/sessions")}>sessions et liens</a>. Aucun en-tête n’est nécessaire.
        </li>
        <li>
          Après un délai dépassé ou un 5xx, renvoyez le même appel${"\u00a0"}: il n’en fait jamais deux.
        </li>
      </ul>
      <h2 id="states">De l’attente à l’annulation</h2>
      <p>
        <code>pending</code> devient <code>validated</code> ou <code>cancelled</code>,
        <code>validated</code> devient <code>cancelled</code>, et <code>cancelled</code> est définitif.
        Une vente en attente se valide ${limit("sale_validation_days")} jours après sa première
        déclaration. Un montant modifié inscrit la différence, une annulation reprend exactement ce qui
        est inscrit.
      </p>
      <h2 id="list">Tenir une copie à jour</h2>
      <p>
        Lisez <a href=${href("/docs/reference/sales")}><code>GET /api/v1/sales?by=changed</code></a>, page
        par page, et gardez le dernier <code>nextCursor</code>, ou le <code>changedAt</code> le plus
        récent s’il n’y en a pas. Reprenez-y la fois suivante. Une vente qui change entre-temps revient
        sur une page suivante, et aucune n’est sautée.
      </p>
      <h2 id="compare">Comparer avec vos livres</h2>
      <ul>
        <li>
          Additionnez <code>commission</code> par devise sur les ventes <code>validated</code>${"\u00a0"}:
          c’est ce qui vous est dû. Les ventes <code>pending</code> suivent à leur jour.
        </li>
        <li>
          Une de vos ventes manque${"\u00a0"}: déclarez-la. Un montant diffère${"\u00a0"}: déclarez le bon.
        </li>
        <li>
          Celle que nous avons rectifiée porte le jour dans <code>correctedAt</code>, et
          <a href=${href("/docs/guides/events")}>un événement</a> dit ce qu’elle était avant.
        </li>
        <li>
          La console exporte en CSV les ventes et les écritures du grand livre qui les portent.
        </li>
      </ul>
      <h2 id="sandbox">Dans le bac à sable</h2>
      <p>
        Les ventes d’une clé de test sont de l’argent fictif${"\u00a0"}: elles répètent tout cela, et
        personne ne les paie.
      </p>` as PageNode,
}

/** How sales are reported again, read anew and compared. */
export const reconcileGuide: GuideInBoth = { en: english, fr: french }
