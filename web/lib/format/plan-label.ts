import { PROVIDER_PLAN } from "#accounts/plans/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";

/** Name of a plan as pages show it; the plan of the provider's company has a translated name. */
export const planLabel = (name: string): string =>
  name === PROVIDER_PLAN ? text(common, "providerPlan") : name;
