import { signingHeaderNames } from "../../../../rules/signing/headers.ts"
import { html, type PageContent } from "../../kit/html.ts"
import type { PageReading } from "../../kit/reading.ts"
import { clientText } from "../files.ts"
import { type LanguagePanel, languageTabs, savedAs } from "../code-box.ts"
import type { DocsContext } from "../docs-context.ts"
import { docsWords } from "../docs-words.ts"
import { shellByHand, shellFunction, shellLine } from "../snippets/by-hand/shell.ts"
import type { ExampleRequest } from "../snippets/example-request.ts"
import { programStep } from "../snippets/program-step.ts"
import { type QuickstartProgram, quickstartPrograms } from "../snippets/quickstart-programs.ts"
import { exampleNames } from "../operation-examples.ts"
import type { QuickstartWords, StepWords } from "../quickstart-words.ts"

/** The steps that programs have a part in. */
export type ProgramStep = Exclude<StepWords["id"], "key" | "client">

/** What is shown of the program of a language for a step: cut from the file that tests run. */
export const stepCode = ({ served }: QuickstartProgram, step: ProgramStep): string => {
  const code = programStep(clientText(served) ?? "", step)
  if (code === "") throw new Error(`${served} shows nothing for the step ${step}`)
  return code
}

/** In these, statements stand within a function. */
const hasMain: ReadonlySet<string> = new Set(["go", "java"])

const whole = (reading: PageReading, { file, served }: QuickstartProgram): PageContent =>
  html`${docsWords[reading.language].wholeProgram}${" "}<a href=${`/docs/files/${served}`}
      >${file}</a
    >`

const first = (reading: PageReading, program: QuickstartProgram): PageContent => {
  const { fileOnOldNode } = program
  const saved = savedAs(reading, program)
  return fileOnOldNode === undefined
    ? saved
    : html`${saved} (${docsWords[reading.language].onOldNode}${" "}<code>${fileOnOldNode}</code>)`
}

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

/** A step in every language: one call by curl, and a part of each program. */
export const stepTabs = (
  reading: PageReading,
  step: ProgramStep,
  request: ExampleRequest,
): PageContent => {
  const shell: LanguagePanel = {
    id: "curl",
    label: shellByHand.label,
    // Behind the quote of the shell, so that it reads the ref from the environment.
    code: `${shellLine(request).replace(exampleNames.ref, `'"$VIATICA_REF"'`)}\n`,
  }
  const panels = quickstartPrograms.map((program): LanguagePanel => ({
    id: program.id,
    label: program.label,
    code: stepCode(program, step),
    foot: footOf(reading, program, step),
  }))
  return languageTabs(reading, { id: step, panels: [...panels, shell] })
}

const usualPrefix = "svc"

/** The prefix of the service's headers, where clients have to be told of it. */
const otherPrefix = (keyIdHeader: string): string | undefined =>
  keyIdHeader === signingHeaderNames(usualPrefix).keyId
    ? undefined
    : keyIdHeader.replace(/^x-|-key-id$/g, "")

/** How to get the client of each language; for curl, the function that signs. */
export const clientTabs = (
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
