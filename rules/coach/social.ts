import type { Social } from "./response.ts"
import type { CoachTables } from "./tables.ts"
import { categories, type Category, type Market, markets } from "./vocabulary.ts"

const nothing: Social = { pct: 0, subjectKey: "coach.social.insured_beside_card" }

/** Chooses the social proof for the first subject of a bilan (null without arguments) in a market. */
export type SocialRule = (market: Market, category: Category | null) => Social

/** Prepares the social table: its answer for every market and subject. */
export const prepareSocial = (tables: CoachTables): SocialRule => {
  const answers = new Map<string, Social>()
  for (const market of markets) {
    for (const category of [...categories, null]) {
      const [row] = tables.coachSocial.evaluate({ category, market })
      if (row === undefined) continue
      answers.set(`${market} ${category}`, { pct: row.pct, subjectKey: row.subjectKey })
    }
  }
  return (market, category) => answers.get(`${market} ${category}`) ?? nothing
}
