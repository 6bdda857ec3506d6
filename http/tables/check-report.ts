import {
  type CheckReport,
  type ReportOptions,
  type RunningCheck,
  type StagedCheck,
  startStagedCheck as startWith,
} from "../../rules/check/check-report.ts"
import type { TableFiles } from "../../rules/tables/table-named.ts"
import { readText } from "../messages/icu.ts"
import { tablesHash } from "./table-bundle.ts"

/** Begins to check a folder in two steps; the options hold for as long as it is checked. */
export const startStagedCheck = (folder: string, options: ReportOptions = {}): StagedCheck =>
  startWith({ readText, tablesHash }, folder, options)

/** Begins to check a folder; the options hold for as long as it is checked. */
export const startCheck = (folder: string, options: ReportOptions = {}): RunningCheck =>
  startStagedCheck(folder, options).whole

/**
 * Checks what a folder holds: every mistake, and every finding in the tables that have none. Tables
 * for another schema have that one mistake, and are not analysed.
 */
export const reportOn = (
  folder: string,
  files: TableFiles,
  options: ReportOptions = {},
): CheckReport => startCheck(folder, options)(files)
