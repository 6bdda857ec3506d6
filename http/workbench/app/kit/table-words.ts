import * as Result from "effect/Result"
import { readCsv } from "../../../../core/table/csv.ts"
import type { KnownTable, TableTask } from "./table-task.ts"
import rows from "./table-words.csv?raw"

/** The words of each table, by its file: the rows of `table-words.csv`, in the order in which people read of them. */
export const tableWords: Readonly<Record<string, KnownTable>> = Object.fromEntries(
  Result.getOrElse(readCsv(rows), () => [])
    .slice(1)
    .map(
      ({
        texts: [file = "", task = "", titleEn = "", aboutEn = "", titleFr = "", aboutFr = ""],
      }) => [
        file,
        {
          task: task as TableTask,
          en: { title: titleEn, about: aboutEn },
          fr: { title: titleFr, about: aboutFr },
        },
      ],
    ),
)
