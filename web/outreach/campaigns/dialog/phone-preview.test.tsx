import { afterEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { campaignCalls, type FileList } from "#web/outreach/campaigns/campaigns-api.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { createCampaignForm } from "./campaign-form.ts";
import { CampaignPreview } from "./phone-preview.tsx";
import { sampleCampaign } from "./test-campaign.ts";

await startPortuguese(campaignTexts);
afterEach(() => act(() => session.end()));

const file = (id: number, name: string, mediaType: string, fileName: string | null) => ({
  ...{ id, name, mediaType, path: `/media/${fileName}`, file: fileName, size: 10 },
});

/** Texts of the preview's bubbles, from top to bottom. */
async function bubbles(options: FileList["options"]): Promise<readonly string[]> {
  globalThis.WebSocket = FakeWebSocket as never;
  servePage(({ body }) => ({
    body: { recipient: null, texts: (body as { texts: string[] } | null)?.texts ?? [] },
  }));
  const campaign = sampleCampaign({ fileListId: 4, message1: "Até dia 20!" });
  const nothing = () => undefined;
  const form = createCampaignForm({
    ...{ campaign, calls: campaignCalls, onSaved: nothing, onFileFailed: nothing, onFailure: nothing },
  });
  const fileLists = [{ id: 4, name: "Natal", message: "O catálogo:", options }];
  await act(async () => session.take({ token: "t", user: sampleUser() }));
  const view = render(<CampaignPreview form={form} campaign={campaign} offers={{ fileLists }} slot={1} />);
  const shown = [...screen.getByRole("log").querySelectorAll(".phone-bubble")];
  const texts = shown.map((bubble) => bubble.textContent?.replace(/\s+/g, " ").trim() ?? "");
  view.unmount();
  return texts;
}

test("the preview of a campaign shows the files of the list first, with the message as the caption of the first file", async () => {
  expect(
    await bubbles([
      file(1, "Preços", "application/pdf", "precos.pdf"),
      file(2, "Ainda sem arquivo", "", null),
      file(3, "Manual", "application/pdf", "manual.pdf"),
    ]),
  ).toEqual(["precos.pdfO catálogo: Preços", "manual.pdfManual", "Até dia 20!"]);
});

test("the preview of a campaign shows the message before a recording, which cannot have a caption", async () => {
  expect(await bubbles([file(1, "Recado", "audio/ogg", "recado.ogg")])).toEqual([
    "O catálogo:",
    "recado.ogg",
    "Até dia 20!",
  ]);
});
