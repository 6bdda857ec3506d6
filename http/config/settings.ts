import * as load from "./load.ts"
import * as mail from "./mail.ts"
import * as observability from "./observability.ts"
import { operatorSettings } from "./operator.ts"
import * as outside from "./outside.ts"
import * as server from "./server.ts"
import type { Setting } from "./setting.ts"
import * as storage from "./storage.ts"
import * as tables from "./table-settings.ts"

/** Every setting of the environment, in the order in which they are documented and checked. */
export const settings: ReadonlyArray<Setting> = [
  server.servicePort,
  server.serviceHost,
  storage.databaseUrl,
  storage.dataFolder,
  storage.requestSample,
  server.serviceAddress,
  server.funnelAddress,
  ...Object.values(operatorSettings),
  server.comparatorIndexing,
  tables.tablesFolder,
  tables.tablesWatch,
  tables.approvalsRequired,
  outside.formalitiesUrl,
  outside.formalitiesTimeoutMs,
  outside.insurerUrls,
  outside.insurerTimeoutMs,
  outside.insurerAllowPrivate,
  outside.ratesUrl,
  outside.ratesRefreshMinutes,
  outside.eventsAllowPrivate,
  mail.smtpUrl,
  mail.mailFrom,
  load.sendTimeoutMs,
  load.takeTimeoutMs,
  load.unreadAnswersMaxMegabytes,
  load.connectionsMax,
  load.callsWaitingMax,
  load.unknownKeysPerSecond,
  load.proxiesInFront,
  server.headerPrefix,
  storage.masterKey,
  load.drainMs,
  observability.metricsPort,
  observability.metricsHost,
  observability.tracingEndpoint,
  observability.tracingHeaders,
  observability.tracingShare,
  observability.logLevel,
  observability.logFormat,
]

/** The settings as a table of Markdown: name, default, what it is, and what it may be. */
export const settingsTable = (): string =>
  [
    "| variable | default | what it is | what it may be |",
    "| --- | --- | --- | --- |",
    ...settings.map(
      ({ about, expected, unset, variable }) =>
        `| \`${variable}\` | ${unset} | ${about} | ${expected} |`,
    ),
  ].join("\n")
