export { bilanEffect, quoteEffect } from "./plain.ts"
export {
  ShippedCoach as Coach,
  ShippedPricing as Pricing,
  ShippedTables as Tables,
} from "./shipped.ts"
export * from "./steps.ts"
export type { OwnTablesOptions } from "../../../rules/programs/tables.ts"
