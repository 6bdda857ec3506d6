import { NodeRuntime, NodeServices } from "@effect/platform-node"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { apiVersion } from "../version.ts"
import { auditCommand } from "./audit.ts"
import { bilanCommand } from "./bilan.ts"
import { callCommand } from "./call.ts"
import { runCommandLine, teardown } from "./exit-status.ts"
import { keyCommand } from "./key.ts"
import { ledgerCommand } from "./ledger.ts"
import { linkCommand } from "./link.ts"
import { partnerCommand } from "./partner.ts"
import { quoteCommand } from "./quote.ts"
import { saleCommand } from "./sale.ts"
import { serveCommand } from "./serve.ts"
import { simulatorCommand } from "./simulator.ts"
import { subscriptionCommand } from "./subscription.ts"
import { tablesCommand } from "./tables.ts"

const viatica = Command.make("viatica").pipe(
  Command.withDescription("Travel-insurance pricing, attributed links, conversions and the Coach"),
  Command.withSubcommands([
    serveCommand,
    partnerCommand,
    keyCommand,
    linkCommand,
    subscriptionCommand,
    saleCommand,
    ledgerCommand,
    auditCommand,
    tablesCommand,
    callCommand,
    bilanCommand,
    quoteCommand,
    simulatorCommand,
  ]),
)

runCommandLine(viatica, { version: apiVersion, args: process.argv.slice(2) }).pipe(
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ teardown }),
)
