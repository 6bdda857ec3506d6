import { signal } from "@preact/signals"

/** A view that an analyst has kept: what its address says of columns, filters and order. */
export interface KeptView {
  readonly title: string
  readonly look: string
}

/** How an analyst has arranged the columns of a table. */
export interface KeptColumns {
  /** What an address would say of them. */
  readonly look: string
  /** The view that was chosen; null for none. */
  readonly view: string | null
  readonly widthsPx: Readonly<Record<string, number>>
  readonly views: ReadonlyArray<KeptView>
}

const storedName = "viatica-workbench-columns"

const untouched: KeptColumns = { look: "", view: null, widthsPx: {}, views: [] }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What was kept, perhaps by another version: a part that cannot be read is as if nobody had touched it. */
const readColumns = (value: unknown): KeptColumns => {
  if (!isRecord(value)) return untouched
  const { look, view, views, widthsPx } = value
  return {
    look: typeof look === "string" ? look : "",
    view: typeof view === "string" ? view : null,
    widthsPx: Object.fromEntries(
      Object.entries(isRecord(widthsPx) ? widthsPx : {}).flatMap(([name, width]) =>
        typeof width === "number" && width > 0 ? [[name, width]] : [],
      ),
    ),
    views: (Array.isArray(views) ? views : []).flatMap((each: unknown) =>
      isRecord(each) && typeof each["title"] === "string" && typeof each["look"] === "string"
        ? [{ title: each["title"], look: each["look"] }]
        : [],
    ),
  }
}

const readAll = (): Readonly<Record<string, unknown>> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName) ?? "{}")
    return isRecord(stored) ? stored : {}
  } catch {
    return {}
  }
}

const all = signal(readAll())

// What another page of the same analyst keeps is known here, too.
addEventListener("storage", ({ key }) => {
  if (key === storedName) all.value = readAll()
})

/** How the columns of a table are arranged. */
export const keptColumns = (file: string): KeptColumns => readColumns(all.value[file])

/** Keeps how the columns of a table are arranged, beside what is kept of others. */
export const keepColumns = (file: string, changes: Partial<KeptColumns>): void => {
  const stored = readAll()
  const kept = { ...stored, [file]: { ...readColumns(stored[file]), ...changes } }
  all.value = kept
  try {
    localStorage.setItem(storedName, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing arranges columns for as long as its page is open.
  }
}
