import { facts as built } from "#library/facts"
import type { BuiltFacts } from "../../rules/offline/packed-tables.ts"

/** What the build knows of the package's tables beside them. */
export const facts = built as BuiltFacts
