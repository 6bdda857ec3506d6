import type { Social } from "../response.ts"
import type { CoachTables } from "../coach-tables.ts"
import { categories, type Category, type Market, markets } from "../coach-vocabulary.ts"

const nothing: Social = Object.freeze({ pct: 0, subjectKey: "coach.social.insured_beside_card" })

type SocialRow = CoachTables["coachSocial"]["rows"][number]

/** Chooses the social proof for the first subject of a bilan (null without arguments) in a market. */
export interface SocialRule {
  readonly socialFor: (market: Market, category: Category | null) => Social
  /** The row that says so; undefined where none does. */
  readonly rowFor: (market: Market, category: Category | null) => SocialRow | undefined
}

/** Prepares the social table: its answer for every market and subject. */
export const prepareSocial = (tables: CoachTables): SocialRule => {
  const answers = new Map<string, { readonly social: Social; readonly row: SocialRow }>()
  for (const market of markets) {
    for (const category of [...categories, null]) {
      const [row] = tables.coachSocial.evaluate({ category, market })
      if (row === undefined) continue
      const social = Object.freeze({ pct: row.pct, subjectKey: row.subjectKey })
      answers.set(`${market} ${category}`, { social, row })
    }
  }
  return {
    socialFor: (market, category) => answers.get(`${market} ${category}`)?.social ?? nothing,
    rowFor: (market, category) => answers.get(`${market} ${category}`)?.row,
  }
}
