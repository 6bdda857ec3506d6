import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { apiVersion } from "../config/version.ts"
import { commandsFor } from "./commands.ts"
import { runCommandLine } from "../runtime/exit-status.ts"

const args = process.argv.slice(2)

const viatica = Command.make("viatica").pipe(
  Command.withDescription("Travel-insurance pricing, attributed links, conversions and the Coach"),
  Command.withSubcommands(await commandsFor(args)),
)

runCommandLine(viatica, { version: apiVersion, args }).pipe(
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain,
)
