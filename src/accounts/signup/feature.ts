import { AuditListsPort } from "#accounts/audit/index.ts";
import { invalidCredentials, WaitingSignupsPort } from "#accounts/auth/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { admit } from "./confirm.ts";
import { confirmRoutes } from "./confirm-routes.ts";
import { waitingSignupsJob } from "./jobs.ts";
import { createSignupLimit, SignupLimitPort } from "./limits.ts";
import { signupRoutes } from "./routes.ts";
import * as sql from "./signup.sql.ts";
import { waitingByEmail, waitingById } from "./waiting.ts";
import { waitingRoutes } from "./waiting-routes.ts";

/** Sign-up of companies, confirmation of their e-mail, and the legal texts shown before. */
export const signup = defineFeature({
  name: "signup",
  routes: [...signupRoutes, ...confirmRoutes, ...waitingRoutes],
  jobs: [waitingSignupsJob],
  listen(installation) {
    const { ports } = installation;
    ports.add(AuditListsPort, "legal-text", {
      text_pt: sql.legalTextForAudit("pt"),
      text_en: sql.legalTextForAudit("en"),
      text_es: sql.legalTextForAudit("es"),
    });
    ports.plug(SignupLimitPort, createSignupLimit(installation));
    ports.plug(WaitingSignupsPort, {
      find(email) {
        const waiting = waitingByEmail(installation, email);
        return waiting && { signupId: waiting.id, passwordHash: waiting.passwordHash };
      },
      admit(signupId) {
        const waiting = waitingById(installation, signupId);
        if (!waiting) throw invalidCredentials();
        return admit(installation, waiting);
      },
    });
  },
});
