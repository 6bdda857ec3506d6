import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { launch } from "../http/cli/run.ts"
import { plainEnvironment } from "../support/run-process.ts"
import { isInstalled, python } from "../support/programs.ts"

/** Where packages of the engines are kept; git ignores it. */
export const engineFolder = fileURLToPath(
  new URL("../../node_modules/.cache/viatica-engines", import.meta.url),
)

/** Files of this folder and the Python module that jobs copy. */
export const engineFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
export const workerModule = fileURLToPath(
  new URL("../../docs/clients/viatica_worker.py", import.meta.url),
)

const sparkPackages = ["pyspark==4.0.1", "pyarrow==26.0.1", "pandas==3.1.1"]
const beamPackages = ["apache-beam==2.77.0"]

/** What is there to run, or why not. */
export type Found = { readonly folder: string } | { readonly missing: string }

const reasonOf = (output: string): string => output.trim().split("\n").at(-1) ?? "no reason given"

/** Setting up takes a minute; a registry that does not answer is not waited for. */
const setUpMs = 300_000

/** A virtual environment with packages, set up where it is not there yet. */
const virtualEnvironment = (name: string, packages: ReadonlyArray<string>): Found => {
  const folder = join(engineFolder, name)
  const mark = join(folder, `${packages.join("_")}.installed`)
  if (existsSync(mark)) return { folder }
  if (!isInstalled(python, "-m", "venv", "--help")) return { missing: `no ${python} with venv` }
  if (!isInstalled(python, "-m", "pip", "--version")) return { missing: `no ${python} with pip` }
  console.log(`Setting up ${packages.join(", ")}; this takes a minute the first time.`)
  const run = (...args: ReadonlyArray<string>) =>
    spawnSync(python, args, { encoding: "utf8", timeout: setUpMs })
  // A pip of its own would take longer to come than to be asked from outside.
  const made = run("-m", "venv", "--clear", "--without-pip", folder)
  if (made.status !== 0) return { missing: `no virtual environment: ${reasonOf(made.stderr)}` }
  const inside = ["-m", "pip", "--python", join(folder, "bin/python")]
  const pip = run(...inside, "install", "--quiet", ...packages)
  if (pip.status !== 0) return { missing: `pip cannot install it: ${reasonOf(pip.stderr)}` }
  writeFileSync(mark, "")
  return { folder }
}

/** The oldest Java that Spark runs on. */
const javaLeast = 17

/** Why there is no Java to run Spark with; undefined where there is. */
const javaMissing = (): string | undefined => {
  const { status, stderr } = spawnSync("java", ["-version"], { encoding: "utf8" })
  if (status !== 0) return "no Java"
  const version = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  return version < javaLeast ? `Spark needs Java ${javaLeast}, this is ${version}` : undefined
}

/** PySpark with Arrow and pandas, and a Java to run it. */
export const findSpark = (): Found => {
  const missing = javaMissing()
  return missing === undefined ? virtualEnvironment("spark", sparkPackages) : { missing }
}

/** Beam's Python SDK with the direct runner. */
export const findBeam = (): Found => virtualEnvironment("beam", beamPackages)

/** A folder with a `viatica` command that runs a program, as an installed package would be found. */
const commandFolder = (inFolder: string, program: string): string => {
  const folder = join(inFolder, "bin")
  mkdirSync(folder, { recursive: true })
  const file = join(folder, "viatica")
  const command = [process.execPath, "--max-old-space-size=256", program].map((word) => `'${word}'`)
  writeFileSync(file, `#!/bin/sh\nexec ${command.join(" ")} "$@"\n`)
  chmodSync(file, 0o755)
  return folder
}

/**
 * The environment that engines run in, in which executors find `viatica` and their Python. The command runs the
 * sources, unless another program is given with the folder that it is found in.
 */
export const engineEnvironment = (
  folder: string,
  command: { readonly inFolder: string; readonly program: string } = {
    inFolder: engineFolder,
    program: launch,
  },
): Record<string, string> => {
  const plain = plainEnvironment()
  const java = process.env["JAVA_HOME"]
  return {
    ...plain,
    ...(java === undefined ? {} : { JAVA_HOME: java }),
    PATH: [commandFolder(command.inFolder, command.program), plain["PATH"]].join(delimiter),
    PYSPARK_PYTHON: join(folder, "bin/python"),
    PYTHONPATH: fileURLToPath(new URL("../../docs/clients", import.meta.url)),
    PYTHONDONTWRITEBYTECODE: "1",
    SPARK_LOCAL_IP: "127.0.0.1",
  }
}

const flinkJar = "org.apache.beam:beam-runners-flink-1.19-job-server:2.77.0"

/** The job server that lets Beam run on Flink: the one that is named, or the one of Maven Central. */
export const findFlink = (): { readonly jar: string } | { readonly missing: string } => {
  const named = process.env["FLINK_JOB_SERVER_JAR"]
  if (named !== undefined) {
    return existsSync(named) ? { jar: named } : { missing: `no file ${named}` }
  }
  const [group = "", name = "", version = ""] = flinkJar.split(":")
  const jar = join(engineFolder, `${name}-${version}.jar`)
  if (existsSync(jar)) return { jar }
  if (!isInstalled("mvn", "--version")) return { missing: "no mvn to ask for its job server" }
  const copy = [`-Dartifact=${flinkJar}`, `-DoutputDirectory=${engineFolder}`, "-Dtransitive=false"]
  const asked = spawnSync("mvn", ["-q", "-B", "dependency:copy", ...copy], { encoding: "utf8" })
  if (asked.status === 0 && existsSync(jar)) return { jar }
  return { missing: `Maven has no ${group}:${name}:${version} (FLINK_JOB_SERVER_JAR names a file)` }
}
