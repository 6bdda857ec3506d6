export * from "./coach-cards.ts"
export * from "./coach-words.ts"
export * from "./coach-places.ts"
export * from "./coach-rules.ts"
