import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The fields of the pages in which texts with variables are written: each marks unknown variables while they are typed
 * and offers the known ones as chips (docs/rules/variables.md). Keyed by the file that checks the texts at save.
 */
const repository = join(import.meta.dir, "..");
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "src/accounts/queues/options/save.ts": ["web/accounts/queues/options/option-panel.tsx"],
  "src/accounts/queues/service.ts": ["web/accounts/queues/fields-texts.tsx"],
  "src/accounts/settings/write.ts": ["web/accounts/settings/typed-setting.tsx"],
  "src/automation/integrations/crud/save.ts": ["web/automation/integrations/fields-typebot.tsx"],
  "src/automation/prompts/crud/save.ts": ["web/automation/prompts/prompt-dialog.tsx"],
  "src/automation/ticket-actions/check.ts": ["web/automation/ticket-actions/reply-fields.tsx"],
  "src/channels/connections/crud/body-columns.ts": [
    "web/channels/connections/form/fields-general.tsx",
    "web/channels/connections/form/fields-messages.tsx",
  ],
  "src/inbox/consents/save.ts": ["web/accounts/settings/privacy/tab.tsx"],
  "src/inbox/quick-replies/save.ts": ["web/inbox/quick-replies/quick-reply-dialog.tsx"],
  "src/inbox/follow-ups/save.ts": [
    "web/inbox/follow-ups/step-field.tsx",
    "web/channels/templates/value-field.tsx",
  ],
  "src/inbox/scheduled-messages/save.ts": [
    "web/inbox/schedules/form/message-field.tsx",
    "web/channels/templates/value-field.tsx",
  ],
  "src/outreach/campaigns/editing/save.ts": [
    "web/outreach/campaigns/dialog/step-messages.tsx",
    "web/channels/templates/value-field.tsx",
  ],
  "src/outreach/file-lists/save.ts": ["web/outreach/file-lists/file-list-dialog.tsx"],
};
const NAMES =
  "\\w*(?:Message|MessageText)|confirmationMessage\\w*|message\\d?|prompt|greetingMessage|typebot\\w*Message";
/** A text field without variables that is bound to a text with variables. */
const PLAIN = new RegExp(`<(?:TextArea|TextField)\\b[^>]*\\{\\.\\.\\.\\w+\\("(?:${NAMES})"\\)\\}`, "g");
/** Numbers and keywords whose names look like those of texts. */
const NO_TEXTS: readonly string[] = ["typebotDelayMessage"];

const read = (path: string): string => readFileSync(join(repository, path), "utf8");

test("every text with variables that is checked at save has a field with chips on its page", () => {
  const checks = [...new Bun.Glob("src/**/*.ts").scanSync(repository)].filter(
    (path) => !/\.test\.ts$|text-variables\/check\.ts$/.test(path) && /\bcheckVariables\(/.test(read(path)),
  );
  expect(checks.sort()).toEqual(Object.keys(PAGES).sort());
  const without = Object.values(PAGES)
    .flat()
    .filter((path) => !/<Variable(?:Area|Chips)\b/.test(read(path)));
  expect(without).toEqual([]);
});

test("no text with variables is bound to a plain text field", () => {
  const found = [...new Bun.Glob("web/**/*.tsx").scanSync(repository)].flatMap((path) =>
    [...read(path).matchAll(PLAIN)]
      .map(([field]) => `${path}: ${field}`)
      .filter((field) => !NO_TEXTS.some((name) => field.includes(name))),
  );
  expect(found).toEqual([]);
});
