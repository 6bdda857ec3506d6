import { described, namedCommands } from "./lazy-commands.ts"

/** Every command by its name, in the order of the help. */
export const commands = {
  serve: described(
    "Serve the API until Ctrl-C",
    async () => (await import("./serve.ts")).serveCommand,
  ),
  partner: described(
    "Manage partner accounts",
    async () => (await import("./partner.ts")).partnerCommand,
  ),
  operator: described(
    "Manage the console's operators, and invite people to accounts",
    async () => (await import("./console-people.ts")).operatorCommand,
  ),
  person: described(
    "Help people of the console who have lost their second factor",
    async () => (await import("./console-people.ts")).personCommand,
  ),
  key: described("Manage signing keys", async () => (await import("./key.ts")).keyCommand),
  link: described("Manage tracked links", async () => (await import("./link.ts")).linkCommand),
  subscription: described(
    "Follow and advance subscriptions",
    async () => (await import("./subscription.ts")).subscriptionCommand,
  ),
  sale: described("Look at reported sales", async () => (await import("./sale.ts")).saleCommand),
  ledger: described(
    "Check and correct the ledger of commissions",
    async () => (await import("./ledger.ts")).ledgerCommand,
  ),
  statement: described(
    "Look at monthly statements, and check them against the ledger",
    async () => (await import("./statement.ts")).statementCommand,
  ),
  payout: described(
    "Pay partners what statements make due, by batches that two operators stand for",
    async () => (await import("./payout.ts")).payoutCommand,
  ),
  events: described(
    "Manage the endpoints that receive events, and look at what they received",
    async () => (await import("./events.ts")).eventsCommand,
  ),
  usage: described(
    "Show a partner's calls and the errors that they met",
    async () => (await import("./usage.ts")).usageCommand,
  ),
  tail: described(
    "Follow calls as they come: your own, or a partner's",
    async () => (await import("./tail.ts")).tailCommand,
  ),
  listen: described(
    "Forward the events of the sandbox to this machine, as they happen",
    async () => (await import("./listen.ts")).listenCommand,
  ),
  incident: described(
    "Announce disturbances on the page of the status and in its feed",
    async () => (await import("./incident.ts")).incidentCommand,
  ),
  audit: described("Read the audit", async () => (await import("./audit.ts")).auditCommand),
  tables: described("Check, describe, compare and explain the tables", async (args) =>
    (await import("./tables.ts")).tablesCommandFor(args),
  ),
  workbench: described(
    "Open a page on this machine to edit, check and release the tables",
    async () => (await import("./workbench.ts")).workbenchCommand,
  ),
  call: described(
    "Make a signed call and print the answer",
    async () => (await import("./call.ts")).callCommand,
  ),
  bilan: described(
    "Read what a card's cover lacks for a trip, offline",
    async () => (await import("./bilan.ts")).bilanCommand,
  ),
  quote: described(
    "Price a trip offline, with the sandbox's fictional insurer or the live catalogue",
    async () => (await import("./quote.ts")).quoteCommand,
  ),
  mcp: described(
    "Serve agents tools over the tables, by the Model Context Protocol on standard input and output",
    async () => (await import("./mcp.ts")).mcpCommand,
  ),
  worker: described(
    "Answer framed requests from another program, such as Spark or Beam",
    async () => (await import("./worker.ts")).workerCommand,
  ),
  simulator: described(
    "Simulate an insurer on this machine, for tests and demos",
    async () => (await import("./simulator.ts")).simulatorCommand,
  ),
  emulator: described(
    "Rehearse with the whole service on this machine, under a clock that you can move",
    async () => (await import("./emulator.ts")).emulatorCommand,
  ),
  doctor: described(
    "Find what keeps a partner's calls from working, and what to do about it",
    async () => (await import("./doctor.ts")).doctorCommand,
  ),
}

/**
 * The commands of an invocation. Only those are loaded that its words name: a server has no use for
 * what compares tables, a bilan none for a database.
 */
export const commandsFor = (args: ReadonlyArray<string>) => namedCommands(commands, args)
