/** The engine that tries drafts of what is added, while a form is filled in. */
import { openUsualChecks } from "../../tables/kept-checks.ts"
import { makeDraftHandlers } from "./additions/draft-handlers.ts"
import { serveEngine } from "./engine/serve-engine.ts"

serveEngine(makeDraftHandlers(await openUsualChecks()))
