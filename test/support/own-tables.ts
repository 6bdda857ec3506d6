import { column, condition, defineDecision } from "../../core/engine/index.ts"

/** A table of somebody who knows nothing of insurance. */
export const fares = defineDecision({
  file: "fares.csv",
  about: "What a ride costs.",
  hitPolicy: "first",
  inputs: {
    age: condition.integer({ minimum: 0, maximum: 120, about: "Age of the rider.", unit: "years" }),
    zone: condition.enumeration(["city", "region"], { about: "Where the ride goes." }),
  },
  outputs: { fare_cents: column.integer({ minimum: 0, about: "Its price.", unit: "cents" }) },
})

/** A text of it without mistakes and gaps. */
export const faresText = "age,zone,fare_cents\n<65,city,250\n>=65,city,150\n,region,400\n"
