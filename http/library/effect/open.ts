export { CoachService as Coach } from "../../../rules/programs/coach.ts"
export { PricingService as Pricing } from "../../../rules/programs/pricing.ts"
export { OpenTables as Tables } from "./tables.ts"
export * from "./steps.ts"
