import * as Data from "effect/Data"
import { cannotBeUsed } from "../platform/system-error.ts"

/** The store of sales did not answer. */
export class SaleStoreUnavailable extends Data.TaggedError("SaleStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("store of sales", this.cause)
  }
}

/** A report of a known sale gives it another ref or currency. */
export class ReportContradicts extends Data.TaggedError("ReportContradicts")<{
  readonly field: "ref" | "currency"
  readonly held: string
}> {
  override get message() {
    return `${this.field}: the sale was reported with ${this.held}`
  }
}
