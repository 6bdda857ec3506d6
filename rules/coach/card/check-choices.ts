import type { Finding } from "../../../core/check/finding.ts"
import { groupBy } from "../../../core/group-by.ts"
import { type CatalogueCard, heldCount, prepareCatalogueIndex } from "./catalogue-index.ts"
import { prepareProducts } from "./products.ts"
import type { CoachTables } from "../coach-tables.ts"

/** The sibling that is known to hold fewest covers, if fewer than the chosen card. */
const poorer = (
  chosen: CatalogueCard,
  others: ReadonlyArray<CatalogueCard>,
): CatalogueCard | undefined =>
  others
    .filter((card) => heldCount(card.product) < heldCount(chosen.product))
    .sort((left, right) => heldCount(left.product) - heldCount(right.product))[0]

/**
 * Finds the cards that stand for their bank, network and range though a sibling is known to hold
 * fewer covers: it may be the basic one, of which too little is known. A declared rank settles it.
 */
export const checkChoices = (tables: Partial<CoachTables>): ReadonlyArray<Finding> => {
  const { bankAliases, coachBenefits, coachCards, coachMarkets, coachProducts } = tables
  if (!bankAliases || !coachBenefits || !coachCards || !coachMarkets || !coachProducts) return []
  const products = prepareProducts({ coachBenefits, coachMarkets, coachProducts })
  const { banks } = prepareCatalogueIndex({ bankAliases, coachCards }, products)
  const groups = banks.flatMap(({ cards }) => [
    ...groupBy(
      cards.filter(({ network, tier, withdrawn }) => network && tier && !withdrawn),
      ({ network, tier }) => `${network} ${tier}`,
    ).values(),
  ])
  return groups.flatMap(([chosen, ...others]): ReadonlyArray<Finding> => {
    if (chosen === undefined || chosen.rank !== null || chosen.tier === "business") return []
    const other = poorer(chosen, others)
    if (other === undefined) return []
    return [
      {
        _tag: "RicherChoice",
        chosen: chosen.name,
        held: heldCount(chosen.product),
        other: other.name,
        otherHeld: heldCount(other.product),
        file: coachCards.file,
        line: coachCards.lineOf(coachCards.get(chosen.catalogueId)) ?? 1,
        character: 1,
        hitPolicy: null,
      },
    ]
  })
}
