// A worker that makes all calls for each request, with the address and the key of its bindings.
import { callAll } from "./client-calls.mjs"

export default {
  fetch: async (_request, { OPTIONS }) => Response.json(await callAll(JSON.parse(OPTIONS))),
}
