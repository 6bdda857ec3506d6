import { expect, it } from "@effect/vitest"
import { send } from "../../../support/http-call.ts"
import { useService } from "../../../support/service.ts"

const service = useService()

it("lists pages and files for programs that read, and each of them is there", async () => {
  const get = (path: string) => send({ port: service().port, method: "GET", path })
  const { headers, status, text } = await get("/llms.txt")
  expect(status).toBe(200)
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8")
  expect(text).toMatch(/^# Viatica\n\n> .+\n/)
  const paths = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, url = ""]) => {
    const { pathname, search } = new URL(url)
    return pathname + search
  })
  expect(paths.length).toBeGreaterThan(15)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) expect((await get(path)).status, path).toBe(200)
})
