import { answerParent } from "../../../bench/http/children.ts"
import { type BatchesAsked, runBatches } from "./run-batches.ts"

/** Sends batches from a process of its own. */
answerParent((asked) => (asked === null ? null : runBatches(asked as BatchesAsked)))
