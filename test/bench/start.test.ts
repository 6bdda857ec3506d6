import { assert, it } from "@effect/vitest"
import { timeStart } from "../../bench/start/process.ts"
import { commandLine } from "../../bench/start/command-line.ts"
import { runProcess } from "../support/run-process.ts"

const listening = (handler: string) => [
  "--eval",
  `require("node:http").createServer(${handler}).listen(process.env.PORT, "127.0.0.1")`,
]

it("a start is timed to the end of the first answer", async () => {
  const args = listening(`(_, answer) => setTimeout(() => answer.end("late"), 300)`)
  assert.isAtLeast(await timeStart({ args, path: "/" }), 300)
})

it.each([
  { name: "ends before it listens", args: ["--eval", "process.exit(3)"], told: /did not start/ },
  {
    name: "refuses",
    args: listening("(_, answer) => answer.writeHead(503).end()"),
    told: /answered HTTP\/1.1 503/,
  },
])("a server that $name is an error", async ({ args, told }) => {
  await timeStart({ args, path: "/" }).then(
    () => assert.fail("it was timed"),
    (error: Error) => assert.match(error.message, told),
  )
})

it("the command line is started as npm does it", async () => {
  const args = commandLine("--version")
  const { status, stdout } = await runProcess(process.execPath, args, { cwd: "/" })
  assert.strictEqual(status, 0)
  assert.match(stdout, /^viatica v\d/)
})
