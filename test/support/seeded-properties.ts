import * as fc from "fast-check"
import { runSeed } from "./random.ts"

/** Properties that name no seed of their own draw from the run's. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: runSeed() })
