import type { JSX } from "preact"

/** The screen `cases`. */
export const CasesScreen = (): JSX.Element => <h1>cases</h1>
