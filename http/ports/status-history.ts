/** How many days the service keeps of its own checks. */
export const historyDays = 90

/** Parts that a day is checked in: five minutes each. */
export const slotsADay = 288

/** How long a part of a day is, in minutes. */
export const slotMinutes = 5

/** What the service checks by itself, as partners feel it. */
export const checkedParts = ["calls", "links", "events", "mail"] as const

/** A part of the service that it checks. */
export type CheckedPart = (typeof checkedParts)[number]

/** What a round of checks has found: whether each part did what it is for; what is left out was not checked. */
export type Findings = Readonly<Partial<Record<CheckedPart, boolean>>>

/** A day of the service's own checks of a part; a day that is not listed had none. */
export interface CheckedDay {
  readonly part: CheckedPart
  /** `YYYY-MM-DD`, of UTC. */
  readonly day: string
  /** Parts of the day that were checked, and those of them in which a check failed. */
  readonly checked: number
  readonly failed: number
}
