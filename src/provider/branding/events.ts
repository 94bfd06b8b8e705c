import { defineEvent } from "#platform/events/define-event.ts";

/** The name, logo or colour of a company's brand was changed. */
export const BrandChanged = defineEvent<Record<never, never>>("brand.changed");
