import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { memo } from "../../../core/memory.ts"
import { type Answer, sharedAnswer, textAnswer } from "../../api/answer.ts"

/** Beside the bundle in the package; among the tests in the sources, which check against them. */
const folders = ["../vectors/", "../../../test/vectors/"].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
)

/** The files of vectors. */
export const vectorNames = ["signing.json", "conversion.json"] as const

const fileAnswer = memo((name: (typeof vectorNames)[number]): Answer | undefined => {
  const path = folders.map((folder) => `${folder}${name}`).find((path) => existsSync(path))
  return path === undefined
    ? undefined
    : sharedAnswer(
        textAnswer(200, "application/json", readFileSync(path, "utf8"), {
          "cache-control": "public, max-age=3600",
        }),
      )
})

/** A file of vectors by its name: signed calls, or exact conversions. */
export const vectorFile = (name: string): Answer | undefined => {
  const known = vectorNames.find((each) => each === name)
  return known === undefined ? undefined : fileAnswer(known)
}
