import type { KeyId } from "../../rules/accounts/key-text.ts"
/** The mode of a call's key from the start of its id, which itself goes no further; `none` unsigned. */
export const keyModeOf = (keyId: KeyId | undefined): "live" | "none" | "sandbox" => {
  if (keyId === undefined) return "none"
  return keyId.startsWith("ak_live_") ? "live" : "sandbox"
}
