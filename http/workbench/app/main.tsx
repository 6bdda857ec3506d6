import { render } from "preact"
import { followSession } from "./kit/session.ts"
import { followChecks } from "./kit/table-marks.ts"
import { screens } from "./screens/screens.ts"
import { Shell } from "./shell/shell.tsx"

followSession()
followChecks()
render(<Shell screens={screens} />, document.querySelector("#app") ?? document.body)
