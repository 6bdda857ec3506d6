import { createHash } from "node:crypto"

/** What a Content-Security-Policy of ours may say beside that nothing else is loaded. */
export type PolicyDirective =
  | "script-src"
  | "style-src"
  | "img-src"
  | "connect-src"
  | "frame-src"
  | "form-action"
  | "base-uri"
  | "frame-ancestors"

/**
 * The Content-Security-Policy of a page or picture, in the order of its directives: nothing is
 * loaded but what is named here; `sandbox` keeps it from running and from leading anywhere. What a page of the
 * service allows stands in `http/pages/kit/page.ts`; documents, the widget's and the workbench's say theirs themselves.
 *
 * ```ts
 * import { contentPolicy } from "../http/platform/content-policy.ts"
 *
 * contentPolicy({ "img-src": ["'self'", "data:"], "base-uri": [] }) // => "default-src 'none'; img-src 'self' data:; base-uri 'none'"
 * contentPolicy({}, "sandbox") // => "default-src 'none'; sandbox"
 * ```
 */
export const contentPolicy = (
  allowed: Readonly<Partial<Record<PolicyDirective, ReadonlyArray<string>>>>,
  alone?: "sandbox",
): string =>
  [
    "default-src 'none'",
    ...Object.entries(allowed).map(
      ([directive, sources]) =>
        `${directive} ${sources.length === 0 ? "'none'" : sources.join(" ")}`,
    ),
    ...(alone === undefined ? [] : [alone]),
  ].join("; ")

/** The source that a policy names a script or style of a page itself by: the digest of its text. */
export const sourceOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The policy of a picture, wherever it is opened: it is a picture and nothing else. */
export const picturePolicy = contentPolicy({ "style-src": ["'unsafe-inline'"] }, "sandbox")
