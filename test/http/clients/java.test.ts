import { join } from "node:path"
import { isInstalled } from "../../support/programs.ts"
import { testContract } from "./contract/contract-run.ts"

const javac = ["--release", "17", "-Xlint:all", "-Werror"]

testContract({
  id: "java",
  label: "Java",
  isHere: isInstalled("javac", "--version") && isInstalled("java", "--version"),
  steps: ({ client, scratch, test }) => [
    {
      file: "javac",
      args: [
        ...javac,
        ...["-d", scratch],
        ...["Json.java", "Viatica.java"].map((file) => join(client, "src/main/java/viatica", file)),
        join(test, "Contract.java"),
      ],
    },
    { file: "java", args: ["-cp", scratch, "Contract"] },
  ],
})
