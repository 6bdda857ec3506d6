import type { CoachTables } from "../coach-tables.ts"

/** How many cards, profiles and baselines carry a product. */
export const heldBy = ({
  coachBaselines,
  coachCards,
  coachGenericProfiles,
}: CoachTables): ((country: string, product: string) => number) => {
  const counts = new Map<string, number>()
  const add = (country: string, product: string): void => {
    const key = `${country} ${product}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const { benefitProduct, country } of coachCards.rows) add(country, benefitProduct)
  for (const { country, product } of coachGenericProfiles.rows) add(country, product)
  for (const { country, product } of coachBaselines.rows) add(country, product)
  return (country, product) => counts.get(`${country} ${product}`) ?? 0
}

/** How many rows of arguments name a guarantee in their conditions. */
export const timesCited = ({ coachArguments }: CoachTables): ((slug: string) => number) => {
  const { definition, fields } = coachArguments
  const column = Object.keys(definition.inputs).indexOf("slug")
  const counts = new Map<string, number>()
  for (const cells of fields) {
    for (const slug of cells[column]?.text.split("|") ?? []) {
      counts.set(slug, (counts.get(slug) ?? 0) + 1)
    }
  }
  return (slug) => counts.get(slug) ?? 0
}
