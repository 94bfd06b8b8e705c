import { defineFeature } from "#tenants/feature.ts";

/** Brings companies over from installations of the Whaticket family; driven by the command line alone. */
export const importer = defineFeature({ name: "importer" });
