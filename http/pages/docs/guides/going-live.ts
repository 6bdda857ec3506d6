import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"

/** Going live, in English. */
export const goingLiveEn: Guide = {
  lede: ({ facts: { limit } }) =>
    `${limit("go_live_prices")} sandbox prices, ${limit("go_live_links")} sandbox link and an approval: then you create the live key yourself.`,
  text: ({ facts: { limit, percent }, href }) =>
    prose`<h2 id="steps">The steps</h2>
      <ol>
        <li>
          Price ${limit("go_live_prices")} trips and make ${limit("go_live_links")} link with your
          sandbox key.
        </li>
        <li>
          Ask for review in the <a href=${href("/console")}>console</a>, with the volume that you
          expect.
        </li>
        <li>A person approves, which sets your quotas.</li>
        <li>
          Create the live key. Its secret is shown once. It is a second key: the sandbox key goes on
          working with its own quota.
        </li>
      </ol>
      <p>
        <code>GET /api/v1/travel/meta</code> shows how far you are under
        <code>key.lifetime.goLive</code>, and the refusal of a key says what is missing.
      </p>
      <h2 id="before">Before the first live call</h2>
      <ul>
        <li>
          Keep the secret on your server. No answer carries a CORS header: calls from a browser do
          not work.
        </li>
        <li>Set the clock: ${limit("timestamp_window_s")} seconds off are refused.</li>
        <li>Send again what answers 502, 503 or 504, later each time.</li>
        <li>
          Show the insurer’s name and documents beside each offer, and the notice of the quote.
        </li>
        <li>Make a tracked link for each channel, to tell them apart.</li>
      </ul>
      <h2 id="secrets">Secrets</h2>
      <p>
        Rotating a key gives a new secret, beside which the old one works for
        ${limit("secret_overlap_hours")} hours. A second rotation within them drops the oldest.
        Revoking ends both at once.
      </p>
      <h2 id="commission">Your commission</h2>
      <p>
        It starts at ${percent("base_commission_bps")} of the premium, and you may set it up to
        ${percent("max_commission_bps")}. What is above the base is added to the handling fee, so
        that the traveller pays it. The rate is frozen on each sale when it is first reported.
      </p>
      <h2 id="sales">Sales</h2>
      <p>
        Report a sale as often as you like; of several reports the one that you signed last stands.
        A pending sale validates itself after ${limit("sale_validation_days")} days; cancelled is
        final.
        <a href=${href("/docs/reference/sales")}><code>GET /api/v1/sales</code></a> lists all, to
        reconcile with your books.
      </p>` as PageNode,
}
