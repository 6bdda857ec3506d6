/** What a condition of a decision table is about: the facts that it takes and the words it knows. */
export { boolean, enumeration, integer, number, optional, reference } from "../table/input.ts"
