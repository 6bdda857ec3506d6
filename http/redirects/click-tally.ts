/** Clicks of one link on one UTC day (days since 1970). */
export interface DayClicks {
  readonly linkId: bigint
  readonly day: number
  readonly clicks: number
}

/** Clicks that are counted in memory, each link and day once. */
export interface ClickTally {
  /** Counts a click; false when it is the first of its link and day and there is no room for more. */
  readonly count: (linkId: bigint, day: number) => boolean
  /** Takes the oldest entries out, at most so many. */
  readonly take: (entriesMax: number) => ReadonlyArray<DayClicks>
  /** Counts what was taken and could not be written once more, room or not. */
  readonly putBack: (taken: ReadonlyArray<DayClicks>) => void
  /** All clicks that are counted now. */
  readonly total: () => number
}

/** A tally that has room for so many links and days. */
export const makeClickTally = (entriesMax: number): ClickTally => {
  const entries = new Map<string, DayClicks>()

  const add = (added: DayClicks): void => {
    const name = `${added.linkId}/${added.day}`
    const clicks = (entries.get(name)?.clicks ?? 0) + added.clicks
    entries.set(name, { ...added, clicks })
  }

  return {
    count: (linkId, day) => {
      if (entries.size >= entriesMax && !entries.has(`${linkId}/${day}`)) return false
      add({ linkId, day, clicks: 1 })
      return true
    },
    take: (wanted) => {
      const taken = [...entries.entries().take(wanted)]
      for (const [name] of taken) entries.delete(name)
      return taken.map(([, entry]) => entry)
    },
    putBack: (taken) => {
      for (const entry of taken) add(entry)
    },
    total: () => entries.values().reduce((sum, { clicks }) => sum + clicks, 0),
  }
}
