/**
 * The engine alone: one's own decision tables and plain tables, from text to answers, explanations
 * and proofs. It knows nothing of insurance.
 */
export * as column from "./columns.ts"
export * as condition from "./conditions.ts"
export { defineTable } from "../table/definition.ts"
export { defineDecision } from "../table/decision.ts"
export { load, prepare } from "./loaded-rules.ts"
export { readDefinition } from "./read-definition.ts"
export { coverage, evaluate, explain, readFacts, whyNot } from "./questions.ts"
export { check, diff } from "./proofs.ts"
export { mutate } from "./slips.ts"
export { describeMistake } from "../table/error.ts"

export type { Result } from "effect/Result"
export type { NamedFacts } from "../analysis/region.ts"
export type { CheckQuestion } from "../check/finding.ts"
export type { Severity } from "../check/severity.ts"
export type { CoverageReport, Uncovered } from "../coverage/uncovered.ts"
export type { ComparedRow } from "../difference/plain-table-difference.ts"
export type { CellVerdict, DecisionExplanation, RowTrace } from "../explain/explain.ts"
export type { FactChange, WhyNot } from "../explain/why-not.ts"
export type { Rational } from "../money/rational.ts"
export type { Fact } from "../table/condition.ts"
export type { Column } from "../table/column.ts"
export type { DecisionDefinition, FactsOf, Hit } from "../table/decision.ts"
export type { HitPolicy } from "../table/hit-policy.ts"
export type { RowOf, TableDefinition } from "../table/definition.ts"
export type { Table } from "../table/loaded.ts"
export type { TableMistake } from "../table/error.ts"
export type { Input as Condition } from "../table/input.ts"
export type {
  DecisionNames,
  Definitions,
  FactsOfTable,
  LoadedRules,
  PlainTables,
  RowsOfTable,
  RulesByName,
  TableText,
  TextsByFile,
} from "./loaded-rules.ts"
export type { ChangedAnswers, CheckFinding, OwnCheckOptions, RulesDifference } from "./proofs.ts"
export type { Answered } from "./asker.ts"
export type { DefinitionOptions } from "./read-definition.ts"
export type { FeelInterpreter } from "./ask-with-feel.ts"
export type { Slip, SlipNotice } from "./slips.ts"
