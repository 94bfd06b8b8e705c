/** What other features may use of the connections. */
export { ABILITIES, type Abilities, abilitiesOf } from "./abilities.ts";
export { addressVia } from "./address.ts";
export { checksLeft } from "./checks-left.ts";
export { CHOICE_LIMITS } from "./choice-limits.ts";
export { chooseConnection } from "./choose.ts";
export { createDriver } from "./driver.ts";
export { engineRestarts } from "./engine-restarts.ts";
export {
  noConnection,
  notSupported,
  noUsableConnection,
  providerRefused,
} from "./errors.ts";
export { forgetIntegration as forgetIntegrationOfConnections } from "./forget-integration.ts";
export { createIntake } from "./intake.ts";
export { metaAccountOf, reindexMetaAccounts, tokenOf } from "./meta/accounts.ts";
export { droppedWebhooks } from "./meta/counts.ts";
export { createGraph, type GraphAnswer, GraphError } from "./meta/graph.ts";
export { listOf, type Part, partOf, textOf } from "./meta/parts.ts";
export { phoneBookOfDefault } from "./phone-book.ts";
export type {
  Choice,
  InboundContent,
  InboundEvent,
  InboundMedia,
  NetworkIdentity,
  OutgoingContent,
  OutgoingMessage,
  ReceivedFile,
  SessionKey,
} from "./provider.ts";
export { type Inbox, InboxPort, ProviderPort } from "./provider-port.ts";
export { findConnection, queuesOf, requireConnection } from "./queries.ts";
export type { ConnectionRow } from "./schema.ts";
export { isStandIn } from "./stand-in-id.ts";
export { reindexTokens } from "./tokens.ts";
export { checkSessionSchema } from "./whatsapp/store/database.ts";
export { isSealedWith, resealSession } from "./whatsapp/store/reseal.ts";
