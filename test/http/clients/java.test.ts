import { join } from "node:path"
import { isInstalled } from "../../support/programs.ts"
import { testContract } from "./contract/contract-run.ts"

const javac = ["--release", "17", "-Xlint:all", "-Werror"]

testContract({
  id: "java",
  label: "Java",
  isHere: isInstalled("javac", "--version") && isInstalled("java", "--version"),
  prepare: ({ client, scratch, test }) => {
    const sources = ["Json.java", "Viatica.java"].map((file) =>
      join(client, "src/main/java/viatica", file),
    )
    const programs = [join(test, "Contract.java"), join(scratch, "Quickstart.java")]
    return [{ file: "javac", args: [...javac, "-d", scratch, ...sources, ...programs] }]
  },
  steps: ({ scratch }) => [{ file: "java", args: ["-cp", scratch, "Contract"] }],
  firstPrice: {
    file: "Quickstart.java",
    steps: ({ scratch }) => [{ file: "java", args: ["-cp", scratch, "Quickstart"] }],
  },
})
