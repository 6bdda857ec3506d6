import { describe, expect, it } from "@effect/vitest"
import { mergeFigures } from "../../../http/processes/group-figures.ts"

const histogram = (count: number): string =>
  [
    "# HELP seconds How long.",
    "# TYPE seconds histogram",
    `seconds_bucket{le="0.1"} ${count}`,
    `seconds_bucket{le="+Inf"} ${count}`,
    `seconds_sum 1.5`,
    `seconds_count ${count}`,
    "# HELP calls Calls.",
    "# TYPE calls counter",
    `calls{path="a b,{}"} ${count}`,
    "",
  ].join("\n")

describe("figures of several processes", () => {
  it("stand together by figure, each value under its process", () => {
    const text = mergeFigures([
      { process: "1", text: histogram(2) },
      { process: "2", text: histogram(3) },
    ])
    expect(text.split("\n")).toEqual([
      "# HELP seconds How long.",
      "# TYPE seconds histogram",
      'seconds_bucket{process="1",le="0.1"} 2',
      'seconds_bucket{process="1",le="+Inf"} 2',
      'seconds_sum{process="1"} 1.5',
      'seconds_count{process="1"} 2',
      'seconds_bucket{process="2",le="0.1"} 3',
      'seconds_bucket{process="2",le="+Inf"} 3',
      'seconds_sum{process="2"} 1.5',
      'seconds_count{process="2"} 3',
      "# HELP calls Calls.",
      "# TYPE calls counter",
      'calls{process="1",path="a b,{}"} 2',
      'calls{process="2",path="a b,{}"} 3',
      "",
    ])
  })

  it("are those of the others where one process gave none", () => {
    const one = [{ process: "2", text: histogram(3) }]
    expect(mergeFigures([{ process: "1", text: "" }, ...one])).toBe(mergeFigures(one))
  })
})
