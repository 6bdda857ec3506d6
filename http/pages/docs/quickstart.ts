import {
  answerText,
  codeBox,
  type LanguagePanel,
  languageTabs,
  plainBox,
  savedAs,
} from "./code-box.ts"
import type { DocsContext } from "./docs-facts.ts"
import { docsWords } from "./docs-words.ts"
import { clientText } from "./files.ts"
import { exampleNames } from "./operation-examples.ts"
import { type QuickstartWords, quickstartWords, type StepWords } from "./quickstart-words.ts"
import { shellByHand, shellFunction, shellLine } from "./snippets/by-hand.ts"
import type { ExampleRequest } from "./snippets/languages.ts"
import {
  programStep,
  type QuickstartProgram,
  quickstartPrograms,
} from "./snippets/quickstart-programs.ts"
import { signInPath, siteWords } from "../front/site.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import { offerLine } from "../samples.ts"
import { signingHeaderNames } from "../../../rules/signing/message.ts"

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
      code: answerText(examples[name].sandboxAnswer ?? examples[name].answer),
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

const received = (baseUrl: string): string =>
  [
    `export VIATICA_URL=${baseUrl}`,
    `export VIATICA_KEY=${exampleNames.keyId}`,
    "export VIATICA_SECRET=vsk_test_…",
    `export VIATICA_REF=${exampleNames.ref}`,
  ].join("\n")

/** How to get the client of each language; for curl, the function that signs. */
const clientTabs = (
  { facts }: DocsContext,
  reading: PageReading,
  words: QuickstartWords,
): PageContent => {
  const prefix = otherPrefix(facts.headers.keyId)
  const { file, label } = shellByHand
  const shell: LanguagePanel = {
    id: "curl",
    label,
    code: shellFunction(facts.headers),
    foot: savedAs(reading, { file, run: `. ./${file}` }),
  }
  const panels = quickstartPrograms.map(
    ({ getClient, id, label, prefixOption }): LanguagePanel => ({
      id,
      label,
      code: `${getClient(facts.baseUrl)}\n`,
      foot:
        prefix === undefined
          ? null
          : html`${words.otherPrefix(prefix)}${" "}<code>${prefixOption}</code>${" "}<code
                >${prefix}</code
              >`,
    }),
  )
  return languageTabs(reading, { id: "client-of", panels: [...panels, shell] })
}

const usualPrefix = "svc"

/** The prefix of the service's headers, where clients have to know it. */
const otherPrefix = (keyIdHeader: string): string | undefined =>
  keyIdHeader === signingHeaderNames(usualPrefix).keyId
    ? undefined
    : keyIdHeader.replace(/^x-|-key-id$/g, "")

/** The steps that programs have a part in. */
type ProgramStep = Exclude<StepWords["id"], "key" | "client">

/** A step in every language: one call by curl, and a part of each program. */
const stepTabs = (
  reading: PageReading,
  step: ProgramStep,
  request: ExampleRequest,
): PageContent => {
  const shell: LanguagePanel = {
    id: "curl",
    label: shellByHand.label,
    code: shellStep(step, request),
  }
  const panels = quickstartPrograms.map((program): LanguagePanel => ({
    id: program.id,
    label: program.label,
    code: stepCode(program, step),
    foot: footOf(reading, program, step),
  }))
  return languageTabs(reading, { id: step, panels: [...panels, shell] })
}

/** A call by curl, which keeps the session of its quote in a file for the link. */
const shellStep = (step: ProgramStep, request: ExampleRequest): string => {
  // Behind the quote of the shell, so that it reads both from what came before.
  const line = shellLine(request)
    .replace(exampleNames.ref, `'"$VIATICA_REF"'`)
    .replace(exampleNames.sessionId, `'"$session"'`)
  if (step === "price") return `${line} | tee quote.json\n`
  return step === "link" ? `${keptSession}\n${line}\n` : `${line}\n`
}

const keptSession = String.raw`session=$(sed 's/.*"sessionId":"\([^"]*\)".*/\1/' quote.json)`

/** What is shown of the program of a language for a step: cut from the file that tests run. */
const stepCode = ({ served }: QuickstartProgram, step: ProgramStep): string => {
  const code = programStep(clientText(served) ?? "", step)
  if (code === "") throw new Error(`${served} shows nothing for the step ${step}`)
  return code
}

/** In these, statements stand within a function. */
const hasMain: ReadonlySet<string> = new Set(["go", "java"])

const footOf = (
  reading: PageReading,
  program: QuickstartProgram,
  step: ProgramStep,
): PageContent => {
  const { addTo, addToMain } = docsWords[reading.language]
  if (step === "price") return first(reading, program)
  if (step === "sale") return whole(reading, program)
  return html`${hasMain.has(program.id) ? addToMain : addTo}${" "}<code>${program.file}</code>`
}

const first = (reading: PageReading, program: QuickstartProgram): PageContent => {
  const { fileOnOldNode } = program
  const saved = savedAs(reading, program)
  return fileOnOldNode === undefined
    ? saved
    : html`${saved} (${docsWords[reading.language].onOldNode}${" "}<code>${fileOnOldNode}</code>)`
}

const whole = (reading: PageReading, { file, served }: QuickstartProgram): PageContent =>
  html`${docsWords[reading.language].wholeProgram}${" "}<a href=${`/docs/files/${served}`}
      >${file}</a
    >`

/** So many offers are shown of the first quote. */
const offersShown = 3

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
