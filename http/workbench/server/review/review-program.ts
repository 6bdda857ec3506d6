import { threadProgram } from "../../../platform/thread.ts"

/** The program of the engine that reviews a change, which lies beside this module. */
export const reviewProgram = threadProgram("review-worker", import.meta.url)
