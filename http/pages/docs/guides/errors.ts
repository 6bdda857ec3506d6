import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import { allRefusals, refusalTable } from "../refusals.ts"
import type { Guide } from "./guide.ts"

/** Errors, in English. */
export const errorsEn: Guide = {
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
