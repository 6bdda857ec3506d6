/** The engine that checks the tables as they are edited. */
import { serveEngine } from "./engine/serve-engine.ts"

serveEngine(() => ({}))
