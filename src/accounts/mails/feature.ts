import { defineJob } from "#platform/jobs/define-job.ts";
import { createMailer, MailerPort } from "#platform/outbound/mailer.ts";
import { defineFeature } from "#tenants/feature.ts";
import { sendMails } from "./send.ts";

export const mails = defineFeature({
  name: "mails",
  companyTables: ["mail"],
  jobs: [defineJob({ name: "mails", every: { seconds: 2 }, run: sendMails })],
  listen: ({ ports }) => ports.plug(MailerPort, createMailer()),
});
