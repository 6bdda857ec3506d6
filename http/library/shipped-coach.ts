import { tables as bins } from "#library/bins"
import { tables } from "#library/universal"
import { once } from "../../core/memory.ts"
import { openCoachOver } from "../../rules/offline/coach.ts"
import { facts } from "./built-facts.ts"

/** The Coach over the package's own tables, which all that loads it shares. */
export const shippedCoach = once(() => openCoachOver([tables, bins], { shape: facts.bilanShape }))
