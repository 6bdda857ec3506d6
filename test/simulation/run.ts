import { readFileSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import { parseArgs } from "node:util"
import { openGround, type SimulationGround } from "./cluster.ts"
import { pageOf } from "./page.ts"
import { type Plan, planKinds, planOf } from "./plan.ts"
import type { Outcome } from "./history.ts"
import { runPlan, warmUp } from "./run-plan.ts"
import { shrink } from "./shrink.ts"

const usage = `npm run simulate -- [--seed N] [--seeds M] [--steps N] [--of KIND] [--hours H] [--twice] [--trace FILE]

  --seed N     the first seed: the same one gives the same run, byte for byte (1)
  --seeds M    how many seeds in a row (1)
  --steps N    how much is done in a run at most (40)
  --of KIND    runs of days alone, of days on the network, or of meetings: days, network, meetings (days and meetings)
  --rooms A,B  runs of meetings alone, of acts in these rooms (test/simulation/acts.ts)
  --hours H    go on with further seeds for so long instead
  --first      end at the first seed that fails, and leave it as it is
  --twice      run each seed twice, and count those that differ
  --trace FILE run the plan of a file that a failure has left, and show it whole
  --keep FILE  with --first: leave the smallest part of the plan that fails in this file, for --trace
  --page FILE  write the run, the last of several, as a page: sessions as lanes, waits, faults, what was judged
  --postgres URL   stand on this Postgres, of this machine, instead of one of its own
  --without TEXT   run this statement on the database first, such as one that takes an index out`

const { values: given } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "1" },
    steps: { type: "string", default: "40" },
    of: { type: "string" },
    rooms: { type: "string" },
    hours: { type: "string" },
    first: { type: "boolean", default: false },
    twice: { type: "boolean", default: false },
    trace: { type: "string" },
    keep: { type: "string" },
    page: { type: "string" },
    postgres: { type: "string" },
    without: { type: "string" },
    help: { type: "boolean", default: false },
  },
})

const kind =
  given.rooms === undefined ? planKinds.find((each) => each === given.of) : given.rooms.split(",")

/** What some of many runs have to reach: seeds that never do try little. Meetings have no limits of time to reach. */
const rare = ["lock wait", "cut before", "answer lost", "ran after its process died"]

/** What some of many days have to reach besides. */
const rareOfDays = ["full pool", "cancelled 55P03", "slow answer"]

/** What some of very many days have to reach: each is of one kind of day among a dozen. */
const rareOfManyDays = [
  "cut off as it reads nothing",
  "told that it was slow",
  "price of an insurer outside",
  "page of a traveller: sent",
  "page of a traveller: another's",
  "link asked for: 303",
  "an email came again",
  "tables taken",
  "tables refused",
  "older code booked",
]

/** How many runs are many, and how many are very many. */
const manyRuns = 50
const veryManyRuns = 400

/** Runs that shrink a failure: each costs a second or two. */
const shrinksMax = 60

/** Statements that a process asks by itself all the time, and answers of those that found nothing. */
const polling =
  /-> (?:with sound as materialized|select head\.partner_id|select counter from ledger_general_seal|select distinct partner_id as "partnerId", mode from sale)/

/** A trace for people: what processes ask by themselves, and find nothing, is counted and left out. */
export const readable = (trace: ReadonlyArray<string>): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let quiet = 0
  const tellQuiet = (): void => {
    if (quiet > 0) lines.push(`           … looks for work: ${quiet}`)
    quiet = 0
  }
  for (let at = 0; at < trace.length; at += 1) {
    const line = trace[at] ?? ""
    const next = trace[at + 1] ?? ""
    if (polling.test(line) && /<- \d+ bytes \w+ I$/.test(next)) {
      quiet += 1
      at += 1
      continue
    }
    tellQuiet()
    lines.push(line)
  }
  tellQuiet()
  return lines
}

/** Leaves what fails in a file: of meetings the one that does, of days all. */
const keep = async (ground: SimulationGround, plan: Plan, file: string): Promise<void> => {
  const write = (kept: Plan): void => writeFileSync(file, `${JSON.stringify(kept, undefined, 1)}\n`)
  for (const meeting of "meetings" in plan ? plan.meetings : []) {
    const alone = { meetings: [meeting] }
    if ((await runPlan(ground, alone)).faults.length > 0) return write(alone)
  }
  write(plan)
}

/** Writes a run as a page; what processes ask by themselves, and find nothing, is counted there too. */
const writePage = (file: string, name: string, { faults, trace }: Outcome): void =>
  writeFileSync(file, pageOf(name, { faults, trace: readable(trace) }))

const tellFailure = async (ground: SimulationGround, seed: number, steps: number) => {
  console.log(`seed ${seed} fails; looking for a smaller run that does …`)
  const fails = async (plan: Plan): Promise<boolean> =>
    (await runPlan(ground, plan)).faults.length > 0
  const plan = planOf(seed, steps, kind)
  if (!(await fails(plan))) {
    console.log("it did not fail again: it hangs on something that is not simulated")
    return
  }
  const smallest = await shrink(plan, fails, shrinksMax)
  const file = `simulation-seed-${seed}.json`
  writeFileSync(file, `${JSON.stringify(smallest, undefined, 1)}\n`)
  console.log(readable((await runPlan(ground, smallest)).trace).join("\n"))
  const left =
    "meetings" in smallest
      ? `${smallest.meetings.length} meetings`
      : `${smallest.steps.length} steps`
  console.log(`\n${left} are left; --trace ${file} runs them again`)
}

const main = async (): Promise<number> => {
  if (given.help) {
    console.log(usage)
    return 0
  }
  const ground = await openGround(given.postgres, given.without)
  // A Postgres of its own would else go on.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      process.once("uncaughtException", () => {})
      void ground.close().finally(() => process.exit(130))
    })
  }
  try {
    if (kind === undefined || kind === "days" || kind === "network") await warmUp(ground)
    if (given.trace !== undefined) {
      const plan = JSON.parse(readFileSync(given.trace, "utf8")) as Plan
      const outcome = await runPlan(ground, plan)
      console.log(outcome.trace.join("\n"))
      if (given.page !== undefined) writePage(given.page, basename(given.trace), outcome)
      return outcome.faults.length === 0 ? 0 : 1
    }
    const first = Number(given.seed)
    const steps = Number(given.steps)
    const untilMs =
      given.hours === undefined ? undefined : Date.now() + Number(given.hours) * 3_600_000
    const isMore = (seed: number): boolean =>
      untilMs === undefined ? seed < first + Number(given.seeds) : Date.now() < untilMs
    const reached: Record<string, number> = {}
    const failed: Array<number> = []
    const differing: Array<number> = []
    let runs = 0
    for (let seed = first; isMore(seed); seed += 1) {
      const outcome = await runPlan(ground, planOf(seed, steps, kind))
      runs += 1
      for (const [what, times] of Object.entries(outcome.reached)) {
        reached[what] = (reached[what] ?? 0) + times
      }
      if (given.twice) {
        const again = await runPlan(ground, planOf(seed, steps, kind))
        if (again.digest !== outcome.digest) {
          differing.push(seed)
          const at = outcome.trace.findIndex((line, index) => line !== again.trace[index])
          const place = at < 0 ? outcome.trace.length : at
          console.log(
            [
              `seed ${seed} differs when it is run again, from line ${place + 1} on:`,
              ...outcome.trace.slice(Math.max(0, place - 3), place),
              `- ${outcome.trace[place] ?? "its end"}`,
              `+ ${again.trace[place] ?? "its end"}`,
            ].join("\n"),
          )
        }
      }
      if (given.page !== undefined) writePage(given.page, `seed ${seed}`, outcome)
      const isOnly = given.seeds === "1" && untilMs === undefined
      if (isOnly && outcome.faults.length === 0) console.log(readable(outcome.trace).join("\n"))
      console.log(`seed ${seed}: ${outcome.digest} ${outcome.faults.join("; ")}`)
      if (outcome.faults.length > 0) {
        failed.push(seed)
        if (given.first) {
          if (given.keep !== undefined) await keep(ground, planOf(seed, steps, kind), given.keep)
          break
        }
        await tellFailure(ground, seed, steps)
      }
    }
    console.log(`\n${runs} runs, ${failed.length} failed ${failed.join(" ")}`)
    if (given.twice)
      console.log(`${differing.length} differed when run again ${differing.join(" ")}`)
    console.log(
      Object.entries(reached)
        .map(([what, times]) => `${what}: ${times}`)
        .join(", "),
    )
    const areDays = kind === undefined || kind === "days"
    const sought = [
      ...rare,
      ...(areDays ? rareOfDays : []),
      ...(areDays && runs >= veryManyRuns ? rareOfManyDays : []),
    ]
    const missed = runs < manyRuns ? [] : sought.filter((what) => reached[what] === undefined)
    if (missed.length > 0) console.log(`never reached: ${missed.join(", ")}`)
    return failed.length + differing.length + missed.length === 0 ? 0 : 1
  } finally {
    await ground.close()
  }
}

process.exitCode = await main()
