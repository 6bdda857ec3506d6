import * as Effect from "effect/Effect"
import { once } from "../../../core/memory.ts"
import { type EndpointName, endpoints } from "../../api/api.ts"
import { jsonAnswer } from "../../api/answer.ts"
import { answerOf, tagged } from "../validated.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { apiVersion } from "../../config/version.ts"
import { sampleReading, sampleTrip } from "../samples.ts"

const answered = (status: number, ...conditions: ReadonlyArray<string>) =>
  [`$statusCode == ${status}`, ...conditions].map((condition) => ({ condition }))

const json = (payload: unknown) => ({ contentType: "application/json", payload })

/** An operation by its place in the API document: some runners take a dot of an id for their own. */
const operation = (name: EndpointName): string => {
  const { method, path } = endpoints[name]
  const place = path.replaceAll("~", "~0").replaceAll("/", "~1")
  return `{$sourceDescriptions.viatica.url}#/paths/${place}/${method.toLowerCase()}`
}

const priceTrip = {
  stepId: "priceTrip",
  description: "Prices the trip and opens the traveller's session.",
  operationPath: operation("quotes"),
  requestBody: json({ trip: sampleTrip }),
  successCriteria: answered(200, "$response.body#/ok == true"),
  outputs: {
    sessionId: "$response.body#/sessionId",
    offerId: "$response.body#/offers/0/id",
    amount: "$response.body#/offers/0/price/amount",
    currency: "$response.body#/offers/0/price/currency",
  },
}

const linkBody = {
  sessionId: "$steps.priceTrip.outputs.sessionId",
  offerId: "$steps.priceTrip.outputs.offerId",
  trip: sampleTrip,
}

const makeLink = {
  stepId: "makeLink",
  description: "Turns the cheapest offer into the traveller's link: send the traveller to its url.",
  operationPath: operation("links"),
  requestBody: json(linkBody),
  successCriteria: answered(201, "$response.body#/replayed == false"),
  outputs: {
    ref: "$response.body#/ref",
    url: "$response.body#/url",
    subscriptionId: "$response.body#/subscriptionId",
  },
}

const keepLink = {
  stepId: "keepLink",
  description: "The same call again finds the subscription, and costs no write.",
  operationPath: operation("links"),
  requestBody: json(linkBody),
  successCriteria: answered(200, "$response.body#/replayed == true"),
}

const report = (stepId: string, description: string, status: string, outcome: string) => ({
  stepId,
  description,
  operationPath: operation("conversion"),
  requestBody: json({
    contractVersion: "3.2",
    ref: "$steps.makeLink.outputs.ref",
    externalOrderId: "$inputs.orderId",
    amount: "$steps.priceTrip.outputs.amount",
    currency: "$steps.priceTrip.outputs.currency",
    status,
  }),
  successCriteria: answered(
    200,
    `$response.body#/status == '${status}'`,
    `$response.body#/${outcome} == true`,
  ),
})

const sell = {
  workflowId: "sell",
  summary: "From a price to a sale, with a live key",
  description:
    "Prices a trip, makes the traveller's link, reports the sale under the link's ref, finds it in the list, and takes it back.",
  inputs: {
    type: "object",
    properties: { orderId: { type: "string", description: "Your own name of the sale." } },
    required: ["orderId"],
  },
  steps: [
    priceTrip,
    makeLink,
    keepLink,
    report("reportSale", "Reports that the traveller has paid.", "pending", "created"),
    {
      stepId: "listSales",
      description: "Finds the sale in the list, to reconcile with your books.",
      operationPath: operation("sales"),
      parameters: [{ name: "status", in: "query", value: "pending" }],
      successCriteria: answered(200, "$response.body#/sales/0/status == 'pending'"),
    },
    report("cancelSale", "Takes the sale back.", "cancelled", "updated"),
  ],
  outputs: { ref: "$steps.makeLink.outputs.ref", url: "$steps.makeLink.outputs.url" },
}

const pricesLeft =
  "$response.body#/key/lifetime/prices < $response.body#/key/lifetime/goLive/pricesRequired"

const goLive = {
  workflowId: "goLive",
  summary: "What a live key needs of the API, with a sandbox key",
  description:
    "Prices as often as a live key asks for, makes a link, and reads in meta how far the account is. What follows is no call: the approval of the account, and the live key from the console.",
  steps: [
    priceTrip,
    {
      stepId: "countPrices",
      description: "Prices again until there are enough.",
      operationPath: operation("meta"),
      successCriteria: answered(200),
      onSuccess: [
        {
          name: "priceAgain",
          type: "goto",
          stepId: "priceTrip",
          criteria: [{ condition: pricesLeft }],
        },
      ],
    },
    makeLink,
    {
      stepId: "readState",
      description: "Shows what is missing: `ready` turns true once the account is approved.",
      operationPath: operation("meta"),
      successCriteria: answered(
        200,
        "$response.body#/key/lifetime/prices >= $response.body#/key/lifetime/goLive/pricesRequired",
        "$response.body#/key/lifetime/links >= $response.body#/key/lifetime/goLive/linksRequired",
      ),
      outputs: {
        approved: "$response.body#/key/lifetime/goLive/approved",
        ready: "$response.body#/key/lifetime/goLive/ready",
      },
    },
  ],
  outputs: {
    approved: "$steps.readState.outputs.approved",
    ready: "$steps.readState.outputs.ready",
  },
}

const readCard = {
  workflowId: "readCard",
  summary: "What a traveller's card lacks",
  description: "Lists the cards of a country for a picker, and reads a card for the trip.",
  steps: [
    {
      stepId: "listCards",
      description: "Banks and cards for a card picker.",
      operationPath: operation("cards"),
      parameters: [{ name: "country", in: "query", value: sampleReading.residence }],
      successCriteria: answered(200),
      outputs: { network: "$response.body#/generic/0/network" },
    },
    {
      stepId: "readBilan",
      description: "Gaps, ranked arguments and the medical target.",
      operationPath: operation("bilan"),
      requestBody: json(sampleReading),
      successCriteria: answered(200, "$response.body#/ok == true"),
      outputs: { shouldSell: "$response.body#/bilan/shouldSell" },
    },
  ],
  outputs: { shouldSell: "$steps.readBilan.outputs.shouldSell" },
}

/** The ways through the API as an Arazzo document, whose calls are those of `/openapi.json`. */
const workflowsDocument = (baseUrl: string) => ({
  arazzo: "1.0.1",
  info: {
    title: "Viatica partner workflows",
    version: apiVersion,
    summary: "From a price to a sale, to a live key, and what a card lacks.",
    description:
      "Every call is signed as /openapi.json says; the runner of these workflows has to sign, or a proxy in front of it.",
  },
  sourceDescriptions: [{ name: "viatica", type: "openapi", url: `${baseUrl}/openapi.json` }],
  workflows: [sell, goLive, readCard],
})

/** `/arazzo.json`. */
export const makeWorkflowsRoute = (baseUrl: string): OpenRoute => {
  const made = once(() =>
    tagged(jsonAnswer(200, workflowsDocument(baseUrl), { "cache-control": "public, max-age=300" })),
  )
  return { pattern: "/arazzo.json", answer: (call) => Effect.sync(() => answerOf(made(), call)) }
}
