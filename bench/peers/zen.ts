import { ZenDecisionContent, ZenEngine } from "@gorules/zen-engine"
import { cellOf, factNames, type MakeAsk, type PlainRow } from "../plain-rows.ts"

const quoted = (words: ReadonlyArray<string>): string =>
  words.map((word) => JSON.stringify(word)).join(", ")

const contentOf = (rows: ReadonlyArray<PlainRow>) => {
  const column = (field: string) => ({ id: field, name: field, field })
  const position = { x: 0, y: 0 }
  return {
    nodes: [
      { id: "facts", type: "inputNode", name: "facts", position },
      {
        id: "table",
        type: "decisionTableNode",
        name: "table",
        position,
        content: {
          hitPolicy: "collect",
          inputs: factNames.map(column),
          outputs: [column("name")],
          rules: rows.map(({ conditions, name }) => ({
            _id: name,
            ...Object.fromEntries(
              factNames.map((fact) => [fact, cellOf(conditions[fact], quoted)]),
            ),
            name: JSON.stringify(name),
          })),
        },
      },
      { id: "answer", type: "outputNode", name: "answer", position },
    ],
    edges: [
      { id: "asked", type: "edge", sourceId: "facts", targetId: "table" },
      { id: "answered", type: "edge", sourceId: "table", targetId: "answer" },
    ],
  }
}

/**
 * The table in GoRules ZEN, its rows in the order of their rank, as ZEN is quickest: compiled once from
 * a buffer, and with the one output that is looked at.
 */
export const makeAsk: MakeAsk = (rows) => {
  const content = new ZenDecisionContent(Buffer.from(JSON.stringify(contentOf(rows))))
  const decision = new ZenEngine().createDecision(content)
  return async (facts) => {
    const { result } = await decision.evaluate(facts)
    return (result as ReadonlyArray<PlainRow>).map(({ name }) => name)
  }
}
