// `npm run test:document`: runs the workflows of /arazzo.json against an emulator, and has schemathesis
// call what /openapi.json describes. Ends with 1 where an answer is not as documented.
import { parseArgs } from "node:util"
import { type EmulatorKey, openEmulator, type TestEmulator } from "../support/emulator.ts"
import { installSchemathesis, runSchemathesis } from "./schemathesis.ts"
import { runWorkflows } from "./workflow-run.ts"

const { values } = parseArgs({
  options: {
    "max-examples": { type: "string", default: "10" },
    "max-seconds": { type: "string", default: "60" },
    "set-up": { type: "boolean", default: false },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
  },
})

const keyOf = async (emulator: TestEmulator, mode: EmulatorKey["mode"]): Promise<EmulatorKey> => {
  const found = (await emulator.account()).keys.find((key) => key.mode === mode)
  if (found === undefined) throw new Error(`no ${mode} key`)
  return found
}

/** A sandbox key that has priced nothing yet. */
const newKey = async (emulator: TestEmulator): Promise<EmulatorKey> => {
  const { body } = await emulator.control("POST", "/trigger", { trigger: "new-key" })
  const [made] = (body as { readonly changed: ReadonlyArray<EmulatorKey> }).changed
  if (made === undefined) throw new Error("no new key")
  return made
}

const workflowsHold = async (emulator: TestEmulator): Promise<boolean> => {
  const { port } = emulator
  const [live, sandbox] = [await keyOf(emulator, "live"), await newKey(emulator)]
  const inputs = { orderId: "order-1" }
  const outcomes = [
    await runWorkflows({ port, key: live, workflows: ["sell"], inputs }),
    await runWorkflows({ port, key: sandbox, workflows: ["goLive", "readCard"] }),
  ]
  for (const { hasPassed, output } of outcomes) console.log(hasPassed ? "" : output)
  const callCount = outcomes.flatMap(({ calls }) => calls).length
  const hold = outcomes.every(({ hasPassed }) => hasPassed)
  console.log(`${hold ? "ok    " : "FAILED"}  workflows     ${callCount} calls of 3 workflows`)
  return hold
}

const answersAreDocumented = async (emulator: TestEmulator): Promise<boolean> => {
  const missing = installSchemathesis()
  if (missing !== undefined) {
    console.log(`SKIPPED schemathesis  ${missing}`)
    return true
  }
  const shared = {
    port: emulator.port,
    ref: (await emulator.account()).ref ?? "",
    examples: Number(values["max-examples"]),
    seed: Number(values.seed),
    secondsMax: Number(values["max-seconds"]),
  }
  const runs = [
    { mode: "sandbox", phases: "examples,coverage,fuzzing,stateful" },
    // Live links have refs, so that sales follow from them.
    { mode: "live", phases: "examples,stateful" },
  ] as const
  const held: Array<boolean> = []
  for (const { mode, phases } of runs) {
    const hold = await runSchemathesis({ ...shared, key: await keyOf(emulator, mode), phases })
    console.log(`${hold ? "ok    " : "FAILED"}  schemathesis  ${mode}: ${phases}`)
    held.push(hold)
  }
  return held.every(Boolean)
}

const main = async (): Promise<void> => {
  console.log(`seed ${values.seed}: --seed repeats the run`)
  const emulator = await openEmulator()
  try {
    const held = [await workflowsHold(emulator), await answersAreDocumented(emulator)]
    process.exitCode = held.every(Boolean) ? 0 : 1
  } finally {
    await emulator.stop()
  }
}

// Setting up alone loads what a run needs, so that one later need not wait for it.
if (values["set-up"]) installSchemathesis()
else await main()
