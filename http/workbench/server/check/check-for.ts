import type { ReportOptions } from "../../../../rules/check/check-report.ts"
import { startStagedCheck } from "../../../tables/check-report.ts"
import type { KeptChecks } from "../../../tables/kept-checks.ts"

/** What a check depends on beside the texts of the tables. */
export interface CheckDay {
  /** The names of the icons that there are; null where nobody can tell. */
  readonly icons: ReadonlyArray<string> | null
  readonly today: string
}

/** Gives the check of a folder of tables, which is begun anew where the day or the icons are others. */
export const makeCheckFor = (
  folder: string,
  { kept }: { readonly kept: KeptChecks | undefined },
) => {
  let known:
    | { readonly key: string; readonly check: ReturnType<typeof startStagedCheck> }
    | undefined
  return ({ icons, today }: CheckDay, more: Partial<Pick<ReportOptions, "earlier">> = {}) => {
    const key = JSON.stringify([today, icons])
    if (known?.key !== key) {
      const options = {
        today,
        ...more,
        ...(icons === null ? {} : { icons: new Set(icons) }),
        ...(kept === undefined ? {} : { kept }),
      }
      known = { key, check: startStagedCheck(folder, options) }
    }
    return known.check
  }
}
