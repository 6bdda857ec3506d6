/** The engine that tries all of the analysts' own cases. */
import { makeEngineLoading, serveEngine } from "./engine/serve-engine.ts"
import { casesEngine } from "./cases/cases-engine.ts"

serveEngine(() => casesEngine(makeEngineLoading()))
