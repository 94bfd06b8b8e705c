import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Every call in the pages that opens a ticket, file by file in the order of the source, and the step of a journey that
 * types text after it (docs/rules/keyboard.md#opening-focuses-the-composer). A new caller fails until it has a step.
 */
const repository = join(import.meta.dir, "..");
const JOURNEYS = ["test/journeys/typing.test.ts", "test/journeys/typing-tickets.test.ts"];
/** `Link` on a page without a step: the step of a link on another page covers it. */
const LINK = "kanban card";
/** `openTicketPage` on a page without a step: the step of the contacts page covers it. */
const OTHER_PAGE = "contacts page";
const NO_OPENING = "compares or builds the path only";

const STEPS: Readonly<Record<string, readonly string[]>> = {
  "web/app/notices/notice-bell.tsx": ["bell"],
  "web/app/notices/notices.ts": [NO_OPENING, "notification"],
  "web/app/notices/personal.ts": [NO_OPENING, "notice of a close taken back by the customer"],
  "web/app/notices/transfer-notice.ts": ["transfer notice"],
  "web/app/palette/use-palette-groups.tsx": ["palette"],
  "web/automation/messages-api/page.tsx": [LINK],
  "web/inbox/kanban/card.tsx": ["kanban card"],
  "web/inbox/reconciliation/gap-list.tsx": [LINK],
  "web/inbox/reconciliation/official-part.tsx": [LINK],
  "web/inbox/reports/columns.tsx": [LINK, LINK],
  "web/inbox/reports/satisfaction/rating-list.tsx": [LINK, OTHER_PAGE],
  "web/inbox/reports/sla/clocks-dialog.tsx": [LINK],
  "web/inbox/share/page.tsx": ["share page"],
  "web/inbox/tickets/actions/accept.tsx": ["accepted"],
  "web/inbox/tickets/actions/advance.ts": [NO_OPENING, "next ticket after resolving"],
  "web/inbox/tickets/actions/change-ticket.ts": [NO_OPENING],
  "web/inbox/tickets/actions/reopen.tsx": ["Reabrir"],
  "web/inbox/tickets/actions/resolve.tsx": ["Desfazer of a close"],
  "web/inbox/tickets/conversation/scope-bar.tsx": ["other connection of the contact"],
  "web/inbox/tickets/dialogs/drafts-dialog.tsx": ["list of drafts"],
  "web/inbox/tickets/dialogs/new-ticket-dialog.tsx": ["new ticket", "link of the new-ticket conflict"],
  "web/inbox/tickets/dialogs/start-conversation.tsx": ["contacts page"],
  "web/inbox/tickets/dialogs/stars-dialog.tsx": ["list of starred messages"],
  "web/inbox/tickets/keys/use-list-keys.ts": ["Alt+↓"],
  "web/inbox/tickets/list/message-hits-panel.tsx": ["message hit"],
  "web/inbox/tickets/list/ticket-row.tsx": ["row by Enter", NO_OPENING, "row by mouse"],
  "web/inbox/tickets/page.tsx": ["tab of the conversation on phones"],
  "web/inbox/tickets/paths.ts": [NO_OPENING, NO_OPENING],
  "web/lib/keyboard/active-composer.ts": [NO_OPENING],
  "web/outreach/campaigns/report/recipients-table.tsx": [LINK],
  "web/people/contacts/history/attendances.tsx": ["contact history"],
  "web/worker/push.ts": ["device notification", "device notification"],
  "web/inbox/tickets/reminders/reminders-dialog.tsx": [LINK],
};
/** Openings that no path leads to. */
const WITHOUT_PATH = ["take-over", "address", "ticket hit"];
/** Openings after which nothing is typed, each with its reason. */
const NOT_TYPED: Readonly<Record<string, string>> = {
  "tab of the conversation on phones": "phones do not focus the composer",
};

const OPENING =
  /(?<!function )\b(?:openTicketPage|ticketHref)\(|`\/tickets\/\$\{\w*[uU]uid\}`|`\/tickets\/\$\{\w+\.uuid\}`/g;
const sources = [...new Bun.Glob("web/**/*.{ts,tsx}").scanSync(repository)]
  .filter((path) => !/\.test\.tsx?$|test-/.test(path))
  .map((path) => [path, readFileSync(join(repository, path), "utf8")] as const);

test("every call that opens a ticket has a step that types text after it", () => {
  const found = sources.flatMap(([path, source]) => {
    const count = [...source.matchAll(OPENING)].length;
    return count === 0 ? [] : [[path, count] as const];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(STEPS).map(([path, steps]) => [path, steps.length])),
  );
});

test("every step named for an opening exists in a journey", () => {
  const journeys = JOURNEYS.map((path) => readFileSync(join(repository, path), "utf8")).join("\n");
  const named = [...Object.values(STEPS).flat(), ...WITHOUT_PATH].filter(
    (name) => name !== NO_OPENING && !(name in NOT_TYPED),
  );
  expect(named.filter((name) => !journeys.includes(`"${name}"`))).toEqual([]);
});

test("an opening covered by the step of another link is a plain link", () => {
  const links = Object.entries(STEPS).filter(([, steps]) => steps.includes(LINK));
  for (const [path, source] of sources.filter(([path]) => links.some(([link]) => link === path)))
    expect([path, /<Link\s[^>]*href=\{`\/tickets\//.test(source)]).toEqual([path, true]);
});
