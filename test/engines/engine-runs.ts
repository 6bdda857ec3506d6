import { join } from "node:path"
import {
  engineFile,
  findBeam,
  findFlink,
  findSpark,
  type Found,
  workerModule,
} from "./toolchain.ts"

/** Where a run reads its requests and leaves its answers. */
export interface RunFolders {
  readonly requests: string
  readonly answers: string
}

/** An engine that answers a folder of requests. */
export interface EngineRun {
  readonly name: string
  readonly about: string
  /** Whether answers are rows of `answerColumns`, in Parquet; else they are whole, a line each. */
  readonly inColumns?: boolean
  readonly find: () => Found
  readonly command: (folder: string, folders: RunFolders) => ReadonlyArray<string>
  readonly environment?: (folders: RunFolders) => Readonly<Record<string, string>>
  /** The command line of what is killed in the middle; left out where the program kills by itself. */
  readonly kill?: { readonly what: string; readonly pattern: RegExp }
}

const executor = { what: "an executor", pattern: /^\S*java .*CoarseGrainedExecutorBackend/ }
const worker = { what: "a viatica worker", pattern: /^\S*node .* worker$/ }
const pipe = { what: "a viatica bilan", pattern: /^\S*node .* bilan - / }

/** Two workers of one core; every file of requests becomes a partition, the large one a skewed one. */
const sparkOptions = [
  "--master",
  "local-cluster[2,1,1024]",
  ...[
    "spark.ui.enabled=false",
    "spark.log.level=WARN",
    "spark.sql.files.openCostInBytes=67108864",
    "spark.sql.files.maxPartitionBytes=67108864",
    "spark.task.maxFailures=8",
  ].flatMap((setting) => ["--conf", setting]),
]

const pySpark =
  (file: string): EngineRun["command"] =>
  (folder, { answers, requests }) => [
    join(folder, "bin/spark-submit"),
    ...sparkOptions,
    "--py-files",
    workerModule,
    engineFile(`spark/${file}`),
    requests,
    answers,
  ]

const beam =
  (...options: ReadonlyArray<string>): EngineRun["command"] =>
  (folder, { answers, requests }) => [
    join(folder, "bin/python"),
    engineFile("beam/bilans.py"),
    join(requests, "*"),
    join(answers, "answers"),
    ...options,
  ]

const flinkFound = (): Found => {
  const flink = findFlink()
  return "missing" in flink ? flink : findBeam()
}

const flinkOptions = (): ReadonlyArray<string> => {
  const flink = findFlink()
  const jar = "jar" in flink ? [`--flink_job_server_jar=${flink.jar}`] : []
  return ["--runner=FlinkRunner", "--environment_type=LOOPBACK", "--parallelism=2", ...jar]
}

/** The columns that the runs in columns ask for. */
export const answerColumns = "id,headline,medicalTarget,ceilingOk,gapCount"

/** Every way that docs/bulk.md shows, in its order. */
export const engineRuns: ReadonlyArray<EngineRun> = [
  {
    name: "client-columns",
    about: "viatica_worker.py alone, columns; its worker killed",
    inColumns: true,
    find: findSpark,
    command: (folder, { answers, requests }) => [
      join(folder, "bin/python"),
      engineFile("worker_columns.py"),
      requests,
      join(answers, "answers-0.parquet"),
      "kill",
    ],
  },
  {
    name: "spark-columns",
    about: "PySpark, mapInArrow, columns",
    inColumns: true,
    find: findSpark,
    command: pySpark("in_columns.py"),
    kill: executor,
  },
  {
    name: "spark-arrow",
    about: "PySpark, mapInArrow",
    find: findSpark,
    command: pySpark("in_arrow.py"),
    kill: executor,
  },
  {
    name: "spark-pandas",
    about: "PySpark, mapInPandas",
    find: findSpark,
    command: pySpark("in_pandas.py"),
    kill: worker,
  },
  {
    name: "spark-pipe",
    about: "PySpark, pipe",
    find: findSpark,
    command: pySpark("pipe.py"),
    kill: pipe,
  },
  {
    name: "scala-pipe",
    about: "Scala in Spark's shell, pipe",
    find: findSpark,
    // The shell reads the program as if it were typed.
    command: (folder) => [
      "bash",
      "-c",
      'program=$1; shift; "$@" < "$program"',
      "bash",
      engineFile("spark/Pipe.scala"),
      join(folder, "bin/spark-shell"),
      ...sparkOptions,
    ],
    environment: ({ answers, requests }) => ({ BILANS: `${requests},${answers}` }),
    kill: executor,
  },
  {
    name: "beam",
    about: "Beam, direct runner",
    find: findBeam,
    command: beam("--runner=DirectRunner"),
    kill: worker,
  },
  {
    name: "beam-flink",
    about: "Beam on Flink",
    find: flinkFound,
    command: (folder, folders) => beam(...flinkOptions())(folder, folders),
    kill: worker,
  },
]
