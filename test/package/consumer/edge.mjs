// Another service at the edge: what the library answers to requests, in a worker as in a page or in Node.
import { bilan, explainBilan, quote } from "viatica"
import { openBilans } from "viatica/bilans"
import { tables as france } from "viatica/bilans/fr"
import { tables as bins } from "viatica/tables/bins"
import { renderBilan } from "viatica/messages"
import { renderBilan as renderFrench } from "viatica/messages/fr"

const alone = openBilans([france, bins])

const days = { startDate: "2027-07-01", endDate: "2027-07-14" }

const answerTo = (request) => {
  const read = bilan(request)
  const [first = ""] = request?.destinations ?? []
  const places = { countryResidence: "FR", arrivalCountries: [first] }
  return {
    bilan: read.success ?? read.failure,
    explained: explainBilan(request).success?.explanation.length,
    alone: alone.bilan(request).success,
    sentences: read.success && renderBilan(read.success),
    french: read.success && renderFrench(read.success),
    quote: quote({ trip: { ...days, ...places, intent: "forTourism", travellers: [{ age: 34 }] } })
      .success?.offers[0]?.price,
  }
}

export const answersTo = (requests) => JSON.stringify(requests.map(answerTo))

export default {
  fetch: async (request) =>
    new Response(answersTo(await request.json()), {
      headers: { "content-type": "application/json" },
    }),
}
