// Another service: renders the bilans of its argument, a JSON list of requests, in both languages.
import * as Result from "effect/Result"
import { bilan } from "viatica"
import { renderBilan } from "viatica/messages"

globalThis.seal?.()

const told = Result.match({
  onSuccess: (response) => [renderBilan(response), renderBilan(response, { lang: "en" })],
  onFailure: () => null,
})

const requests = JSON.parse(globalThis.Deno?.args[0] ?? process.argv[2])

console.log(JSON.stringify(requests.map((request) => told(bilan(request)))))
