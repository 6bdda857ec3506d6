import { prose } from "../../kit/prose.ts"
import type { QuickstartWords } from "./quickstart-words.ts"

/** The quickstart in English. */
export const quickstartEn: QuickstartWords = {
  title: "From a key to a sale, in six steps",
  lede: ({ limit }) =>
    `All of it runs in the sandbox first: no review, no contract, nothing charged. ${limit("sandbox_reads_per_day")} reads and ${limit("sandbox_writes_per_day")} links a day.`,
  stepsLabel: "Steps",
  steps: ({ limit }, { href }) => [
    {
      id: "key",
      short: "Key",
      title: "Get a sandbox key",
      text: prose`<p>
          With an e-mail address, at once. The secret is shown one time; keep it on your server,
          never in a page.
        </p>
        <p>All examples read the address, the key and the secret from the environment.</p>`,
    },
    {
      id: "sign",
      short: "Signed call",
      title: "Sign the call",
      text: prose`<p>
          HMAC-SHA256 of the time, the method, the path and the raw body, joined by dots, in hex
          after <code>v2=</code>. The query is not signed; a GET ends on the last dot.
        </p>
        <p>
          The time may be ${limit("timestamp_window_s")} seconds off, no more. In the sandbox, a
          signature that does not verify is explained by what was received, and the
          <a href="/docs/files/signing.json">signing vectors</a> test a client in any language.
        </p>
        <p>
          Clients sign for you, wait where a quota is spent, and send again what may be sent again: a
          small one each for <a href="/docs/files/python/README.md">Python</a>,
          <a href="/docs/files/go/README.md">Go</a>,
          <a href="/docs/files/java/README.md">Java</a> and
          <a href="/docs/files/php/README.md">PHP</a>, to copy
          into your sources; in TypeScript, <code>npm install viatica</code>.
        </p>`,
    },
    {
      id: "price",
      short: "Price",
      title: "Read the first price",
      text: prose`<p>
          Offers come cheapest first, with each guarantee as a state and a value. What could not be
          priced is counted, not hidden.
        </p>
        <p>Keep the <code>sessionId</code>: the link asks for it.</p>`,
    },
    {
      id: "read",
      short: "Bilan",
      title: "Read the first bilan",
      text: prose`<p>
          The same trip against a bank card: what the card lacks, the medical ceiling that the trip
          needs, and arguments, the strongest first.
        </p>
        <p>
          A bilan carries keys and values;
          <a href=${href("/docs/guides/coach-words")}>the Coach’s words</a> turn them into
          sentences.
        </p>`,
    },
    {
      id: "link",
      short: "Link",
      title: "Make the traveller’s link",
      text: prose`<p>
          One clicked offer becomes one address, credited to you. Your reference stands on the
          subscription, not in the address, so it survives copying.
        </p>
        <p>
          Put the <code>sessionId</code> of your quote in. The first call answers 201, later ones of
          the session 200. A sandbox link opens the plain form and credits nobody.
        </p>`,
    },
    {
      id: "sale",
      short: "Sale",
      title: "Report the sale",
      text: prose`<p>
        Under its <code>ref</code>, from your tracked links, and your own order id, as often as you
        like: the same id is the same sale. It validates itself after
        ${limit("sale_validation_days")} days.
      </p>`,
    },
  ],
  receive: "What you receive",
  trip: "Couple, France to the United States, 1 to 14 July 2027",
  offersCaption: (shown, all) => `The first ${shown} of ${all} offers of the sandbox`,
  medical: "medical",
  arguments: (count) => `${count} arguments; the first:`,
}
