import { AuditListsPort } from "#accounts/audit/index.ts";
import { invalidCredentials, WaitingSignupsPort } from "#accounts/auth/index.ts";
import { transaction } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { admit } from "./confirm.ts";
import { creationMount } from "./creation-mount.ts";
import { forgetUsed } from "./links.ts";
import { confirmRoutes, createSignupLimit, SignupLimitPort, signupRoutes, waitingRoutes } from "./routes.ts";
import * as sql from "./signup.sql.ts";
import { deleteExpired, waitingByEmail, waitingById } from "./waiting.ts";

/** Deletes sign-ups that were not confirmed in time, and links that were used long ago (docs/rules/sign-up.md#expiry). */
const waitingSignupsJob = defineJob<Installation>({
  name: "waiting_signups",
  every: { seconds: 3600 },
  run: (installation) =>
    transaction(installation.system, () => {
      deleteExpired(installation);
      forgetUsed(installation);
    }),
});

/** Sign-up of companies, confirmation of their e-mail, and the legal texts shown before. */
export const signup = defineFeature({
  name: "signup",
  keptCompanyTables: ["signup"],
  cellTables: ["waiting_signup", "signup_link"],
  sharedTables: [{ table: "legal_text" }],
  routes: [...signupRoutes, ...confirmRoutes, ...waitingRoutes],
  mounts: [creationMount],
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
      async admit(signupId, origin) {
        const waiting = waitingById(installation, signupId);
        const login = waiting && (await admit(installation, waiting, origin));
        if (!login) throw invalidCredentials();
        return login;
      },
    });
  },
});
