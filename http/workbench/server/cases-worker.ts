/** The engine that tries all of the analysts' own cases. */
import { casesEngine } from "./cases/cases-engine.ts"
import { makeLoading } from "./engine/loaded-versions.ts"
import { serveEngine } from "./engine/serve-engine.ts"

serveEngine(() => casesEngine(makeLoading()))
