import { join } from "node:path"
import { rmSync } from "node:fs"
import { answerColumns, engineRuns, type RunFolders } from "./engine-runs.ts"
import { canKill, runEngine } from "./processes.ts"
import { writeRequests } from "./requests.ts"
import { engineEnvironment, engineFile, engineFolder, findSpark } from "./toolchain.ts"

/** What is measured: a command over a folder of requests. */
interface Measured {
  readonly name: string
  readonly command: (folders: RunFolders) => ReadonlyArray<string>
}

/** What is compared: each with the first. */
interface Comparison {
  /** The run on Spark that is compared. */
  readonly run: string
  readonly measured: ReadonlyArray<Measured>
}

const alone = (form: string, target: string): Measured["command"] => {
  const ask = (folder: string): string =>
    `cat ${folder}/* | viatica bilan - --workers 1 --refusals inline ${form} > ${target}; [ $? -le 1 ]`
  return ({ requests }) => ["bash", "-c", ask(requests)]
}

const comparisons = (folder: string, scratch: string): ReadonlyArray<Comparison> => {
  const python = join(folder, "bin/python")
  const spark = (file: string): Measured["command"] => {
    const columns = engineRuns.find(({ name }) => name === "spark-columns")
    return (folders) =>
      (columns?.command(folder, folders) ?? []).map((word) =>
        word.endsWith("/in_columns.py") ? engineFile(file) : word,
      )
  }
  const client =
    (file: string): Measured["command"] =>
    ({ answers, requests }) => [python, engineFile(file), requests, answers]
  const columns = `--columns ${answerColumns} --format`
  return [
    {
      run: "spark-columns",
      measured: [
        {
          name: "viatica bilan, columns, Parquet",
          command: alone(`${columns} parquet`, join(scratch, "alone.parquet")),
        },
        {
          name: "viatica bilan, columns, Arrow",
          command: alone(`${columns} arrow`, join(scratch, "alone.arrow")),
        },
        { name: "viatica_worker.py, Parquet", command: client("worker_columns.py") },
        { name: "Spark, mapInArrow, Parquet", command: spark("spark/in_columns.py") },
        { name: "Spark without a worker, Parquet", command: spark("spark_alone.py") },
      ],
    },
    {
      run: "spark-arrow",
      measured: [
        { name: "viatica bilan, whole", command: alone("", join(scratch, "alone.ndjson")) },
        { name: "viatica_worker.py, whole", command: client("worker_alone.py") },
        { name: "Spark, mapInArrow, whole", command: spark("spark/in_arrow.py") },
        { name: "Spark, pipe, whole", command: spark("spark/pipe.py") },
      ],
    },
  ]
}

/**
 * Prints how much processor time a request takes, of all processes together, start-up left out: the
 * difference of two runs, of so many requests and five times as many. Other work on the machine
 * changes it less than the time of a clock.
 */
export const measureThroughput = async (
  scratch: string,
  { count, names }: { readonly count: number; readonly names: ReadonlyArray<string> },
): Promise<void> => {
  const found = findSpark()
  if ("missing" in found) return console.log(`not run: ${found.missing}`)
  if (!canKill) return console.log("not run: there is no /proc to read processor times from")
  const small = join(scratch, "small")
  const large = join(scratch, "large")
  writeRequests(small, count)
  writeRequests(large, count * 5)
  const environment = engineEnvironment(engineFolder)
  const run = async ({ command }: Measured, requests: string): Promise<number> => {
    const answers = join(scratch, "answers")
    const outcome = await runEngine({
      command: command({ requests, answers }),
      environment: { ...environment, PYSPARK_PYTHON: join(found.folder, "bin/python") },
      folder: scratch,
      logFile: join(scratch, "measured.log"),
    })
    rmSync(answers, { recursive: true, force: true })
    if (outcome.status !== 0) throw new Error(`${command({ requests, answers }).join(" ")} failed`)
    return outcome.seconds
  }
  for (const { measured, run: name } of comparisons(found.folder, scratch)) {
    if (!names.includes(name)) continue
    let first: number | undefined
    for (const one of measured) {
      const startSeconds = await run(one, small)
      const seconds = (await run(one, large)) - startSeconds
      const rate = (count * 4) / seconds
      first ??= rate
      const micros = ((seconds / (count * 4)) * 1e6).toFixed(1)
      const share = (rate / first).toFixed(2)
      console.log(
        `${one.name.padEnd(33)}${micros.padStart(7)} µs${rate.toFixed(0).padStart(9)} a second and core, ${share}`,
      )
    }
  }
}
