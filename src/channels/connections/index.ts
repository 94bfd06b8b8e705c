/** What other features may use of the connections. */

export { CHOICE_LIMITS } from "#channels/connections/provider/abilities.ts";
export { addressVia } from "./contact-data/address.ts";
export { remainingNumberChecks } from "./contact-data/number-checks.ts";
export { phoneBookOfDefault } from "./contact-data/phone-book.ts";
export { reindexTokens } from "./crud/tokens.ts";
export { unlinkIntegration as unlinkIntegrationFromConnections } from "./crud/unlink.ts";
export { createDriver } from "./driver.ts";
export {
  noConnection,
  notSupported,
  noUsableConnection,
} from "./errors.ts";
export { createIntake } from "./intake.ts";
export { journalBacklog } from "./journal-backlog.ts";
export { metaAccountOf, reindexMetaAccounts, tokenOf } from "./meta/accounts.ts";
export { droppedWebhooks } from "./meta/dropped-webhooks.ts";
export { createGraph, type GraphAnswer, GraphError } from "./meta/graph.ts";
export { withProviderErrors } from "./meta/oauth.ts";
export { listOf, type Part, partOf, textOf } from "./meta/parts.ts";
export { pickConnection } from "./pick-connection.ts";
export { ABILITIES, type Abilities, abilitiesOf } from "./provider/abilities.ts";
export { isTemporaryId } from "./provider/temporary-id.ts";
export type {
  Choice,
  InboundContent,
  InboundEvent,
  InboundMedia,
  NetworkIdentity,
  OutgoingContent,
  OutgoingMessage,
  Provider,
  ReceivedFile,
  SessionKey,
} from "./provider.ts";
export { type Inbox, InboxPort, ProviderPort } from "./provider-port.ts";
export { findConnection, queuesOf, requireConnection } from "./queries.ts";
export type { ConnectionRow } from "./schema.ts";
export { engineRestarts } from "./sessions/engine-restarts.ts";
export { checkSessionSchema } from "./whatsapp/store/database.ts";
export { isSealedWith, resealSession } from "./whatsapp/store/reseal.ts";
