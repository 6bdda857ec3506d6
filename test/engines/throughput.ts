import { join } from "node:path"
import { rmSync } from "node:fs"
import { engineRuns, type RunFolders } from "./engine-runs.ts"
import { canKill, runEngine } from "./processes.ts"
import { writeRequests } from "./requests.ts"
import { engineEnvironment, engineFile, engineFolder, findSpark } from "./toolchain.ts"

/** What is measured: a command over a folder of requests. */
interface Measured {
  readonly name: string
  readonly command: (folders: RunFolders) => ReadonlyArray<string>
}

const alone = (target: string): Measured["command"] => {
  const ask = (folder: string): string =>
    `cat ${folder}/* | viatica bilan - --workers 1 --refusals inline > ${target}; [ $? -le 1 ]`
  return ({ requests }) => ["bash", "-c", ask(requests)]
}

/**
 * Prints how much processor time a request takes, of all processes together, start-up left out: the
 * difference of two runs, of so many requests and five times as many. Other work on the machine
 * changes it less than the time of a clock.
 */
export const measureThroughput = async (scratch: string, count: number): Promise<void> => {
  const found = findSpark()
  if ("missing" in found) return console.log(`not run: ${found.missing}`)
  if (!canKill) return console.log("not run: there is no /proc to read processor times from")
  const python = join(found.folder, "bin/python")
  const spark = (file: string): Measured["command"] => {
    const arrow = engineRuns.find(({ name }) => name === "spark-arrow")
    return (folders) =>
      (arrow?.command(found.folder, folders) ?? []).map((word) =>
        word.endsWith("/in_arrow.py") ? engineFile(`spark/${file}`) : word,
      )
  }
  const measured: ReadonlyArray<Measured> = [
    { name: "viatica bilan, to a file", command: alone(join(scratch, "alone.ndjson")) },
    {
      name: "viatica_worker.py, to a file",
      command: ({ answers, requests }) => [
        python,
        engineFile("worker_alone.py"),
        requests,
        answers,
      ],
    },
    { name: "Spark, mapInArrow, to files", command: spark("in_arrow.py") },
    { name: "Spark, pipe, to files", command: spark("pipe.py") },
  ]
  const small = join(scratch, "small")
  const large = join(scratch, "large")
  writeRequests(small, count)
  writeRequests(large, count * 5)
  const environment = engineEnvironment(engineFolder)
  const run = async ({ command }: Measured, requests: string): Promise<number> => {
    const answers = join(scratch, "answers")
    const outcome = await runEngine({
      command: command({ requests, answers }),
      environment: { ...environment, PYSPARK_PYTHON: python },
      folder: scratch,
      logFile: join(scratch, "measured.log"),
    })
    rmSync(answers, { recursive: true, force: true })
    if (outcome.status !== 0) throw new Error(`${command({ requests, answers }).join(" ")} failed`)
    return outcome.seconds
  }
  let first: number | undefined
  for (const one of measured) {
    const startSeconds = await run(one, small)
    const seconds = (await run(one, large)) - startSeconds
    const rate = (count * 4) / seconds
    first ??= rate
    const micros = ((seconds / (count * 4)) * 1e6).toFixed(1)
    const share = (rate / first).toFixed(2)
    console.log(
      `${one.name.padEnd(30)}${micros.padStart(8)} µs${rate.toFixed(0).padStart(9)} a second and core, ${share}`,
    )
  }
}
