import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";
import { sampleCampaign } from "./test-campaign.ts";

await startPortuguese(campaignTexts);
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
});
afterEach(() => act(() => session.end()));

const LIMIT = /O limite da Meta para este número/;

/** Opens the dialog of a campaign whose audience is answered like this. */
async function open(audience: { readonly count: number; readonly left: number | null }): Promise<void> {
  const calls: PageCall[] = servePage(({ path }) => {
    if (path.startsWith("/campaign-audience")) return { body: { ...audience, cold: null } };
    if (path.startsWith("/files/")) return { body: { files: [], hasMore: false } };
    return { body: [] };
  });
  await act(async () => session.take({ token: "t", user: sampleUser() }));
  const nothing = () => undefined;
  await act(
    async () =>
      void render(<CampaignDialog campaign={sampleCampaign()} onChanged={nothing} onClose={nothing} />),
  );
  await waitFor(() => expect(calls.some(({ path }) => path.startsWith("/campaign-audience"))).toBe(true));
  await act(async () => Bun.sleep(0));
}

test("a campaign with more recipients than Meta's limit leaves states both numbers before it starts", async () => {
  await open({ count: 400, left: 120 });
  const callout = await screen.findByText(LIMIT);
  expect(callout.textContent).toContain("Destinatários desta campanha: 400.");
  expect(callout.textContent).toContain("só deixa 120.");
});

for (const left of [400, null])
  test(`a campaign within Meta's limit (${left ?? "none"}) states no limit`, async () => {
    await open({ count: 400, left });
    expect(screen.queryByText(LIMIT)).toBeNull();
  });
