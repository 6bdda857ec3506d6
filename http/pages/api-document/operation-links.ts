/** A link of the document: what a next call takes from an answer, as runtime expressions. */
export interface OperationLink {
  readonly operationId: string
  readonly description: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly requestBody?: unknown
}

const sentTrip = "$request.body#/trip"
const sessionId = "$response.body#/sessionId"

const priceAgain: OperationLink = {
  operationId: "travel.quotes",
  description: "Prices again in the session of the traveller.",
  requestBody: { sessionId, trip: sentTrip },
}

const makeLink: OperationLink = {
  operationId: "travel.links",
  description: "Turns the cheapest offer into the traveller's link.",
  requestBody: { sessionId, offerId: "$response.body#/offers/0/id", trip: sentTrip },
}

const keepLink: OperationLink = {
  operationId: "travel.links",
  description: "Makes the same link again: the session keeps its subscription.",
  requestBody: { sessionId: "$request.body#/sessionId", trip: sentTrip },
}

const reportAgain: OperationLink = {
  operationId: "conversions.conversion",
  description: "Reports the same sale as cancelled; the last report stands.",
  requestBody: {
    ref: "$request.body#/ref",
    externalOrderId: "$request.body#/externalOrderId",
    amount: "$request.body#/amount",
    status: "cancelled",
  },
}

const listSales: OperationLink = {
  operationId: "conversions.sales",
  description: "Lists sales, those that changed last at the end.",
  parameters: { by: "changed" },
}

const nextPage: OperationLink = {
  operationId: "conversions.sales",
  description: "The next page, while `nextCursor` is not null.",
  parameters: { cursor: "$response.body#/nextCursor" },
}

/** A sale carries the amount that the traveller paid, which no answer tells: an example stands for it. */
const reportSale: OperationLink = {
  operationId: "conversions.conversion",
  description:
    "Reports the sale of a live link under its ref, with your order id and what was paid. A sandbox link has no ref: take one of your tracked links.",
  requestBody: {
    ref: "$response.body#/ref",
    externalOrderId: "AC-2291",
    amount: 102.96,
    currency: "EUR",
    status: "pending",
  },
}

/** The links of each operation's answers, by the operation's id and the status. */
export const operationLinks: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, OperationLink>>>>>
> = {
  "travel.quotes": { "200": { makeLink, priceAgain } },
  "travel.links": { "200": { keepLink, reportSale }, "201": { keepLink, reportSale } },
  "conversions.conversion": { "200": { listSales, reportAgain } },
  "conversions.sales": { "200": { nextPage } },
}
