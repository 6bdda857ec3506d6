import { render } from "preact"
import { followPresence } from "./kit/presence.ts"
import { followSession } from "./kit/session.ts"
import { followChecks } from "./kit/table-marks.ts"
import { screens } from "./screens/screens.ts"
import { Shell } from "./shell/shell.tsx"

followSession()
followChecks()
followPresence()
render(<Shell screens={screens} />, document.querySelector("#app") ?? document.body)
