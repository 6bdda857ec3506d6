import { isInstalled } from "../../support/programs.ts"
import { testContract } from "./contract/contract-run.ts"

/** Nothing is fetched: the client has no dependency. */
const offline = { GOPROXY: "off", GOTOOLCHAIN: "local", GOFLAGS: "-mod=mod", GOWORK: "off" }

testContract({
  id: "go",
  label: "Go",
  isHere: isInstalled("go", "version"),
  steps: () => [
    { file: "go", args: ["vet", "."], environment: offline },
    { file: "go", args: ["run", "."], environment: offline },
  ],
})
