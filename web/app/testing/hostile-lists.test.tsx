import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "bun:test";
import { act } from "@testing-library/react";
import fc from "fast-check";
import { type ReactNode, useRef } from "react";
import { NotificationAnswer } from "#accounts/notifications/contract.ts";
import { SentPage } from "#automation/public-api/contract.ts";
import { ChatMessagePage } from "#inbox/chats/contract.ts";
import { QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { RecipientPage } from "#outreach/campaigns/report/contract.ts";
import { sampleOf } from "#test/helpers/sample.ts";
import { shell } from "#web/app/locales/index.ts";
import { TRANSFERRED } from "#web/app/notices/admin-notices.ts";
import { noticeTexts } from "#web/app/notices/locales/index.ts";
import { startPersonalNotices } from "#web/app/notices/personal.ts";
import { tellTransfers } from "#web/app/notices/transfer-notice.ts";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import { MessagesApiPage } from "#web/automation/messages-api/page.tsx";
import { common } from "#web/i18n/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ChatPane } from "#web/inbox/chats/conversation/chat-pane.tsx";
import { chatRoomOf } from "#web/inbox/chats/desk.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { sampleChat } from "#web/inbox/chats/test-chat.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { loadLinkFinder } from "#web/inbox/messages/text/find-links.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { choices } from "#web/inbox/quick-picker/choices.ts";
import { quickPickerTexts } from "#web/inbox/quick-picker/locales/index.ts";
import { QuickPicker } from "#web/inbox/quick-picker/picker.tsx";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { createCampaignForm } from "#web/outreach/campaigns/dialog/campaign-form.ts";
import { CampaignPreview } from "#web/outreach/campaigns/dialog/phone-preview.tsx";
import { sampleCampaign } from "#web/outreach/campaigns/dialog/test-campaign.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { reportTexts } from "#web/outreach/campaigns/report/locales/index.ts";
import { RecipientsModel, type RecipientsPage } from "#web/outreach/campaigns/report/recipients-model.ts";
import { RecipientsTable } from "#web/outreach/campaigns/report/recipients-table.tsx";
import { toasts } from "#web/ui/toast/toast.ts";
import { ToastRegion } from "#web/ui/toast/toast-region.tsx";
import { failuresAfterLoading, measureElements } from "./test-failures.tsx";
import { hostileText } from "./test-hostile.ts";

/** Lists and previews whose content comes from the server while they are open. */
await startPortuguese(
  ...[common, shell, noticeTexts, messages, chatTexts, quickPickerTexts],
  ...[campaignTexts, reportTexts, messagesApiTexts],
);
const FEW = { numRuns: 15 };
/** Begins each text, to find it on the page. */
const MARK = "Zqz";
const page = new FakeWebSocket();

let stop = () => {};
beforeAll(async () => {
  await loadLinkFinder();
  measureElements();
  globalThis.WebSocket = function open() {
    return page;
  } as never;
});
beforeEach(() => {
  choices.forget();
  servePage(() => ({ body: {} }));
  session.take({ token: "t", user: sampleUser() });
  page.ready();
  const stops = [tellTransfers(), startPersonalNotices()];
  stop = () => {
    for (const one of stops) one();
  };
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  stop();
  session.end();
  toasts.closeAll();
});

const nothing = () => undefined;

/** A chat whose messages, members and title have this text. */
function serveChat(text: string): void {
  servePage(({ path }) => ({
    body: path.includes("/messages")
      ? { ...(sampleOf(ChatMessagePage, { id: 1, text }) as object), hasMore: false }
      : {},
  }));
}

const chatOf = (text: string) =>
  sampleChat({
    id: 1,
    title: text,
    users: [1, 2].map((userId) => ({
      ...{ userId, unreads: 0, mentions: 0, lastReadId: 1 },
      user: { id: userId, name: text },
    })),
  });

function Recipients({ text }: { readonly text: string }) {
  const page = { ...(sampleOf(RecipientPage, { id: 1, text }) as RecipientsPage), count: 1 };
  const model = new RecipientsModel(() => Promise.resolve(page));
  model.open();
  return <RecipientsTable model={model} campaign={sampleCampaign()} />;
}

function Preview({ text }: { readonly text: string }) {
  const campaign = sampleCampaign({ message1: text, confirmation: true, confirmationMessage1: text });
  const form = createCampaignForm({
    ...{ campaign, calls: campaignCalls, onSaved: nothing, onFileFailed: nothing, onFailure: nothing },
  });
  const options = [
    { id: 1, name: text, path: "/media/1/2/a", mediaType: "image/png", file: "a.png", size: 1 },
    { id: 2, name: text, path: "/media/1/2/a", mediaType: "text/plain", file: text, size: 1 },
  ];
  const fileLists = [{ id: 4, name: text, message: text, options }];
  return <CampaignPreview form={form} campaign={campaign} offers={{ fileLists }} slot={1} />;
}

function Picker() {
  const composer = useRef<HTMLDivElement>(null);
  return (
    <div ref={composer}>
      <QuickPicker
        {...{ ticketId: 5, typed: "", composer, onChoose: nothing, onClose: nothing }}
        drawText={(text) => <FormattedText text={text} />}
      />
    </div>
  );
}

let toldId = 0;
/** Sends the user the notice of a transferred ticket; its contact and the colleague have this name. */
function tellNotices(name: string): void {
  const details = { ticketId: 1, uuid: name, contact: name, by: name };
  const say = (channel: string, data: object) =>
    page.says({ t: "event", seq: 101, channel, data: { action: "create", ...data } });
  say("notice", { code: TRANSFERRED, details });
  for (const kind of ["close_taken_back", "taken_over"]) {
    toldId += 1;
    const notification = { ...(sampleOf(NotificationAnswer, { id: toldId, text: name }) as object), kind };
    say("notification", { notification, unread: 1 });
  }
}

interface Surface {
  readonly name: string;
  readonly serve?: (text: string) => void;
  readonly draw: (text: string) => ReactNode;
  readonly use?: (text: string) => unknown;
  /** The elements that must show the text. */
  readonly inside: string;
}
const SURFACES: readonly Surface[] = [
  {
    name: "a chat of the team with its messages",
    serve: serveChat,
    draw: (text) => <ChatPane chat={chatOf(text)} onEdit={nothing} onRemove={nothing} />,
    inside: ".bubble",
  },
  {
    name: "the recipients of a campaign",
    draw: (text) => <Recipients text={text} />,
    inside: ".recipient-who",
  },
  {
    name: "a campaign on the phone of a recipient",
    serve: (text) =>
      void servePage(() => ({
        body: { recipient: { name: text, number: text }, texts: [text, text, text] },
      })),
    draw: (text) => <Preview text={text} />,
    use: () => act(async () => void jest.advanceTimersByTime(1_000)),
    inside: ".campaign-preview-who",
  },
  {
    name: "the list of quick replies with its preview",
    serve: (text) => void servePage(() => ({ body: [sampleOf(QuickReplyChoice, { id: 1, text })] })),
    draw: () => <Picker />,
    inside: ".quick-picker-bubble",
  },
  {
    name: "the history of the messages API",
    serve: (text) =>
      void servePage(({ path }) => ({
        body: path.includes("history")
          ? { ...(sampleOf(SentPage, { id: 1, text }) as object), hasMore: false }
          : { paths: {}, webhooks: [], keys: [], apiKeys: [] },
      })),
    draw: () => <MessagesApiPage Log={() => null} />,
    inside: ".api-message",
  },
  {
    name: "notices of transfers and take-overs",
    draw: () => <ToastRegion />,
    use: (text) => act(async () => tellNotices(text)),
    inside: ".toast",
  },
];

describe("hostile content in lists and previews", () => {
  test.each(SURFACES.map((surface) => [surface.name, surface] as const))(
    "%s render hostile texts",
    async (_name, { serve, draw, use, inside }) => {
      await fc.assert(
        fc.asyncProperty(hostileText, async (hostile) => {
          const text = MARK + hostile;
          serve?.(text);
          choices.forget();
          chatRoomOf(1).conversation.forget();
          const failures = await failuresAfterLoading(draw(text), {
            ...(use && { use: () => use(text) }),
            shown: MARK,
            inside,
          });
          expect(failures).toEqual([]);
        }),
        FEW,
      );
    },
  );
});
