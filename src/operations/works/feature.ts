import { defineFeature } from "#tenants/feature.ts";
import { workRoutes } from "./routes.ts";

/** What takes long and goes on by itself, in one list for the bell. */
export const works = defineFeature({ name: "works", routes: workRoutes });
