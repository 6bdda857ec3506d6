// Every call of the client, as a partner's server makes them; tells what each ended in.
import { makeClient } from "viatica/client"

const trip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries: ["US"],
  travellers: [{ age: 34 }],
}

const tagOf = (result) => (result._tag === "Success" ? "answer" : result.failure._tag)

/** Makes all calls with the address and the key that are given. */
export const callAll = async (options) => {
  const viatica = makeClient(options)
  const traveller = viatica.traveller()
  const quote = await traveller.quotes({ trip })
  if (quote._tag === "Failure")
    return { quote: quote.failure._tag, cause: String(quote.failure.cause) }
  const link = await traveller.links({ offerId: quote.success.offers[0].id })
  const report = { ref: "nobody-1", externalOrderId: "ø-1", status: "pending", amount: 1.5 }
  const moved = { ...options, baseUrl: options.baseUrl + "/elsewhere/" }
  const ended = {
    meta: await viatica.meta(),
    bilan: await viatica.bilan({ residence: "FR", destinations: ["US"], card: { none: true } }),
    cards: await viatica.cards({ country: "FR" }),
    sales: await viatica.sales({ limit: 1 }),
    vocabulary: await viatica.vocabulary(),
    unknownRef: await viatica.conversion(report),
    nobody: await viatica.quotes({ trip: { ...trip, travellers: [] } }),
    wrongSecret: await makeClient({ ...options, secret: "another" }).meta(),
    elsewhere: await makeClient(moved).meta(),
    nowhere: await makeClient({ ...options, baseUrl: "http://127.0.0.1:9", triesMax: 1 }).meta(),
    aborted: await viatica.meta({ signal: AbortSignal.abort() }),
  }
  return {
    offers: quote.success.offers.length > 0,
    session: traveller.sessionId === quote.success.sessionId,
    link: link._tag === "Success" ? link.call.status : link.failure._tag,
    remaining: typeof quote.call.rates?.remaining,
    ...Object.fromEntries(Object.entries(ended).map(([name, each]) => [name, tagOf(each)])),
  }
}
