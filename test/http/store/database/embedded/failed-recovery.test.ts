import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { joinCluster } from "../../../../../http/store/database/embedded/join.ts"
import {
  processesOf,
  type ServerProcess,
  stillRuns,
} from "../../../../../http/store/database/embedded/server-processes.ts"
import { eventually } from "../../../../support/eventually.ts"
import { holdDatabase } from "../processes.ts"
import { patienceMs, useCrashingCluster } from "./crashing-cluster.ts"

const crashing = useCrashingCluster()

/** Has a process of the server crash, and then the one that recovers from that. */
const failToRecover = async (): Promise<void> => {
  let recovering: ServerProcess | undefined
  while (recovering === undefined) {
    const writer = await crashing().appears("walwriter")
    if (writer === undefined) throw new Error("The server has not started.")
    process.kill(writer.pid, "SIGKILL")
    await eventually(() => !stillRuns(writer), patienceMs, 1)
    // Where it was too fast to be caught there is a new one to kill.
    recovering = await crashing().appears("startup", "walwriter")
  }
  process.kill(recovering.pid, "SIGKILL")
}

/** How many use the server of the moment; 0 while it lets nobody in. */
const members = async (): Promise<number> => {
  const held = "select count(*)::int as held from pg_locks where locktype = 'advisory'"
  const [row] = await crashing()
    .query(held)
    .catch(() => [])
  return Number(row?.["held"] ?? 0)
}

it("a server that hangs after a failed recovery is replaced once, however many processes use it", async () => {
  const starter = await Effect.runPromise(joinCluster(crashing().cluster, 0))
  const holders = [1, 2].map(() => holdDatabase({ DATA_DIR: crashing().dataFolder }))
  await Promise.all(holders.map((holder) => holder.next()))
  await Effect.runPromise(starter.leave)
  await failToRecover()
  const left = processesOf(starter.postmaster.pid)
  const isBack = async (): Promise<boolean> =>
    (await crashing().pid()) !== starter.postmaster.pid && (await members()) === holders.length
  expect(await eventually(isBack, patienceMs, 100)).toBe(true)
  expect(await crashing().starts()).toBe(2)
  expect(left.filter(stillRuns)).toEqual([])
  holders.forEach((holder) => holder.close())
  expect(await Promise.all(holders.map((holder) => holder.ended))).toEqual([0, 0])
})
