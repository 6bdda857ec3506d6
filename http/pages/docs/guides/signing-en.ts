import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import { byHandTabs, signedExample } from "./by-hand-tabs.ts"
import type { Guide } from "./guide.ts"

/** Signing without a client, in English. */
export const signingEn: Guide = {
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
      <div class="scroll">
        <table class="fields">
          <caption class="unseen">
            Headers of a signed call
          </caption>
          <thead>
            <tr>
              <th scope="col">Header</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row"><code>${headers.keyId}</code></th>
              <td>the id of your key</td>
            </tr>
            <tr>
              <th scope="row"><code>${headers.timestamp}</code></th>
              <td>the time that you signed</td>
            </tr>
            <tr>
              <th scope="row"><code>${headers.signature}</code></th>
              <td><code>v2=</code> and the digest in hex</td>
            </tr>
          </tbody>
        </table>
      </div>
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
        <code>npx viatica-service doctor</code> looks for what keeps calls from working.
      </p>` as PageNode
  },
}
