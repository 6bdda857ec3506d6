import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { signInPath } from "../front/site.ts"
import { siteWords } from "../front/site-words.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import { offerLine } from "../samples.ts"
import { codeBox, plainBox } from "./code-box.ts"
import type { DocsContext } from "./docs-context.ts"
import { docsWords } from "./docs-words.ts"
import { answerText } from "./example-answer.ts"
import { exampleNames } from "./operation-examples.ts"
import { quickstartEn } from "./quickstart/quickstart-en.ts"
import { quickstartFr } from "./quickstart/quickstart-fr.ts"
import type { QuickstartWords, StepWords } from "./quickstart-words.ts"
import { clientTabs, stepTabs } from "./quickstart/step-tabs.ts"

/** The quickstart's words by language. */
export const quickstartWords: Readonly<Record<DocumentLanguage, QuickstartWords>> = {
  en: quickstartEn,
  fr: quickstartFr,
}

/** So many offers are shown of the first quote. */
const offersShown = 3

const received = (baseUrl: string): string =>
  [
    `export VIATICA_URL=${baseUrl}`,
    `export VIATICA_KEY=${exampleNames.keyId}`,
    "export VIATICA_SECRET=vsk_test_…",
    `export VIATICA_REF=${exampleNames.ref}`,
  ].join("\n")

const firstOffers = ({ samples }: DocsContext, reading: PageReading, words: QuickstartWords) => {
  const { offers } = samples.quote
  const lines = offers.slice(0, offersShown).map((offer) => offerLine(offer, reading.language))
  return plainBox(
    words.trip,
    html`<table class="offers">
      <caption class="unseen">
        ${words.offersCaption(lines.length, offers.length)}
      </caption>
      <tbody>
        ${lines.map(
          ({ insurer, medical, name, plan, price }) =>
            html`<tr>
              <th scope="row">${name} ${plan}<small>${insurer}</small></th>
              <td class="number"><small>${words.medical}</small>${medical ?? "—"}</td>
              <td class="number"><b>${price}</b></td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  )
}

const firstBilan = ({ samples }: DocsContext, reading: PageReading, words: QuickstartWords) => {
  const said = samples.said(reading.language)
  const [first] = said?.arguments ?? []
  return said === undefined
    ? null
    : plainBox(
        docsWords[reading.language].answer,
        html`<div class="say">
          <p class="display">${said.headline}</p>
          <p class="small-text second">${words.arguments(said.arguments.length)}</p>
          <p class="small-text"><b>${first?.hook}</b>${" "}${first?.fact}</p>
        </div>`,
      )
}

const stepExample = (
  context: DocsContext,
  reading: PageReading,
  words: QuickstartWords,
  step: StepWords["id"],
): PageContent => {
  const { examples, facts } = context
  const { answer } = docsWords[reading.language]
  const answered = (name: "conversion" | "links") =>
    codeBox(reading, {
      id: `${name}-answer`,
      label: answer,
      code: answerText(examples[name].answer),
    })
  switch (step) {
    case "key":
      return codeBox(reading, {
        id: "received",
        label: words.receive,
        code: received(facts.baseUrl),
      })
    case "client":
      return clientTabs(context, reading, words)
    case "price":
      return [
        stepTabs(reading, step, examples.quotes.request),
        firstOffers(context, reading, words),
      ]
    case "read":
      return [stepTabs(reading, step, examples.bilan.request), firstBilan(context, reading, words)]
    case "link":
      return [stepTabs(reading, step, examples.links.request), answered("links")]
    case "sale":
      return [stepTabs(reading, step, examples.conversion.request), answered("conversion")]
  }
}

/** The quickstart: from a key to a sale. */
export const quickstart = (context: DocsContext, reading: PageReading): PageNode => {
  const words = quickstartWords[reading.language]
  const steps = words.steps(context.facts, reading)
  return html`<h1 class="display headline">${words.title}</h1>
    <p class="second lede">${words.lede(context.facts)}</p>
    <ol class="six" aria-label=${words.stepsLabel}>
      ${steps.map(
        ({ id, short }, index) =>
          html`<li>
            <a href=${`#${id}`}><b>${index + 1}</b> ${short}</a>
          </li>`,
      )}
    </ol>
    <ol class="steps">
      ${steps.map(
        ({ id, text, title }, index) =>
          html`<li id=${id}>
            <span class="step-number" aria-hidden="true">${index + 1}</span>
            <div class="prose">
              <h2>${title}</h2>
              ${text}
              ${
                id === "key"
                  ? html`<p>
                      ${linkButton({
                        href: reading.href(signInPath),
                        label: siteWords[reading.language].getKey,
                        look: "main",
                        isSmall: true,
                      })}
                    </p>`
                  : null
              }
            </div>
            <div class="example">${stepExample(context, reading, words, id)}</div>
          </li>`,
      )}
    </ol>` as PageNode
}
