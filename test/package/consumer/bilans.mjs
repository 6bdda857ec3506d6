// Another service: makes the bilans of its argument, a JSON list of requests, in both ways.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { bilan, describeCoachRefusal, engineVersion, explainBilan } from "viatica"
import { bilanEffect } from "viatica/effect"

const modules = globalThis.seal?.() ?? []

const attempt = (action) => {
  try {
    return `allowed: ${typeof action()}`
  } catch (cause) {
    return cause.message
  }
}

const deno = globalThis.Deno
const readFile = deno?.readTextFileSync ?? process.getBuiltinModule?.("node:fs").readFileSync
const refusals = {
  generate: attempt(() => Reflect.construct(Function, ["return 1"])),
  read: attempt(() => readFile("package.json")),
  connect: await Promise.resolve()
    .then(() => deno?.connect({ port: 9 }) ?? fetch("http://127.0.0.1:9/"))
    .then(
      () => "allowed",
      (cause) => cause.message,
    ),
}

const told = Result.match({
  onSuccess: (response) => ({ response }),
  onFailure: (refusal) => ({ code: refusal.code, detail: describeCoachRefusal(refusal) }),
})

const requests = JSON.parse(deno?.args[0] ?? process.argv[2])
const plain = requests.map((request) => told(bilan(request)))
const effect = requests.map((request) => told(Effect.runSync(Effect.result(bilanEffect(request)))))
const explained = requests.map((request) =>
  told(Result.map(explainBilan(request), ({ answer }) => answer)),
)
const [first] = Result.getOrThrow(explainBilan(requests[0])).explanation

console.log(
  JSON.stringify({ modules, refusals, engineVersion, plain, effect, explained, figure: first }),
)
