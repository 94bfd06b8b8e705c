import type { OfferedName } from "./variable-chips.tsx";

/** The columns of every contact list; campaigns write them in single braces. */
export const LIST_COLUMNS = ["nome", "primeiro_nome", "numero", "email"] as const;

export const campaignName = (name: string): OfferedName => ({ label: `{${name}}`, text: `{${name}}` });

/** Variable chips for campaign texts, which are sent to a contact list. */
export const CAMPAIGN_NAMES: readonly OfferedName[] = LIST_COLUMNS.map(campaignName);
