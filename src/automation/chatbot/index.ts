/** Public functions of the chatbot. */

export { stopIfAnsweredByBot, stopIfLooping } from "./apply.ts";
export { isAssignableTo } from "./queries.ts";
export { type BotResponder, BotRespondersPort, type Handover } from "./responder-port.ts";
export { endBot, enterByRule, startBot } from "./start.ts";
