/** A call that an example makes. */
export interface ExampleRequest {
  readonly method: "GET" | "POST"
  /** Path and query. */
  readonly target: string
  /** What is sent as JSON, where the call has a body. */
  readonly body?: unknown
}
