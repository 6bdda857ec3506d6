/** The engine that answers what screens ask: travellers, shapes, cases, sources. */
import { releaseAnswers } from "../releases/release-answers.ts"
import { serveEngine } from "./serve-engine.ts"

serveEngine(() => ({ ...releaseAnswers }))
