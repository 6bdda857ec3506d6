import type { ArgumentImpact } from "../impact/argument-tally.ts"
import type { Impact } from "../impact/impact.ts"
import { makeBilanRenderer } from "../messages/render.ts"
import type { Tables } from "../tables/index.ts"
import type { RendererParts } from "../messages/message-writer.ts"

/** What the ids of an impact are called. */
export interface ImpactTitles {
  /** Offers by id: product and plan, then the insurer. */
  readonly offers: Readonly<Record<string, string>>
  /** Cards by `#` and their catalogue id. */
  readonly cards: Readonly<Record<string, string>>
  /** Opening sentences of arguments, by id, as a bilan of the corpus tells them. */
  readonly arguments: Readonly<Record<string, string>>
  /** Guarantees by slug. */
  readonly guarantees: Readonly<Record<string, string>>
}

/** Insurers that are made up say so in brackets behind their name. */
const plainName = (name: string): string => name.replace(/ \([^)]*\)$/, "")

/** What offers are called: product and plan, then the insurer. */
export const offerTitles = (tables: Tables): ReadonlyArray<readonly [string, string]> =>
  [
    { insurers: tables.sandboxInsurers.rows, offers: tables.sandboxOffers.rows, mark: ", sandbox" },
    { insurers: tables.catalogueInsurers.rows, offers: tables.catalogueOffers.rows, mark: "" },
  ].flatMap(({ insurers, mark, offers }) => {
    const names = new Map(insurers.map(({ insurer, name }) => [insurer, plainName(name)]))
    return offers.map(({ insurer, name, offerId, plan }) => {
      const product = [name, plan].filter((part) => part !== null && part !== "").join(" ")
      return [String(offerId), `${product} (${names.get(insurer) ?? insurer}${mark})`] as const
    })
  })

/** What cards are called, by `#` and their catalogue id. */
export const cardTitles = (tables: Tables): ReadonlyArray<readonly [string, string]> =>
  tables.coachCards.rows.map(({ bank, cardName, catalogueId }) => [
    `#${catalogueId}`,
    `${cardName} (${bank})`,
  ])

const argumentTitles = (
  sides: { readonly gained: Tables; readonly lost: Tables },
  format: RendererParts["format"],
  { arguments: some }: Pick<Impact, "arguments">,
): ReadonlyArray<readonly [string, string]> => {
  const renderers = {
    gained: makeBilanRenderer({ texts: sides.gained, format }),
    lost: makeBilanRenderer({ texts: sides.lost, format }),
  }
  return some.flatMap(({ change, example, id }: ArgumentImpact) => {
    const rendered = renderers[change](example, { lang: "en" })
    const hook = rendered.arguments.find((argument) => argument.id === id)?.hook
    return hook === undefined ? [] : [[id, hook] as const]
  })
}

/** The titles of what an impact names, by the tables before where those after have no name for it any more. */
export const impactTitles = (
  {
    after,
    before,
    format,
  }: {
    readonly before: Tables
    readonly after: Tables
    readonly format: RendererParts["format"]
  },
  impact: Impact,
): ImpactTitles => ({
  offers: Object.fromEntries([...offerTitles(before), ...offerTitles(after)]),
  cards: Object.fromEntries([...cardTitles(before), ...cardTitles(after)]),
  arguments: Object.fromEntries(argumentTitles({ gained: after, lost: before }, format, impact)),
  guarantees: Object.fromEntries(
    after.messageGuarantees.rows.map(({ en, key }) => [key, en] as const),
  ),
})
