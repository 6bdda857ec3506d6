import * as Result from "effect/Result"
import type { FieldShape } from "../../core/fields/shape.ts"
import { findUnread } from "../../core/fields/unread.ts"
import { unreadHeader } from "../../core/fields/unread-header.ts"
import type { Refusal } from "../api/api-refusal.ts"
import type { SignedCall, Work } from "../api/operation.ts"
import { unknownFieldsHeader } from "../api/unknown-fields.ts"

const headerName = unknownFieldsHeader.toLowerCase()

/** Looked for at most: bodies are bounded, and headers tell how many they leave out. */
const foundMax = 1_000

/**
 * Prepares to tell which fields of a body are not known, in a header of whatever comes of the call.
 * The API reads on as if they were not there; who integrates looks at the sandbox, so that live calls
 * are not looked at.
 */
export const prepareTellUnknown =
  (shape: FieldShape) =>
  <Success>(
    { key }: SignedCall,
    body: unknown,
    admitted: Result.Result<Work<Success>, Refusal>,
  ): Result.Result<Work<Success>, Refusal> => {
    if (key.mode !== "sandbox") return admitted
    const unread = findUnread(shape, body, { foundMax })
    if (unread.length === 0) return admitted
    const headers = { [headerName]: unreadHeader(unread) }
    return Result.mapBoth(admitted, {
      onSuccess: (work) => ({ ...work, headers }),
      onFailure: (refused) => ({ ...refused, headers: { ...refused.headers, ...headers } }),
    })
  }
