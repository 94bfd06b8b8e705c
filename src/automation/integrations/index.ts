/** Public functions of the integrations. */

export { withoutCallbacks } from "./crud/masked-address.ts";
export { failRestoredDeliveries } from "./delivery/fail-restored.ts";
export { callRuleWebhook } from "./delivery/rule-fired.ts";
export { serviceAccountOf } from "./dialogflow/service-account.ts";
export { forgetDeliveries } from "./erased-contacts.ts";
