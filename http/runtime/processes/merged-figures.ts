/** The figures of one process in Prometheus' text format, and how the process is named. */
export interface ProcessFigures {
  readonly process: string
  readonly text: string
}

/** One figure of several processes: what is said of it, and its values. */
interface MergedFigure {
  readonly about: ReadonlyArray<string>
  readonly values: Array<string>
}

const labelled = (line: string, process: string): string => {
  const label = `process="${process}"`
  const at = line.search(/[{ ]/)
  if (at < 0) return line
  const name = line.slice(0, at)
  const rest = line.slice(at + 1)
  if (line[at] === " ") return `${name}{${label}} ${rest}`
  return rest.startsWith("}") ? `${name}{${label}${rest}` : `${name}{${label},${rest}`
}

/**
 * The figures of several processes as one text: each value gets the label `process`, and all of a
 * figure stand together, as Prometheus asks for.
 *
 * ```ts
 * import { mergeFigures } from "../http/runtime/processes/merged-figures.ts"
 *
 * const text = "# TYPE calls counter\ncalls 2\ncalls{mode=\"live\"} 3\n"
 * mergeFigures([{ process: "1", text }]) // => '# TYPE calls counter\ncalls{process="1"} 2\ncalls{process="1",mode="live"} 3\n'
 * ```
 */
export const mergeFigures = (all: ReadonlyArray<ProcessFigures>): string => {
  const merged = new Map<string, MergedFigure>()
  for (const { process, text } of all) {
    let current: MergedFigure | undefined
    let about: Array<string> = []
    for (const line of text.split("\n")) {
      if (line === "") continue
      if (line.startsWith("#")) {
        const name = line.split(" ")[2] ?? ""
        if (current === undefined || !about.some((each) => each.split(" ")[2] === name)) about = []
        about.push(line)
        current = merged.get(name)
        if (current === undefined) merged.set(name, (current = { about, values: [] }))
      } else current?.values.push(labelled(line, process))
    }
  }
  return [...merged.values()]
    .flatMap(({ about, values }) => [...about, ...values])
    .map((line) => `${line}\n`)
    .join("")
}
