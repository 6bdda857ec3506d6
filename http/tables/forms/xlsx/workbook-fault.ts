import * as Data from "effect/Data"

/** A file is no workbook that can be read. */
export class WorkbookUnreadable extends Data.TaggedError("WorkbookUnreadable")<{
  readonly reason: string
}> {
  override get message() {
    return `This is no XLSX workbook that can be read: ${this.reason}`
  }
}

/** A workbook, or a part of it once it is uncompressed, is larger than what is read. */
export class WorkbookTooLarge extends Data.TaggedError("WorkbookTooLarge")<{
  /** The part of the file: `xl/sharedStrings.xml`; `the workbook` where it is all of it. */
  readonly part: string
  /** What there is too much of: `rows`. */
  readonly what: string
  readonly max: number
}> {
  override get message() {
    const most = new Intl.NumberFormat("en").format(this.max)
    return `${this.part} has more than ${most} ${this.what}; split the workbook, or save the sheet as CSV`
  }
}

/** Why a workbook is not read. */
export type WorkbookFault = WorkbookUnreadable | WorkbookTooLarge

/** Whether what was thrown is why a workbook is not read. */
export const isWorkbookFault = (cause: unknown): cause is WorkbookFault =>
  cause instanceof WorkbookUnreadable || cause instanceof WorkbookTooLarge
