import * as Effect from "effect/Effect"
import { isCaseFile } from "../../../../core/table/case-table.ts"
import { carryColumns } from "../../../../core/table/carried.ts"
import { isCarried } from "../../../../core/table/header.ts"
import { columnsOf } from "../../../../core/table/load.ts"
import { isOwnTable } from "../../../../core/table/own-table.ts"
import type { CarryAsked } from "../../protocol/table.ts"
import { callRefused } from "../call-refused.ts"
import type { Desk } from "../desk/desk.ts"
import { refuseOutdated } from "./shown-table.ts"
import { definitionOf } from "./table-definition.ts"

/** Gives a shipped table columns of one's own, or takes some away, as one step. */
export const carryOwnColumns = (desk: Desk, { columns, file, revision }: CarryAsked) =>
  desk.edit((now) =>
    Effect.gen(function* () {
      yield* refuseOutdated(now, { file, revision })
      const definition = yield* definitionOf(now, file)
      const wrong = columns.find((column) => !isCarried(column))
      if (wrong !== undefined) return yield* callRefused("NoSuchColumn", { file, column: wrong })
      if (isOwnTable(file) || isCaseFile(file)) return yield* callRefused("NoSuchTable", { file })
      const width = Object.keys(columnsOf(definition)).length
      const text = carryColumns(now.sources.get(file) ?? "", width, [...new Set(columns)])
      return { label: { action: "table" as const, file, count: 1 }, texts: new Map([[file, text]]) }
    }),
  )
