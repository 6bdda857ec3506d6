import type * as Result from "effect/Result"

/**
 * A success as plain data, of the package's own: an object with its `_tag` and its value, and nothing
 * else. Effect's has its tag on a prototype, so that a worker, a cache or a spread loses it. Effect's
 * functions over results read the tag and the value alone, and take either.
 *
 * ```ts
 * import { plainSuccess } from "../core/plain-result.ts"
 *
 * JSON.stringify(plainSuccess(7)) // => '{"_tag":"Success","success":7}'
 * ```
 */
export const plainSuccess = <Success>(success: Success): Result.Result<Success, never> =>
  ({ _tag: "Success", success }) as unknown as Result.Result<Success, never>

/** A failure as plain data. */
export const plainFailure = <Failure>(failure: Failure): Result.Result<never, Failure> =>
  ({ _tag: "Failure", failure }) as unknown as Result.Result<never, Failure>

/**
 * A result of either kind as plain data.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { plainResult } from "../core/plain-result.ts"
 *
 * Object.keys(Result.succeed(7)) // => ["success"]
 * Object.keys(plainResult(Result.succeed(7))) // => ["_tag", "success"]
 * ```
 */
export const plainResult = <Success, Failure>(
  result: Result.Result<Success, Failure>,
): Result.Result<Success, Failure> => plainMap(result, (success) => success)

/**
 * What a function makes of a success, as plain data; a failure stays one.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { plainMap } from "../core/plain-result.ts"
 *
 * JSON.stringify(plainMap(Result.succeed(7), (count) => count + 1)) // => '{"_tag":"Success","success":8}'
 * ```
 */
export const plainMap = <Success, Failure, Mapped>(
  result: Result.Result<Success, Failure>,
  to: (success: Success) => Mapped,
): Result.Result<Mapped, Failure> =>
  result._tag === "Success" ? plainSuccess(to(result.success)) : plainFailure(result.failure)
