// Another service, which asks the Coach of one market.
import { openCoach } from "viatica/coach"
import { tables } from "viatica/tables/fr"

console.log(openCoach(tables).bilan({ residence: "FR", destinations: ["US"] }).success.ok)
