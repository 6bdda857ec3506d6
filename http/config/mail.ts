import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { readEmail } from "../../rules/accounts/email.ts"
import { percentDecoded } from "../platform/read-url.ts"
import { optionalSetting } from "./setting.ts"

/** Whether a text is the address of a mail server, and nothing behind it. */
const isSmtpUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hash, hostname, password, pathname, protocol, search, username } = new URL(text)
  return (
    /^smtps?:$/.test(protocol) &&
    hostname !== "" &&
    /^\/?$/.test(pathname) &&
    search + hash === "" &&
    percentDecoded(username + password) !== undefined
  )
}

export const smtpUrl = optionalSetting(
  "SMTP_URL",
  {
    config: Config.Redacted,
    expected: "smtp://user:password@host:port, or smtps:// for TLS from the start",
  },
  {
    unset: "unset: no mail; in the demo an outbox",
    about: "the mail server that emails to people of the console go through",
    isSecret: true,
    isRight: isSmtpUrl,
    needs: "MAIL_FROM",
  },
)

export const mailFrom = optionalSetting(
  "MAIL_FROM",
  {
    config: (name) =>
      Config.schema(
        Schema.String.check(Schema.makeFilter((text) => readEmail(text) !== undefined)),
        name,
      ),
    expected: "an email address, such as console@viatica.example",
  },
  { about: "the address that these emails come from", needs: "SMTP_URL" },
)

/** How emails are sent; none where no mail server is named, or no address to send from. */
export const mailSettings = Config.all({ url: smtpUrl, from: mailFrom }).pipe(
  Config.map(({ from, url }) =>
    Option.flatMap(url, (url) =>
      Option.map(from, (from) => ({ url: new URL(Redacted.value(url)), from })),
    ),
  ),
)
