// The smallest worker: French bilans with their sentences, and nothing else.
import { openBilans } from "viatica/bilans"
import { tables } from "viatica/bilans/fr"
import { renderBilan } from "viatica/messages/fr"

const { bilan } = openBilans([tables])

export default {
  fetch: async (request) => {
    const read = bilan(await request.json())
    const answer =
      read._tag === "Success"
        ? { bilan: read.success, sentences: renderBilan(read.success) }
        : read.failure
    return Response.json(answer)
  },
}
