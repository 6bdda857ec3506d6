import { serveParent } from "./server-child.ts"

/** The service, in a process of its own; loaded as late as the command line loads it. */
serveParent(async (given) => {
  const { serveService } = await import("./service.ts")
  await serveService(given)
})
