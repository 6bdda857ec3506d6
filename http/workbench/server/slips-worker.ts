/** The engine that tries slips in the tables, to find cases that would notice them. */
import { slipsEngine } from "./cases/slips-engine.ts"
import { makeEngineLoading, serveEngine } from "./engine/serve-engine.ts"

serveEngine(() => slipsEngine(makeEngineLoading()))
