import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { disclosureList, type DisclosureFacts, operatorList } from "../kit/disclosures.ts"
import { html, type PageNode } from "../kit/html.ts"
import { unstatedVariables } from "../../config/operator.ts"
import type { Disclosure } from "../../../rules/documents/disclosures.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"

/** The path of the page. */
export const aboutPath = "/compare/about"

/** The page for those who live in a country, from the pages that lead to it. */
export const aboutAddress = (language: string, residence: CountryCode): string => {
  const query = new URLSearchParams({ lang: language })
  if (residence !== "") query.set("residence", residence)
  return `${aboutPath}?${query.toString()}`
}

/** What leads to the page, which is its title. */
export const aboutTitle = (say: TravellerText): string => say("disclosures.who")

/** Who stands behind the comparator, how it compares, and who is paid, by the law of a residence. */
export const aboutBody = (
  say: TravellerText,
  rows: ReadonlyArray<Disclosure>,
  facts: DisclosureFacts,
): PageNode => {
  const unset = unstatedVariables(facts.operator)
  return html`<h1 class="display headline">${aboutTitle(say)}</h1>
    <div class="card stack about" data-unset=${unset.length === 0 ? undefined : unset.join(" ")}>
      ${operatorList(say, facts.operator)} ${disclosureList(say, rows, facts)}
    </div>`
}
