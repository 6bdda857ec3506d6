// Another service, which prices trips and asks the Coach nothing.
import { meta } from "viatica/pricing"

console.log(meta().ok)
