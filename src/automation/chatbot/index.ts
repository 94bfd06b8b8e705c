/** What other features may use of the chatbot. */

export { stopsBefore, stopsBehind } from "./loop-guard.ts";
export { mayBeGivenTo } from "./queries.ts";
export { type BotPartner, BotPartnersPort, type Handover } from "./responder-port.ts";
