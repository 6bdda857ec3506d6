import { isInstalled } from "../../support/programs.ts"
import { testContract } from "./contract/contract-run.ts"

testContract({
  id: "php",
  label: "PHP",
  isHere: isInstalled("php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"),
  steps: ({ client }) => [
    { file: "php", args: ["contract.php"], environment: { VIATICA_CLIENT: client } },
  ],
  firstPrice: {
    file: "quickstart.php",
    beside: ["src/viatica.php"],
    steps: () => [{ file: "php", args: ["quickstart.php"] }],
  },
})
