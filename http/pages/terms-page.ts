import type { DocumentCover, DocumentLanguage } from "../../rules/documents/covers.ts"
import type { IpidSection } from "../../rules/documents/ipid.ts"
import type { Answer } from "../api/answer.ts"
import { html, type PageNode } from "./kit/html.ts"
import { notice } from "./kit/controls.ts"
import type { MakePage } from "./kit/page.ts"
import { languageSwitch, topBar } from "./kit/shell.ts"

/** What the policy terms of an offer tell. */
export interface PolicyTerms {
  readonly insurer: string
  readonly product: string
  readonly language: DocumentLanguage
  readonly covers: ReadonlyArray<DocumentCover>
  /** The sections of the product information document, which the terms put into context. */
  readonly sections: ReadonlyArray<IpidSection>
}

const words = {
  en: {
    title: "Policy terms",
    sample:
      "Sample document of a fictional insurer. It describes no real contract and insures nobody.",
    guarantees: "Guarantees and ceilings",
    guarantee: "Guarantee",
    extent: "What is insured",
    option: "option, insured only where it is bought",
    skip: "To the text",
    languages: "Languages",
    short: "The same in short: product information document",
  },
  fr: {
    title: "Conditions générales",
    sample:
      "Document d’exemple d’un assureur fictif. Il ne décrit aucun contrat réel et n’assure personne.",
    guarantees: "Garanties et plafonds",
    guarantee: "Garantie",
    extent: "Ce qui est assuré",
    option: "option, assurée seulement si elle est souscrite",
    skip: "Aller au texte",
    languages: "Langues",
    short: "La même chose en bref : document d’information sur le produit",
  },
} as const

/** Sections that the table of guarantees replaces. */
const tabled: ReadonlyArray<string> = ["insured"]

const coverRow = ({ extent, isHeld, isOption, name }: DocumentCover, option: string): PageNode =>
  html`<tr class=${isHeld ? undefined : "open"}>
    <th scope="row">${name}</th>
    <td>${extent}${isOption ? html`<span class="label third">, ${option}</span>` : null}</td>
  </tr>`

const sectionPart = ({ heading, lines }: IpidSection): PageNode =>
  html`<section>
    <h2>${heading}</h2>
    <ul>
      ${lines.map(({ text }) => html`<li>${text}</li>`)}
    </ul>
  </section>`

/** The page of the policy terms of an offer. */
export const termsPage = (
  makePage: MakePage,
  { covers, insurer, language, product, sections }: PolicyTerms,
  headers: Readonly<Record<string, string>>,
): Answer => {
  const text = words[language]
  const languages = languageSwitch(
    text.languages,
    [
      { language: "en", label: "EN", href: "?lang=en" },
      { language: "fr", label: "FR", href: "?lang=fr" },
    ],
    language,
  )
  const [first, ...rest] = sections.filter(({ section }) => !tabled.includes(section))
  const body = html`${topBar({ homeHref: "/", skipLabel: text.skip, end: languages })}
    <main id="main" class="terms">
      <p class="second">${insurer}</p>
      <h1 class="display headline">${text.title} · ${product}</h1>
      ${notice("info", text.sample)} ${first === undefined ? null : sectionPart(first)}
      <h2 id="guarantees">${text.guarantees}</h2>
      <table aria-labelledby="guarantees">
        <thead>
          <tr>
            <th scope="col">${text.guarantee}</th>
            <th scope="col">${text.extent}</th>
          </tr>
        </thead>
        <tbody>
          ${covers.map((cover) => coverRow(cover, text.option))}
        </tbody>
      </table>
      ${rest.map(sectionPart)}
      <p><a href=${`ipid?lang=${language}`}>${text.short}</a></p>
    </main>`
  return makePage({
    language,
    title: `${text.title}: ${product}`,
    body,
    styles: ["documents.css"],
    scripts: "none",
    headers,
  })
}
