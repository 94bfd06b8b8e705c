import { defineFeature } from "#tenants/feature.ts";
import { signupRoutes } from "./routes.ts";

/** Strangers become companies; what they read before. */
export const signup = defineFeature({ name: "signup", routes: signupRoutes });
