import { defineFeature } from "#tenants/feature.ts";

/** Its place in the order; companies are made by set-up and have no route of their own yet. */
export const companies = defineFeature({ name: "companies" });
