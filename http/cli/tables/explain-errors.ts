import * as Data from "effect/Data"
import { describeFactProblem, type FactProblem } from "../../../core/explain/facts.ts"
import type { WrittenRow } from "../../../core/explain/find-rows.ts"

/** A table cannot be asked with the facts that were given. */
export class FactsRefused extends Data.TaggedError("FactsRefused")<{
  readonly file: string
  readonly problems: ReadonlyArray<FactProblem>
}> {
  override get message() {
    return `${this.file} cannot be asked: ${this.problems.map(describeFactProblem).join("; ")}`
  }
}

/** Facts are missing that a table asks for. */
export class FactsMissing extends Data.TaggedError("FactsMissing")<{
  readonly file: string
  readonly missing: ReadonlyArray<string>
}> {
  override get message() {
    return `${this.file} also asks for ${this.missing.join(", ")}; with --partial they stay open`
  }
}

/** A table has no row at a line. */
export class RowUnknown extends Data.TaggedError("RowUnknown")<{
  readonly file: string
  readonly line: number
  readonly nearest: number | undefined
}> {
  override get message() {
    const hint = this.nearest === undefined ? "" : `; the nearest row is at line ${this.nearest}`
    return `${this.file} has no row at line ${this.line}${hint}`
  }
}

/** A plain table has no row with a key. */
export class KeyUnknown extends Data.TaggedError("KeyUnknown")<{
  readonly file: string
  readonly nearest: ReadonlyArray<WrittenRow>
}> {
  override get message() {
    const lines = this.nearest.map(({ line }) => line)
    const hint = lines.length === 0 ? "" : `; the nearest: line ${lines.join(", line ")}`
    return `${this.file} has no row with this key${hint}`
  }
}
