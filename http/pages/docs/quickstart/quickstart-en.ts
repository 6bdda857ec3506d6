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
        <p>
          All examples read the address, the key, the secret and the ref of a tracked link from the
          environment. <code>npx viatica-service emulator</code> prints such lines too, for a whole service on
          your own machine.
        </p>`,
    },
    {
      id: "client",
      short: "Client",
      title: "Get the client",
      text: prose`<p>
          It signs, waits where a quota is spent, sends again what may be sent again, keeps a
          traveller’s session, and tells every refusal by its code. In TypeScript it comes from npm;
          elsewhere it is a file or two without a dependency, from this service.
        </p>
        <p>
          Begin in an empty folder. With curl nothing has to be fetched: the function signs.
          <a href=${href("/docs/guides/signing")}>Signing by hand</a> tells how, for a language that has
          no client yet.
        </p>
        <p>
          A guide comes with each: <a href="/docs/files/python/README.md">Python</a>,
          <a href="/docs/files/go/README.md">Go</a>,
          <a href="/docs/files/php/README.md">PHP</a>,
          <a href="/docs/files/java/README.md">Java</a>.
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
        <p>
          The clients keep the <code>sessionId</code> for the link. With curl, keep it yourself.
        </p>`,
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
          The first call of a session answers 201, later ones 200. With curl, put the
          <code>sessionId</code> of your quote in. A sandbox link opens the plain form and credits nobody.
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
  otherPrefix: (prefix) => `This service’s headers begin with x-${prefix}-: give the client`,
  trip: "Couple, France to the United States, 1 to 14 July 2027",
  offersCaption: (shown, all) => `The first ${shown} of ${all} offers of the sandbox`,
  medical: "medical",
  arguments: (count) => `${count} arguments; the first:`,
}
