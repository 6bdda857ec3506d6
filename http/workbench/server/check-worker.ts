/** The engine that checks the tables as they are edited. */
import { openUsualChecks } from "../../tables/kept-checks.ts"
import { makeCheckHandlers } from "./check/check-handlers.ts"
import { serveEngine } from "./engine/serve-engine.ts"

serveEngine(makeCheckHandlers(await openUsualChecks()))
