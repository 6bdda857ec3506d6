import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { strToU8, unzipSync, zipSync } from "fflate"
import {
  buildJavaArchive,
  compilerHere,
  javaArchivePath,
  staleIn,
} from "../../../.config/java-client.ts"
import { isInstalled } from "../../support/programs.ts"
import { testContract } from "./contract/contract-run.ts"

const javac = ["--release", "17", "-Xlint:all", "-Werror"]

testContract({
  id: "java",
  label: "Java",
  isHere: isInstalled("javac", "--version") && isInstalled("java", "--version"),
  prepare: ({ client, scratch, test }) => {
    const sources = ["Json.java", "Viatica.java"].map((file) =>
      join(client, "src/main/java/viatica", file),
    )
    const programs = [join(test, "Contract.java"), join(scratch, "Quickstart.java")]
    return [{ file: "javac", args: [...javac, "-d", scratch, ...sources, ...programs] }]
  },
  steps: ({ scratch }) => [{ file: "java", args: ["-cp", scratch, "Contract"] }],
  firstPrice: {
    file: "Quickstart.java",
    steps: ({ scratch }) => [{ file: "java", args: ["-cp", scratch, "Quickstart"] }],
  },
})

const kept = readFileSync(javaArchivePath)

/** The Java that compiled the jar. */
const builtWith = /^Build-Jdk-Spec: (\d+)$/m.exec(
  Buffer.from(unzipSync(kept)["META-INF/MANIFEST.MF"] ?? []).toString(),
)?.[1]

describe("the jar that is kept in the tree", () => {
  it("is that of its sources, and one of others is refused by what differs", () => {
    assert.deepStrictEqual(staleIn(kept), [])
    const held = unzipSync(kept)
    const manifest = Buffer.from(held["META-INF/MANIFEST.MF"] ?? []).toString()
    const changed = {
      ...held,
      "META-INF/MANIFEST.MF": strToU8(manifest.replace("Source-SHA-256: ", "Source-SHA-256: A")),
      "viatica/Notes.txt": strToU8("none of its parts"),
    }
    assert.deepStrictEqual(staleIn(zipSync(changed)), ["META-INF/MANIFEST.MF", "viatica/Notes.txt"])
  })

  it.skipIf(compilerHere() !== builtWith)(
    "has the classes, byte for byte, that the same Java compiles once more",
    () => {
      const [again, there] = [unzipSync(buildJavaArchive()), unzipSync(kept)]
      assert.deepStrictEqual(Object.keys(there).sort(), Object.keys(again).sort())
      for (const [name, bytes] of Object.entries(again)) {
        assert.isTrue(Buffer.from(bytes).equals(there[name] ?? new Uint8Array()), name)
      }
    },
  )
})
