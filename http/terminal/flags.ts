import * as Flag from "effect/cli/Flag"

/** `--partner`: the account that a command is about. */
export const partnerFlag = Flag.String("partner").pipe(Flag.withDescription("Code of the partner"))

/** `--mode`: the environment of keys. */
export const modeFlag = Flag.ChoiceWithValue("mode", [
  ["test", "sandbox"],
  ["sandbox", "sandbox"],
  ["live", "live"],
]).pipe(Flag.withDescription("test (the sandbox) or live"))
