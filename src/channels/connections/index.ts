/** Public functions of the connections. */

export { CHOICE_LIMITS } from "#channels/connections/provider/abilities.ts";
export { recipientsLeft } from "./cloud/number-state.ts";
export { takeHistoryMessage } from "./coexistence/progress.ts";
export { addressVia } from "./contact-data/address.ts";
export { remainingNumberChecks } from "./contact-data/number-checks.ts";
export { phoneBookOfDefault } from "./contact-data/phone-book.ts";
export type { RestrictionKind } from "./contract.ts";
export { holdRestoredConnections } from "./crud/hold-restored.ts";
export { noteShownToken, reindexTokens, tokenKey } from "./crud/tokens.ts";
export { unlinkIntegration as unlinkIntegrationFromConnections } from "./crud/unlink.ts";
export { createDriver } from "./driver.ts";
export {
  noConnection,
  notSupported,
  noUsableConnection,
} from "./errors.ts";
export { createIntake } from "./intake.ts";
export { journalBacklog } from "./journal-backlog.ts";
export { isPasskeyStep } from "./linking/contract.ts";
export { passkeyOutcomes } from "./linking/outcomes.ts";
export { metaAccountOf, reindexMetaAccounts, tokenOf } from "./meta/accounts.ts";
export { droppedWebhooks } from "./meta/dropped-webhooks.ts";
export { createGraph, type GraphAnswer, GraphError } from "./meta/graph.ts";
export { withProviderErrors } from "./meta/oauth.ts";
export { outagesSince } from "./meta/outages.ts";
export { listOf, type Part, partOf, textOf } from "./meta/parts.ts";
export { waitingWebhooks } from "./meta/stored-webhooks.ts";
export { pickConnection } from "./pick-connection.ts";
export { presentRestriction } from "./present.ts";
export { ABILITIES, type Abilities, abilitiesOf } from "./provider/abilities.ts";
export { isTemporaryId, isUnrepeatable, OF_META } from "./provider/temporary-id.ts";
export type {
  AdReferral,
  Choice,
  HistoryAnswer,
  HistoryRequest,
  InboundContent,
  InboundEvent,
  InboundMedia,
  LinkPreview,
  NetworkIdentity,
  OutgoingContent,
  OutgoingMessage,
  Provider,
  ReceivedFile,
  ReportedPricing,
  SessionKey,
} from "./provider.ts";
export {
  type Inbox,
  InboxPort,
  NumberScorePort,
  ProviderPort,
  TemplateRecipientsPort,
  type Traffic,
  TrafficPort,
} from "./provider-port.ts";
export { findConnection, queuesOf, requireConnection } from "./queries.ts";
export { HOLDING_EFFECTS, holdsNewChats, REFUSALS } from "./restrictions/effects.ts";
export { restrictAfterRefusal } from "./restrictions/official.ts";
export {
  liftRestriction,
  openRestriction,
  openRestrictions,
} from "./restrictions/store.ts";
export type { ConnectionRow } from "./schema.ts";
export { askAfterRefusal, askLimitsNow } from "./sessions/ask-limits.ts";
export { engineRestarts } from "./sessions/engine-restarts.ts";
export { holdSessionsOf, resumeSessionsOf, startSessionsOf } from "./sessions/move-sessions.ts";
export { checkSessionSchema } from "./whatsapp/store/database.ts";
export { isSealedWith, resealSession } from "./whatsapp/store/reseal.ts";
