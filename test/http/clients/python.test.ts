import { isInstalled, python } from "../../support/programs.ts"
import { testContract } from "./contract/contract-run.ts"

const settings = { PYTHONDONTWRITEBYTECODE: "1" }

testContract({
  id: "python",
  label: "Python",
  isHere: isInstalled(python, "--version"),
  steps: ({ client }) => [
    {
      file: python,
      args: ["-W", "error", "contract.py"],
      environment: { ...settings, PYTHONPATH: client },
    },
  ],
  firstPrice: {
    file: "quickstart.py",
    beside: ["viatica.py"],
    steps: () => [{ file: python, args: ["quickstart.py"], environment: settings }],
  },
})
