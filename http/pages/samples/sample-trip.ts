/** The trip that pages price and examples send: two weeks in the United States for a couple. */
export const sampleTrip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries: ["US"],
  travellers: [{ age: 34 }, { age: 31 }],
} as const

/** The reading that pages show and examples ask for: the same trip against a usual card. */
export const sampleReading = {
  residence: sampleTrip.countryResidence,
  destinations: sampleTrip.arrivalCountries,
  card: { network: "visa", tier: "mid" },
} as const
