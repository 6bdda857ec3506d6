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
  [
    /is cancelled|cut off|is killed|does not start|\((?:answer lost|slow|brief|halting)|gets nothing|has nothing|is off by|: (?:hangs|fails)$|: it (?!answers$|takes$)|: failed$/,
    "fault",
  ],
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

/** How a session stands after an answer, as Postgres says it. */
const standings: Readonly<Record<string, string>> = {
  I: "",
  T: ", in a transaction",
  E: ", in a failed transaction",
}

/** A line as it is shown: digests of bytes, by which runs are compared, are in its title alone. */
const shownText = (text: string): string => {
  const [, bytes, standing = "I", more = ""] =
    /^<- (\d+) bytes [0-9a-f]{8} ([ITE])(.*)$/.exec(text) ?? []
  if (bytes !== undefined) return `← ${bytes} bytes${standings[standing] ?? ""}${more}`
  const [, statement] = /^-> (.*?)(?: [0-9a-f]{8})?$/.exec(text) ?? []
  return statement === undefined ? text : `→ ${statement}`
}

const style = `
:root { color-scheme: light dark }
body { font: 13px/1.45 system-ui, sans-serif; margin: 1rem }
h1 { font-size: 1.4rem; margin: 0 0 .5rem }
p, ul { margin: .4rem 0 } ul { padding-left: 1.2rem }
table { border-collapse: separate; border-spacing: 0; table-layout: fixed; width: 100%; margin-top: .6rem }
th { position: sticky; top: 0; background: Canvas; text-align: left; padding: .2rem .4rem;
  border-bottom: 1px solid #8888; z-index: 1 }
th:first-child { width: 5rem } th:nth-child(2) { width: 13rem }
td { border-top: 1px solid #8883; padding: 0 .4rem; vertical-align: top;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
td:nth-child(2), td:hover { white-space: normal; overflow-wrap: anywhere }
tr:target td { outline: 2px solid Highlight }
.time { color: GrayText; font-variant-numeric: tabular-nums; text-align: right }
.asks { background: #3b82f622 } .answer { background: #22c55e1f } .waits { background: #f59e0b55 }
.fault { background: #ef444455 } .judged { background: #b91c1c; color: white }
li.judged { padding: .1rem .4rem; margin: .2rem 0 }
.held { background: #f59e0b22 } .key span { padding: 0 .4rem; margin-right: .3rem }`

/** How many faults and waits the head of a page leads to. */
const ledToMax = 12

const key = `<p class="key"><span class="asks">a batch runs</span><span class="answer">its answer</span><span
 class="waits">waits for a lock</span><span class="held">still waits</span><span class="fault">a fault from
 outside</span><span class="judged">what the judges found</span></p>`

/**
 * The page of a run: a column for what processes and those outside do, one for each session, a row for each thing that
 * happened, waits and faults in colour.
 */
export const pageOf = (name: string, { faults, trace }: ShownRun): string => {
  const lines = trace.map(lineOf)
  const lanes = [...new Set(lines.flatMap(({ lane }) => lane ?? []))].toSorted((left, right) =>
    left.localeCompare(right, "en", { numeric: true }),
  )
  const waiting = new Set<string>()
  const rows = lines.map(({ lane, look, text, time }, at) => {
    if (lane !== undefined && look === "waits" && text.startsWith("waits")) waiting.add(lane)
    else if (lane !== undefined) waiting.delete(lane)
    const cells = [undefined, ...lanes].map((each) =>
      each === lane
        ? `<td class="${look}" title="${escapeHtml(text)}">${escapeHtml(shownText(text))}</td>`
        : `<td${each !== undefined && waiting.has(each) ? ' class="held"' : ""}></td>`,
    )
    return `<tr id="at${at}"><td class="time">${time}</td>${cells.join("")}</tr>`
  })
  const leadTo = (of: Line["look"], what: string): string => {
    const found = lines.flatMap(({ look, time }, at) => (look === of ? [{ at, time }] : []))
    if (found.length === 0) return `<p>${what}: none.</p>`
    const links = found
      .slice(0, ledToMax)
      .map(({ at, time }) => `<a href="#at${at}">${time === "" ? "here" : time}</a>`)
    const more = found.length > ledToMax ? ` and ${found.length - ledToMax} more` : ""
    return `<p>${what}, at ${links.join(", ")}${more}.</p>`
  }
  const judged =
    faults.length === 0
      ? "<p>The judges found nothing wrong.</p>"
      : `<ul>${faults.map((fault) => `<li class="judged">${escapeHtml(fault)}</li>`).join("")}</ul>`
  const columns = lanes.map((lane) => `<th>${lane}</th>`).join("")
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(name)}</title><style>${style}
table { min-width: ${18 + 9 * lanes.length}rem }</style>
<h1>${escapeHtml(name)}</h1>${judged}${leadTo("fault", "Faults from outside")}${leadTo("waits", "Waits for locks")}${key}
<table><thead><tr><th>seconds</th><th>processes and others</th>${columns}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></html>
`
}
