/** What other features may use of the chatbot. */
export type { PartnerRef } from "#automation/chatbot/engine/world.ts";
export { stopsBefore, stopsBehind } from "./loop-guard.ts";
export { type BotPartner, type BotPartners, BotPartnersPort, type Handover } from "./partner-port.ts";
export { mayBeGivenTo } from "./queries.ts";
