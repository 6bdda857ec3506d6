import { rolldown } from "rolldown"

/** One script of a program and all that it imports, as services ship it. */
export const bundled = async (file: string, format: "esm" | "iife" = "esm"): Promise<string> => {
  const bundle = await rolldown({ input: file, platform: "neutral" })
  const { output } = await bundle.generate({
    format,
    minify: true,
    ...(format === "iife" ? { name: "edge", exports: "named" } : {}),
  })
  await bundle.close()
  return output.map((each) => (each.type === "chunk" ? each.code : "")).join("")
}
