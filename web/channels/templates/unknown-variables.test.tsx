import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import * as v from "valibot";
import { TemplateAnswer, type TemplateChoice } from "#channels/templates/contract.ts";
import { sampleOf } from "#test/helpers/sample.ts";
import { common } from "#web/i18n/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { OfficialPart } from "#web/inbox/schedules/form/message-field.tsx";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { TemplatesStep } from "#web/outreach/campaigns/dialog/step-templates.tsx";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { FormModel } from "#web/ui/form/form-model.ts";
import { templateTexts } from "./locales/index.ts";

await startPortuguese(common, campaignTexts, scheduleTexts, templateTexts, variableTexts);
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
  servePage(({ path }) => ({ body: path.startsWith("/text-variables") ? { extras: [], keys: [] } : [] }));
  act(() => session.take({ token: "t", user: sampleUser() }));
});
afterEach(() => act(() => session.end()));

const template: TemplateAnswer = {
  ...(sampleOf(TemplateAnswer, { id: 1, text: "aviso" }) as TemplateAnswer),
  ...{ language: "pt_BR", media: null, usable: true, variables: ["1"] },
};
const choice = (text: string): TemplateChoice => ({
  ...{ templateName: "aviso", templateLanguage: "pt_BR", parameters: [text] },
});
const noSlots = Object.fromEntries([1, 2, 3, 4, 5].map((slot) => [`template${slot}`, null]));

/** The values of a template in both forms whose server knows which of them has an unknown variable. */
const FORMS: readonly (readonly [string, string, string, (form: unknown) => ReactNode])[] = [
  [
    "campaign",
    "template1",
    "{nome_completo}",
    (form) => (
      <TemplatesStep
        {...{ form: form as never, campaign: null, offers: {} as never, isReadOnly: false, slot: 1 }}
        templates={[template]}
        onSlot={() => undefined}
      />
    ),
  ],
  [
    "scheduled message",
    "template",
    "{{nome_completo}}",
    (form) => (
      <OfficialPart
        {...{ form: form as never, schedule: null, isReadOnly: false, known: {}, connectionId: null }}
        templates={[template]}
      />
    ),
  ],
];

test.each(FORMS)(
  "an unknown variable in a template's value is marked in the form of a %s, and its refusal at save is stated",
  async (_name, field, variable, draw) => {
    const form = new FormModel<Record<string, unknown>>({
      initial: {
        ...{
          whatsappId: 0,
          file: field === "template" ? null : { kind: "keep" },
          keepsFile: false,
          contactId: 0,
          sendAt: "",
          body: "",
        },
        ...noSlots,
        [field]: choice(variable),
      },
      schema: v.looseObject({}),
      delayMs: 0,
      onFailure: () => undefined,
      submit: () =>
        Promise.reject(
          new ApiError(400, "ERR_UNKNOWN_VARIABLE", { fields: { [field]: "unknown_variable" } }),
        ),
    });
    await act(async () => void render(draw(form)));
    expect(screen.getByText(new RegExp(`^${variable.replaceAll(/[{}]/g, "\\$&")} não existe`))).toBeTruthy();
    await act(() => form.submit());
    expect(screen.getByText("Há uma variável que não existe neste texto")).toBeTruthy();
  },
);
