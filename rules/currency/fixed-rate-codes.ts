import { baseCode } from "./rates/document.ts"

/** The euro, and what it has replaced at a rate that is fixed for good: those do not grow old. */
export const fixedCodes: ReadonlyArray<string> = [baseCode, "BGN"]
