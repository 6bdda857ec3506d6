/** Two weeks of the July after next New Year: days of a trip that pages take, whenever tests run. */
export const comingTrip = ((): {
  readonly start: string
  readonly end: string
  readonly year: string
} => {
  const year = String(new Date().getUTCFullYear() + 1)
  return { start: `${year}-07-01`, end: `${year}-07-14`, year }
})()
