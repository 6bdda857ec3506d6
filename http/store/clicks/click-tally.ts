/** Clicks of one link on one UTC day (days since 1970). */
export interface DayClicks {
  /** The code of the link: all that an address tells of it while the database is away. */
  readonly code: string
  readonly day: number
  readonly clicks: number
}

/** Clicks that are counted in memory, each link and day once. */
export interface ClickTally {
  /** Adds clicks; false when they are the first of their link and day and there is no room for more. */
  readonly add: (entry: DayClicks) => boolean
  /** Takes the oldest entries out, at most so many. */
  readonly take: (entriesMax: number) => ReadonlyArray<DayClicks>
  /** All clicks that are counted now. */
  readonly total: () => number
}

/** All clicks of some entries. */
export const clicksOf = (entries: Iterable<DayClicks>): number => {
  let total = 0
  for (const { clicks } of entries) total += clicks
  return total
}

/** A tally that has room for so many links and days. */
export const makeClickTally = (entriesMax: number): ClickTally => {
  const entries = new Map<string, DayClicks>()

  return {
    add: ({ clicks, code, day }) => {
      const name = `${code}/${day}`
      const known = entries.get(name)
      if (known === undefined && entries.size >= entriesMax) return false
      entries.set(name, { code, day, clicks: (known?.clicks ?? 0) + clicks })
      return true
    },
    take: (wanted) => {
      const taken: Array<DayClicks> = []
      for (const [name, entry] of entries) {
        if (taken.length >= wanted) break
        entries.delete(name)
        taken.push(entry)
      }
      return taken
    },
    total: () => clicksOf(entries.values()),
  }
}
