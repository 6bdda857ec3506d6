/** How many days the service keeps of its own checks. */
export const historyDays = 90

/** Parts that a day is checked in: five minutes each. */
export const slotsADay = 288

/** How long a part of a day is, in minutes. */
export const slotMinutes = 5

/** A day of the service's own checks of signed calls; a day that is not listed had none. */
export interface CheckedDay {
  /** `YYYY-MM-DD`, of UTC. */
  readonly day: string
  /** Parts of the day that were checked, and those of them in which a check failed. */
  readonly checked: number
  readonly failed: number
}
