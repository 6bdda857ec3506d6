import type { ComponentType } from "preact"
import { AdditionScreen } from "./addition/addition-screen.tsx"
import { CasesScreen } from "./cases/cases-screen.tsx"
import { FindingsScreen } from "./findings/findings-screen.tsx"
import { HomeScreen } from "./home/home-screen.tsx"
import { ImpactScreen } from "./impact/impact-screen.tsx"
import { ReviewScreen } from "./review/review-screen.tsx"
import { ShapeScreen } from "./shape/shape-screen.tsx"
import { SourcesScreen } from "./sources/sources-screen.tsx"
import { TablesScreen } from "./tables/tables-screen.tsx"
import { TravellerScreen } from "./traveller/traveller-screen.tsx"

/** Every screen by the name that addresses have for it. */
export const screens: Readonly<Record<string, ComponentType>> = {
  home: HomeScreen,
  add: AdditionScreen,
  findings: FindingsScreen,
  tables: TablesScreen,
  shape: ShapeScreen,
  impact: ImpactScreen,
  traveller: TravellerScreen,
  cases: CasesScreen,
  sources: SourcesScreen,
  review: ReviewScreen,
}
