import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { readUrl } from "../platform/read-url.ts"

/** `--partner`: the account that a command is about. */
export const partnerFlag = Flag.String("partner").pipe(Flag.withDescription("Code of the partner"))

/** `--mode`: the environment of keys. */
export const modeFlag = Flag.ChoiceWithValue("mode", [
  ["test", "sandbox"],
  ["sandbox", "sandbox"],
  ["live", "live"],
]).pipe(Flag.withDescription("test (the sandbox) or live"))

/** `--key`: the key that calls are signed with. */
export const keyFlag = Flag.String("key").pipe(Flag.withDescription("Key id"))

/** `--secret`: what they are signed with. */
export const secretFlag = Flag.Redacted("secret").pipe(
  Flag.withDescription("Signing secret of the key"),
)

/** `--base-url`: where the service is. */
export const baseUrlFlag = Flag.String("base-url").pipe(
  Flag.withDescription("Address of the service; BASE_URL when left out"),
  Flag.filterMap(
    (text) => {
      const url = readUrl(text)
      return url !== undefined && /^https?:$/.test(url.protocol) ? Option.some(url) : Option.none()
    },
    (text) => `Expected an http or https address, got ${JSON.stringify(text)}`,
  ),
  Flag.optional,
)
