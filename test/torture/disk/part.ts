import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { makeDraws } from "../../../core/random/draws.ts"
import { type Caller, isDone, type Shot } from "../network/calls.ts"
import { makeCaller, readHeld, sessionIdsOf } from "../network/held.ts"
import { judgeHeld } from "../network/judge.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { eventually } from "../../support/eventually.ts"
import { isReady } from "../../support/spawned-server.ts"
import { failSyncs } from "./failing-sync.ts"
import { startLoad } from "./load.ts"
import { type EmbeddedService, embeddedService, readyWithin } from "./service.ts"
import { openVolume, type Volume } from "./volume.ts"

/** How often the disk fails in each form, and how long each time, in milliseconds. */
const rounds = { short: 1, long: 20 } as const
const lastsMs = { short: 1_000, long: 4_000 } as const

/** How many partners send at once. */
const partners = { short: 4, long: 8 } as const

/** How long all is well before and after. */
const calmMs = 300

/** How long the database may take until it is back once the disk is whole. */
const backMaxMs = 60_000

/** The volume that is filled: a new database and its log fit, and little more. */
const volumeMebibytes = 160

/** How long a server may say that it is ready while the disk is full. */
const noticedWithinMs = 10_000

/** A disk that fails on demand. */
interface Trouble {
  readonly name: string
  /** Lets it fail for so long, and tells what a server said wrongly; false where that cannot be done here. */
  readonly happen: (lastsMs: number, port: number) => Promise<ReadonlyArray<string> | false>
  /** What stands in its way where it cannot be done. */
  readonly takes: string
}

const fullDisk = (volume: Volume | undefined, service: EmbeddedService): Trouble => ({
  name: "a full disk",
  takes: "mounting a disk takes root",
  happen: async (ms, port) => {
    if (volume === undefined) return false
    await volume.fill()
    const isNoticed = await eventually(async () => !(await isReady(port)), noticedWithinMs, 100)
    await delay(ms / 2)
    await service.switchLog()
    await delay(ms / 2)
    await volume.free()
    return isNoticed ? [] : ["ready while the disk is full"]
  },
})

const failingSync = (service: EmbeddedService): Trouble => ({
  name: "failing fsync",
  takes: "it takes strace, and the right to trace other processes",
  happen: async (ms) => {
    const failing = await failSyncs(service.postmasterPid)
    if (failing === undefined) return false
    await delay(ms)
    return (await failing.end()) > 0 && []
  },
})

/** What was sent over all troubles, which of them there were, and what readiness said wrongly. */
interface Sent {
  readonly shots: ReadonlyArray<Shot>
  readonly happened: ReadonlySet<Trouble>
  readonly wrong: ReadonlyArray<string>
}

/** Lets the disk fail in every way, as often as there is time for, under load. */
const sendMeanwhile = async (
  port: number,
  caller: Caller,
  troubles: ReadonlyArray<Trouble>,
  { isShort, say, seed }: Given,
): Promise<Sent> => {
  const form = isShort ? "short" : "long"
  const load = startLoad(port, caller, makeDraws(seed), partners[form])
  const happened = new Set<Trouble>()
  const wrong: Array<string> = []
  try {
    for (let round = 1; round <= rounds[form]; round += 1) {
      for (const trouble of troubles) {
        await delay(calmMs)
        load.name(trouble.name)
        const told = await trouble.happen(lastsMs[form], port)
        if (told !== false) happened.add(trouble)
        wrong.push(...(told === false ? [] : told))
        if (!(await readyWithin(port, backMaxMs))) wrong.push(`not back after ${trouble.name}`)
        load.name("calm")
        say(`  ${trouble.name} ${round} of ${rounds[form]}: ${load.shots.length} calls so far`)
      }
    }
    await delay(calmMs)
  } finally {
    await load.end()
  }
  return { shots: load.shots, happened, wrong }
}

/** Sends, kills server and database, and compares what a start finds with what was answered. */
const runOn = async (
  service: EmbeddedService,
  troubles: ReadonlyArray<Trouble>,
  given: Given,
): Promise<Outcome> => {
  const server = await service.start()
  try {
    const caller = await makeCaller(service, "disk")
    const paidBefore = (await readHeld(service, caller, [])).linksPaid
    const sent = await sendMeanwhile(server.port, caller, troubles, given)
    await server.end("SIGKILL")
    await service.killDatabase()
    const held = await readHeld(service, caller, sessionIdsOf(sent.shots))
    const lost = judgeHeld(sent.shots, { ...held, linksPaid: held.linksPaid - paidBefore })
    return outcomeOf(sent, lost, troubles)
  } finally {
    await server.end("SIGKILL")
    await service.killDatabase()
  }
}

/** How many calls a trouble has made fail. */
const refusedBy = (shots: ReadonlyArray<Shot>, { name }: Trouble): number =>
  shots.filter((shot) => shot.during === name && !isDone(shot)).length

const outcomeOf = (
  { happened, shots, wrong }: Sent,
  lost: ReadonlyArray<string>,
  troubles: ReadonlyArray<Trouble>,
): Outcome => {
  const acknowledged = new Set(shots.filter(isDone).map(({ id }) => id)).size
  // A trouble that refused nothing may not have been one.
  const met = troubles.filter((each) => happened.has(each) && refusedBy(shots, each) > 0)
  const refused = met.map((each) => `${refusedBy(shots, each)} refused by ${each.name}`)
  return {
    promise:
      "no 2xx without a durable record, nor ready with a full disk: full disk and failing fsync",
    figure: [`${lost.length} lost or doubled of ${acknowledged} acknowledged`, ...refused].join(
      ", ",
    ),
    cases: met.length === 0 ? 0 : acknowledged,
    violations: [...wrong, ...lost],
    notes: troubles.flatMap((each) =>
      met.includes(each) ? [] : [`${each.name} was not tried: ${each.takes}`],
    ),
  }
}

/** A disk that is full or does not keep what it was given, under the database that the service brings along. */
export const disk: Part = {
  name: "disk",
  about: "a full disk and failing fsync under the embedded database",
  run: async (given) => {
    const volume = await openVolume(volumeMebibytes)
    const folder = volume?.folder ?? (await mkdtemp(join(tmpdir(), "viatica-disk-")))
    const service = embeddedService(join(folder, "data"))
    try {
      const troubles = [fullDisk(volume, service), failingSync(service)]
      return [await runOn(service, troubles, given)]
    } finally {
      await (volume === undefined ? rm(folder, { recursive: true, force: true }) : volume.end())
    }
  },
}
