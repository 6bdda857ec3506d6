import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"

/** Sessions and links, in English. */
export const sessionsEn: Guide = {
  lede: () =>
    "A session gathers the quotes of one traveller; its link opens one subscription, credited to you.",
  text: ({ facts: { limit, rehearses }, href }) =>
    prose`<h2 id="session">The session</h2>
      <p>
        Each quote answers with a <code>sessionId</code>. Send it with the next quote of the same
        traveller and with the link. It belongs to your account and its mode, and does not expire.
        Any other text starts a fresh session.
      </p>
      <h2 id="link">The link</h2>
      <ul>
        <li>
          The first call of a session opens a subscription: 201, one write. Later calls repeat it:
          200, nothing.
          <code>replayed</code> says so, and <code>updated</code> where the trip had changed and was
          changed in place.
        </li>
        <li>
          Trips are the same whatever the order of destinations and travellers. Offer, language and
          <code>linkCode</code> are no part of them.
        </li>
        <li>
          Once the traveller has presubscribed, the subscription is frozen, and the next call opens
          another: 201.
        </li>
        <li>
          The first call fixes who is credited: the <code>linkCode</code> that you name, else your
          oldest link in use. It is checked on every call.
        </li>
        <li>
          Calls of one session take turns. After a 502 or 504 send the same call again: it never
          makes two.
        </li>
      </ul>
      <h2 id="address">The address</h2>
      <p>
        Give <code>url</code> to the traveller unchanged. It counts the click and opens the funnel.
        Your ref stands on the subscription and not in the address, so that it can be neither lost
        nor forged. What the address names is signed: it opens the quote while the database is away,
        too.
      </p>
      <h2 id="lifetimes">How long they hold</h2>
      <p>
        A quote holds for ${limit("quote_lifetime_minutes")} minutes, a link for
        ${limit("link_lifetime_days")} days. Do not keep premiums for longer, and show the insurer’s
        name and documents beside each offer.
      </p>
      <h2 id="rehearse">Rehearse failures</h2>
      <p>
        In the sandbox the destination decides: <code>${rehearses("refused")}</code> answers 502
        and <code>${rehearses("timed_out")}</code> 504, to quotes and to links;
        <code>${rehearses("near_miss_only")}</code> finds near misses only. Such a failed call costs
        nothing. A sandbox link opens the plain form and credits nobody; all else is as with a live
        key.
      </p>
      <h2 id="live">Where live prices come from</h2>
      <p>
        Each insurer is asked once for each quote, all at the same time, until one deadline. One
        that is late or fails costs its own offers, which <code>unpricedCount</code> counts. The
        call is refused only when none of those asked answers (502), or none in time (504). See
        <a href=${href("/docs/reference/links")}>the reference of links</a>.
      </p>` as PageNode,
}
