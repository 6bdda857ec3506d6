import { render } from "preact"
import { followSession } from "./kit/session.ts"
import { screens } from "./screens/screens.ts"
import { Shell } from "./shell/shell.tsx"

followSession()
render(<Shell screens={screens} />, document.querySelector("#app") ?? document.body)
