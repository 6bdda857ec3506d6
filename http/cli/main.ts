import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { errorCode } from "../platform/system-error.ts"
import { viatica } from "./command-line.ts"

// A reader of the first lines alone (`| head`) has what they want: the rest is written to nobody.
process.stdout.on("error", (error) => {
  if (errorCode(error) !== "EPIPE") throw error
})

viatica(process.argv.slice(2)).pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain)
