import { NodeRuntime, NodeServices } from "@effect/platform-node"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { apiVersion } from "../version.ts"
import { bilanCommand } from "./bilan.ts"
import { callCommand } from "./call.ts"
import { runCommandLine } from "./exit-status.ts"
import { keyCommand } from "./key.ts"
import { partnerCommand } from "./partner.ts"
import { serveCommand } from "./serve.ts"
import { tablesCommand } from "./tables.ts"

const viatica = Command.make("viatica").pipe(
  Command.withDescription("Travel-insurance pricing, attributed links, conversions and the Coach"),
  Command.withSubcommands([
    serveCommand,
    partnerCommand,
    keyCommand,
    tablesCommand,
    callCommand,
    bilanCommand,
  ]),
)

/** A server that was told to stop has done its work: interruption is success. */
const teardown: Runtime.Teardown = (exit, onExit) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? onExit(0)
    : Runtime.defaultTeardown(exit, onExit)

runCommandLine(viatica, { version: apiVersion, args: process.argv.slice(2) }).pipe(
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ teardown }),
)
