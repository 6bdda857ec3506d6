// step: price
import { describeFailure, makeClient } from "viatica/client"

const viatica = makeClient({
  baseUrl: process.env["VIATICA_URL"] ?? "",
  keyId: process.env["VIATICA_KEY"] ?? "",
  secret: process.env["VIATICA_SECRET"] ?? "",
})
const trip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries: ["US"],
  travellers: [{ age: 34 }, { age: 31 }],
}
const traveller = viatica.traveller() // keeps one session
const quote = await traveller.quotes({ trip })
if (quote._tag === "Failure") throw new Error(describeFailure(quote.failure))
const { offers } = quote.success
for (const { name, plan, price } of offers.slice(0, 3)) {
  console.log(price.amount, price.currency, name, plan)
}

// step: read
const card = { network: "visa", tier: "mid" }
const asked = { residence: "FR", destinations: ["US"], card }
const reading = await viatica.bilan(asked)
if (reading._tag === "Failure") throw new Error(describeFailure(reading.failure))
const { bilan } = reading.success
console.log(bilan.headline.key, bilan.arguments.length, "arguments")

// step: link
const [cheapest] = offers
if (cheapest === undefined) throw new Error("no offer")
const link = await traveller.links({ offerId: cheapest.id })
if (link._tag === "Failure") throw new Error(describeFailure(link.failure))
console.log(link.success.url)

// step: sale
const sale = await viatica.conversion({
  contractVersion: "3.2",
  ref: process.env["VIATICA_REF"] ?? "",
  externalOrderId: "AC-2291",
  status: "pending",
  amount: cheapest.price.amount,
  currency: cheapest.price.currency,
})
if (sale._tag === "Failure") throw new Error(describeFailure(sale.failure))
console.log(sale.success.status, sale.success.amount, sale.success.currency)
