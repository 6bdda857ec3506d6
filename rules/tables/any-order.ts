/**
 * The collecting tables whose rows may stand in any order, by file, each with the reason: code that
 * asks them makes the same of the rows that apply.
 */
export const anyOrder: ReadonlyMap<string, string> = new Map([
  ["coach/card_conditions.csv", "one broken condition is as good as several"],
  ["reference/price_exceptions.csv", "one reason excuses as well as several"],
  ["sandbox/eligibility.csv", "offers are ranked by their price"],
  ["sandbox/surcharges.csv", "the percentages add up"],
])
