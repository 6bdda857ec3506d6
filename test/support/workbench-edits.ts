import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert } from "@effect/vitest"
import type { CallReply } from "../../http/workbench/protocol/call.ts"
import { answered, type TestWorkbench } from "./workbench.ts"

/** The line of the handling fee, which tests change. */
export const feeLine = ({ folder }: Pick<TestWorkbench, "folder">): number => {
  const lines = readFileSync(join(folder, "fees.csv"), "utf8").split("\n")
  const index = lines.findIndex((line) => line.startsWith("standard_handling_fee_bps,"))
  return index < 0 ? assert.fail("fees.csv has no handling fee") : index + 1
}

/** Writes another handling fee, as one step. */
export const editFee = async (bench: TestWorkbench, text: string): Promise<void> => {
  const { revision } = answered(await bench.call("session", {}))
  const cells = [{ line: feeLine(bench), column: "value", text }]
  answered(
    await bench.call("edit", {
      file: "fees.csv",
      revision,
      action: "cells",
      operations: [{ _tag: "Set", cells }],
    }),
  )
}

/** The code that a call is refused with; an answer fails the test. */
export const refusedCode = async (asked: Promise<CallReply<unknown>>): Promise<string> => {
  const reply = await asked
  return reply._tag === "Refused" ? reply.refusal.code : assert.fail("the call was answered")
}
