import type { OperatorIdentity } from "../../config/operator.ts"
import { byTopic, type Disclosure } from "../../../rules/documents/disclosures.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { html, type PageContent, type PageNode } from "./html.ts"
import { plainInsurer } from "./offer-words.ts"
import { symbol } from "./symbols.ts"

/** What disclosures of a comparison show. */
export interface ComparedFacts {
  /** The names of all insurers that are compared. */
  readonly insurers: ReadonlyArray<string>
  /** The usual handling fee as a share of the premium. */
  readonly feeShare: number
}

/** What disclosures of an offer show; amounts as the page prints them. */
export interface SoldFacts {
  readonly insurer: string
  readonly price: string
  readonly premium: string
  readonly fee: string
  /** Who gets a commission for the sale; undefined where nobody does. */
  readonly partner: string | undefined
}

/** What disclosures are filled in with. */
export interface DisclosureFacts {
  readonly operator: OperatorIdentity
  readonly compared?: ComparedFacts
  readonly sold?: SoldFacts
  /** Whether the receipt has a button to withdraw; where no contract is known, receipts do have one. */
  readonly hasWithdrawal?: boolean
}

/** What the tables say of all that is compared. */
export const comparedFacts = ({
  catalogueInsurers,
  catalogueOffers,
  fees,
}: Pick<Tables, "catalogueInsurers" | "catalogueOffers" | "fees">): ComparedFacts => {
  const selling = new Set(catalogueOffers.rows.map(({ insurer }) => insurer))
  return {
    insurers: catalogueInsurers.rows.flatMap(({ insurer, name }) =>
      selling.has(insurer) ? plainInsurer(name) : [],
    ),
    feeShare: (fees.get("standard_handling_fee_bps")?.value ?? 0) / 10_000,
  }
}

/** A disclosure in words, with the address that it names. */
export interface ToldDisclosure extends Pick<Disclosure, "link" | "text"> {
  readonly told: string
}

/** The sentences of disclosures that stand by themselves, without a heading. */
export const toldDisclosures = (
  say: TravellerText,
  rows: ReadonlyArray<Disclosure>,
  facts: DisclosureFacts,
): ReadonlyArray<ToldDisclosure> =>
  rows.map((row) => ({
    text: row.text,
    link: linkOf(row, facts),
    told: disclosureWords(say, row.text, facts),
  }))

/** A disclosure as a page tells it: the address that it names is a link. */
export const toldContent = ({ link, told }: Pick<ToldDisclosure, "link" | "told">): PageContent =>
  link === null
    ? told
    : [
        told,
        " ",
        html`<a href=${link} target="_blank" rel="noopener noreferrer">${shortAddress(link)}</a>`,
      ]

/** An address as people read it. */
export const shortAddress = (address: string): string =>
  address.replace(/^https:\/\/(?:www\.)?/u, "")

/** Disclosures under their headings; nothing where there are none. */
export const disclosureList = (
  say: TravellerText,
  rows: ReadonlyArray<Disclosure>,
  facts: DisclosureFacts,
): PageNode | null =>
  rows.length === 0
    ? null
    : html`<dl class="told-topics">
        ${byTopic(rows).map(
          ({ told, topic }) =>
            html`<div>
              <dt>${say(`trust.topic_${topic}`)}</dt>
              ${told.map(
                (row) =>
                  html`<dd data-disclosure=${row.text}>${disclosureText(say, row, facts)}</dd>`,
              )}
            </div>`,
        )}
      </dl>`

/** What the operator has stated about itself, and what it has not. */
export const operatorList = (
  say: TravellerText,
  { address, complaints, mediator, name, register, ties }: OperatorIdentity,
): PageNode => {
  const facts = [
    ["operator_name", name],
    ["operator_address", address],
    ["operator_register", register],
    ["operator_complaints", complaints],
    ["operator_mediator", mediator],
    ["operator_ties", ties === "none" ? say("trust.no_ties") : ties],
  ] as const
  return html`<dl class="told-facts">
    ${facts.map(
      ([word, told]) =>
        html`<div>
          <dt>${say(`trust.${word}`)}</dt>
          <dd class=${told === undefined ? "third" : undefined}>
            ${told ?? say("trust.not_stated")}
          </dd>
        </div>`,
    )}
  </dl>`
}

/** The foot of a page: the way to who stands behind it. */
export const disclosureFoot = (
  say: TravellerText,
  rows: ReadonlyArray<Disclosure>,
  facts: DisclosureFacts,
  /** Where that is told, and whether it opens beside the page. */
  { href, isBeside = false }: { readonly href: string; readonly isBeside?: boolean },
): PageNode | null =>
  rows.length === 0
    ? null
    : html`<footer class="told-foot wide">
        ${rows.map(
          (row) =>
            html`<a
              href=${href}
              target=${isBeside ? "_blank" : undefined}
              rel=${isBeside ? "noopener" : undefined}
              data-disclosure=${row.text}
              >${symbol("info")}<span>${disclosureText(say, row, facts)}</span></a
            >`,
        )}
      </footer>`

const disclosureText = (say: TravellerText, row: Disclosure, facts: DisclosureFacts): PageContent =>
  toldContent({ link: linkOf(row, facts), told: disclosureWords(say, row.text, facts) })

/** The address that a disclosure names: its row's, or the operator's own page. */
const linkOf = (
  { link, text }: Disclosure,
  { operator: { withdrawalUrl } }: DisclosureFacts,
): string | null => (text === "disclosures.eu_withdrawal" ? (withdrawalUrl ?? null) : link)

const disclosureWords = (
  say: TravellerText,
  text: Disclosure["text"],
  { compared, hasWithdrawal = true, operator, sold }: DisclosureFacts,
): string =>
  say(text, {
    operator_stated: stated(operator.name),
    operator: operator.name ?? "",
    contact_stated: stated(operator.complaints),
    contact: operator.complaints ?? "",
    withdrawal_stated: stated(operator.withdrawalUrl),
    withdrawal_button: hasWithdrawal ? "yes" : "no",
    insurers: compared?.insurers.length ?? 0,
    names: say.list(compared?.insurers ?? []),
    share: compared?.feeShare ?? 0,
    insurer: sold?.insurer ?? "",
    price: sold?.price ?? "",
    premium: sold?.premium ?? "",
    fee: sold?.fee ?? "",
    credited: stated(sold?.partner),
    partner: sold?.partner ?? "",
  })

const stated = (fact: string | undefined): "no" | "yes" => (fact === undefined ? "no" : "yes")
