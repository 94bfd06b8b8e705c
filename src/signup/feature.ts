import { defineFeature } from "#tenants/feature.ts";
import { createSignupLimit, SignupLimitPort } from "./limits.ts";
import { signupRoutes } from "./routes.ts";

/** Strangers become companies; what they read before. */
export const signup = defineFeature({
  name: "signup",
  routes: signupRoutes,
  listen: (installation) => installation.ports.plug(SignupLimitPort, createSignupLimit(installation)),
});
