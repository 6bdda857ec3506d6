/** The engine that tries slips in the tables, to find cases that would notice them. */
import { slipsEngine } from "./cases/slips-engine.ts"
import { makeLoading } from "./engine/loaded-versions.ts"
import { serveEngine } from "./engine/serve-engine.ts"

serveEngine(() => slipsEngine(makeLoading()))
