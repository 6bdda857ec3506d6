/** The fares of somebody who knows nothing of insurance, as an imported table. */
export const portableFares = {
  format: "viatica table 1",
  name: "Fares",
  about: "What a ride costs.",
  hitPolicy: "unique",
  inputs: [
    { name: "age", label: "Age", expression: "age", type: "number" },
    { name: "zone", label: "Zone", expression: "zone", type: "words", words: ["city", "sea"] },
  ],
  outputs: [{ name: "fare", label: "Fare", type: "number" }],
  annotations: [],
  from: { format: "DMN", version: "1.3", id: "fares" },
}
