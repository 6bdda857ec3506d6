import type { RefusalName } from "../../api/api-refusal.ts"

/** A refusal for people: what happened, and what to do. */
export type RefusalWords = Readonly<Record<RefusalName, readonly [what: string, todo: string]>>
