/** Whether tests take their long forms, as in `npm run test:long`. */
export const isLong = process.env["TEST_LONG"] === "true"

/** How often something is tried: on ordinary runs, and on long ones. */
export const times = (usual: number, long: number): number => (isLong ? long : usual)
