import { isInstalled } from "../../support/programs.ts"
import { testContract } from "./contract/contract-run.ts"

/** Nothing is fetched: the client has no dependency. */
const offline = { GOPROXY: "off", GOTOOLCHAIN: "local", GOFLAGS: "-mod=mod", GOWORK: "off" }

testContract({
  id: "go",
  label: "Go",
  isHere: isInstalled("go", "version"),
  prepare: () => [{ file: "go", args: ["vet", "."], environment: offline }],
  steps: () => [{ file: "go", args: ["run", "."], environment: offline }],
  firstPrice: {
    file: "main.go",
    steps: ({ client }) => [
      { file: "go", args: ["mod", "init", "example.com/first"], environment: offline },
      {
        file: "go",
        args: [
          "mod",
          "edit",
          "-require=viatica.example/viatica@v0.0.0",
          `-replace=viatica.example/viatica=${client}`,
        ],
        environment: offline,
      },
      { file: "go", args: ["run", "."], environment: offline },
    ],
  },
})
