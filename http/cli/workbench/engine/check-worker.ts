/** The engine that checks the tables as they are edited. */
import { serveEngine } from "./serve-engine.ts"

serveEngine(() => ({}))
