/** The header that tells a sandbox key which parameters of a query and fields of a body nobody reads. */
export const unknownFieldsHeader = "X-Unknown-Fields"

const documented = {
  description:
    "Sandbox keys alone: the names of parameters in the query, then the paths of fields in the body, that are not known and were ignored, separated by commas, at most ten of each, then `+3` where three more were left out. Absent where all are known.",
  schema: { type: "string" },
  example: "card.ntework,trip.riskyActvity",
}

/** The answers that carry the header: those that come after a call was read. */
const carriers = ["200", "201", "400"]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** An operation of the API document whose answers name unknown fields. */
export const tellsUnknownFields = (
  operation: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const { responses } = operation
  if (!isObject(responses)) return operation
  return {
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        carriers.includes(status) && isObject(response)
          ? { ...response, headers: { [unknownFieldsHeader]: documented } }
          : response,
      ]),
    ),
  }
}
