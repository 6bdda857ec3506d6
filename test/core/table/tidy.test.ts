import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { tidied } from "../../../core/table/tidy.ts"

const fees = defineTable({
  file: "fees.csv",
  about: "Fees.",
  key: ["fee"],
  columns: {
    fee: Column.text({ about: "Its name." }),
    eur: Column.decimal({ about: "Its size." }),
    due: Column.optional(Column.boolean({ about: "Whether it is due." })),
  },
})

const textOf = (source: string, decimalComma = false) => {
  const result = tidied(fees, source, decimalComma)
  return Result.isSuccess(result) ? result.success.text : result.failure.map(({ cell }) => cell)
}

describe("tidied()", () => {
  it("changes nothing of a text in the house's form, blank lines and comments included", () => {
    const text = 'fee,eur,due\n# a, b, c\n\nbasic,5.50,true\n"a, ""b""",1,\n# the end\n'
    expect(textOf(text)).toBe(text)
  })

  it("puts columns in their order, and cuts off what is empty", () => {
    expect(textOf("due,eur,fee,,\nTRUE,5.50,basic,,\n,,,,\n,,,,\n")).toBe(
      "fee,eur,due\nbasic,5.50,true\n",
    )
  })

  it("quotes what must be quoted, and nothing else", () => {
    expect(textOf('"fee","eur","due"\n"basic","5.50","false"\n"a,b","1",""\n"#1","2",""\n')).toBe(
      'fee,eur,due\nbasic,5.50,false\n"a,b",1,\n"#1",2,\n',
    )
  })

  it("leaves a number alone that can mean two things, unless others show what a comma is", () => {
    expect(textOf('fee,eur,due\na,"1,234",\n')).toBe('fee,eur,due\na,"1,234",\n')
    expect(textOf('fee,eur,due\na,"1,234",\n', true)).toBe("fee,eur,due\na,1.234,\n")
    expect(textOf('fee,eur,due\na,"1,234",\nb,"5,5",\n')).toBe("fee,eur,due\na,1.234,\nb,5.5,\n")
  })

  it("refuses a text with another header or with rows of another width", () => {
    expect(textOf("fee,eur,do\na,1,\n")).toEqual(["do"])
    expect(textOf("fee,eur,due\na,1,true,x\n")).toEqual(["a,1,true,x"])
  })
})
