/** Two weeks in the United States, as prices are planned for it. */
export const plannedTrip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries: ["US"],
  travellers: [{ age: 34 }],
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}
