import { isInstalled, python } from "../../support/programs.ts"
import { testContract } from "./contract/contract-run.ts"

testContract({
  id: "python",
  label: "Python",
  isHere: isInstalled(python, "--version"),
  steps: ({ client }) => [
    {
      file: python,
      args: ["-W", "error", "contract.py"],
      environment: { PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: "1" },
    },
  ],
})
