import { escapeHtml } from "../../core/escape-html.ts"

/** A run as its page shows it: what was traced, and what the judges found. */
interface ShownRun {
  readonly trace: ReadonlyArray<string>
  readonly faults: ReadonlyArray<string>
}

/** A line of a trace. */
interface Line {
  readonly time: string
  /** The session that it is about; undefined for what is said of processes, callers and judges. */
  readonly lane: string | undefined
  readonly text: string
  readonly look: "asks" | "answer" | "waits" | "fault" | "judged" | "said"
}

const looks: ReadonlyArray<readonly [of: RegExp, look: Line["look"]]> = [
  [/^JUDGED/, "judged"],
  [/waits for a lock|has its lock/, "waits"],
  [/is cancelled|cut off|is killed|\((?:answer lost|slow)|gets nothing|is off by/, "fault"],
  [/^-> /, "asks"],
  [/^<- /, "answer"],
]

const lineOf = (traced: string): Line => {
  const [, time = "", rest = ""] = /^\s*([\d.]+)? ?(.*)$/.exec(traced) ?? []
  const [, lane, told] = /^([a-z]\.\d+) (.*)$/.exec(rest) ?? []
  const text = told ?? rest
  const look = looks.find(([of]) => of.test(text))?.[1] ?? "said"
  return { time, lane, text, look }
}

const style = `
body { font: 13px/1.4 system-ui, sans-serif; margin: 1rem }
table { border-collapse: collapse }
th { position: sticky; top: 0; background: Canvas; text-align: left; padding: 0 .4rem }
td { border-top: 1px solid #8883; padding: 0 .4rem; max-width: 22rem; vertical-align: top;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
td:hover { white-space: normal }
.time { color: GrayText; font-variant-numeric: tabular-nums }
.asks { background: #3b82f622 } .answer { background: #22c55e1a } .waits { background: #f59e0b44 }
.fault { background: #ef444444 } .judged { background: #ef4444; color: white; white-space: normal }
.held { background: #f59e0b22 }`

/** The page of a run: a column for each session, a row for each thing that happened, waits and faults in colour. */
export const pageOf = (name: string, { faults, trace }: ShownRun): string => {
  const lines = trace.map(lineOf)
  const lanes = [...new Set(lines.flatMap(({ lane }) => lane ?? []))].toSorted((left, right) =>
    left.localeCompare(right, "en", { numeric: true }),
  )
  const waiting = new Set<string>()
  const rows = lines.map(({ lane, look, text, time }) => {
    const shown = `<td class="${look}" title="${escapeHtml(text)}"`
    if (lane !== undefined && look === "waits" && text.startsWith("waits")) waiting.add(lane)
    else if (lane !== undefined) waiting.delete(lane)
    const cells =
      lane === undefined
        ? `${shown} colspan="${lanes.length}">${escapeHtml(text)}</td>`
        : lanes
            .map((each) =>
              each === lane
                ? `${shown}>${escapeHtml(text)}</td>`
                : `<td${waiting.has(each) ? ' class="held"' : ""}></td>`,
            )
            .join("")
    return `<tr><td class="time">${time}</td>${cells}</tr>`
  })
  const judged =
    faults.length === 0
      ? "<p>Nothing is wrong.</p>"
      : `<ul>${faults.map((fault) => `<li class="judged">${escapeHtml(fault)}</li>`).join("")}</ul>`
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(name)}</title><style>${style}</style>
<h1>${escapeHtml(name)}</h1>${judged}
<table><thead><tr><th>seconds</th>${lanes.map((lane) => `<th>${lane}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></html>
`
}
