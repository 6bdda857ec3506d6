import { join } from "node:path"
import { isInstalled } from "../../support/programs.ts"
import { type ContractPlaces, testContract } from "./contract/contract-run.ts"

const javac = ["--release", "17", "-Xlint:all", "-Werror"]

const compiled = ({ client, scratch }: ContractPlaces, ...more: ReadonlyArray<string>) => ({
  file: "javac",
  args: [
    ...javac,
    "-d",
    scratch,
    ...["Json.java", "Viatica.java"].map((file) => join(client, "src/main/java/viatica", file)),
    ...more,
  ],
})

testContract({
  id: "java",
  label: "Java",
  isHere: isInstalled("javac", "--version") && isInstalled("java", "--version"),
  steps: (places) => [
    compiled(places, join(places.test, "Contract.java")),
    { file: "java", args: ["-cp", places.scratch, "Contract"] },
  ],
  firstPrice: {
    file: "FirstPrice.java",
    steps: (places) => [compiled(places), { file: "java", args: ["-cp", ".", "FirstPrice.java"] }],
  },
})
