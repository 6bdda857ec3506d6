import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { keepTick } from "../server/kept-tick.ts"
import { apiVersion } from "../version.ts"
import { runCommandLine } from "./exit-status.ts"

/**
 * Every command by its name, in the order of the help. Each is loaded when it is called: a server
 * has no use for what compares tables, and a bilan none for a database.
 */
const commands = {
  serve: async () => {
    // Before the server is loaded, which is when memory is collected for the first times.
    keepTick()
    return (await import("./serve.ts")).serveCommand
  },
  partner: async () => (await import("./partner.ts")).partnerCommand,
  key: async () => (await import("./key.ts")).keyCommand,
  link: async () => (await import("./link.ts")).linkCommand,
  subscription: async () => (await import("./subscription.ts")).subscriptionCommand,
  sale: async () => (await import("./sale.ts")).saleCommand,
  ledger: async () => (await import("./ledger.ts")).ledgerCommand,
  audit: async () => (await import("./audit.ts")).auditCommand,
  tables: async () => (await import("./tables.ts")).tablesCommand,
  call: async () => (await import("./call.ts")).callCommand,
  bilan: async () => (await import("./bilan.ts")).bilanCommand,
  quote: async () => (await import("./quote.ts")).quoteCommand,
  simulator: async () => (await import("./simulator.ts")).simulatorCommand,
}

const isName = (word: string): word is keyof typeof commands => Object.hasOwn(commands, word)

/**
 * The commands that an invocation may come to: the one that its first word names, else all of them,
 * for help and for suggestions to mean something. Completions are of all commands wherever asked for.
 */
const commandsFor = async (args: ReadonlyArray<string>) => {
  const [word = ""] = args
  const alone = isName(word) && !args.some((each) => each.startsWith("--completions"))
  const loaders = alone ? [commands[word]] : Object.values(commands)
  return Promise.all(loaders.map((load) => load()))
}

const args = process.argv.slice(2)

const viatica = Command.make("viatica").pipe(
  Command.withDescription("Travel-insurance pricing, attributed links, conversions and the Coach"),
  Command.withSubcommands(await commandsFor(args)),
)

runCommandLine(viatica, { version: apiVersion, args }).pipe(
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain,
)
