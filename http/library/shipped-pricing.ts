import { tables } from "#library/pricing"
import { once } from "../../core/memory.ts"
import { openPricingOver } from "../../rules/offline/pricing.ts"
import { compileText } from "../messages/icu.ts"
import { facts } from "./built-facts.ts"

/** Prices over the package's own tables, which all that loads them shares. */
export const shippedPricing = once(() => openPricingOver(tables, { facts, format: compileText }))
