export { CoachService as Coach } from "./coach.ts"
export { PricingService as Pricing } from "./pricing.ts"
export { TablesService as Tables } from "./tables.ts"
export * from "./steps.ts"
