import { beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { WorkAnswer } from "#inbox/reports/work/contract.ts";
import { workTexts } from "#web/accounts/work-times/locales/index.ts";
import { loadOwnPause } from "#web/accounts/work-times/pause-dialog.tsx";
import { ReasonsDialog } from "#web/accounts/work-times/reasons-dialog.tsx";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { reportsTexts } from "#web/inbox/reports/locales/index.ts";
import { ReportsPage } from "#web/inbox/reports/page.tsx";
import { satisfactionTexts } from "#web/inbox/reports/satisfaction/locales/index.ts";
import { colleagues } from "#web/inbox/tickets/reference-data.ts";
import { session } from "#web/lib/session/session.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";

await startPortuguese(reportsTexts, satisfactionTexts, workTexts);

const HOUR = 3_600_000;
const times = {
  onlineMs: 7.5 * HOUR,
  pausedMs: HOUR,
  pauses: [{ reasonId: 4, ms: HOUR }],
  servingMs: 5 * HOUR,
  attendances: 12,
};
const bia = { id: 3, name: "Bia" };
const answer: WorkAnswer = {
  period: { from: "2026-11-14", to: "2026-11-20" },
  isRecorded: true,
  reasons: [{ id: 4, name: "Almoço" }],
  people: [{ user: bia, ...times }],
  days: null,
};
let shown: WorkAnswer;
let isAway: boolean;
let reasons: readonly { id: number; name: string; active: boolean }[];
let calls: PageCall[];
beforeEach(() => {
  colleagues.forget();
  shown = answer;
  isAway = false;
  reasons = [
    { id: 4, name: "Almoço", active: true },
    { id: 5, name: "Antigo", active: false },
  ];
  calls = servePage(({ path }) => {
    if (path.includes("userId=")) return { body: { ...shown, days: [{ date: "2026-11-19", ...times }] } };
    if (path.startsWith("/reports/work")) return { body: shown };
    if (path === "/reports/files") return { body: { files: [] } };
    if (path === "/pause-reasons") return { body: { reasons } };
    if (path === "/users/list")
      return {
        body: [
          {
            ...{ ...bia, profile: "user", online: true, away: isAway, queues: [] },
            pauseReason: isAway ? { id: 4, name: "Almoço" } : null,
          },
        ],
      };
    return { body: {} };
  });
});
const visit = async () => {
  history.replaceState(null, "", "/reports?tab=work");
  session.update(sampleUser());
  await act(async () => void render(<ReportsPage />));
};
const sent = (method: string) => calls.filter((call) => call.method === method);

describe("the tab Jornada", () => {
  test("a person's times are shown with the pauses by reason, and the days open from the name", async () => {
    await visit();
    const table = within(await screen.findByRole("table", { name: "Jornada" }));
    for (const text of ["7 h 30 min", "1 h 00 min", "Almoço: 1 h 00 min", "5 h 00 min", "12"])
      expect(table.getByText(text)).toBeTruthy();
    fireEvent.click(table.getByRole("button", { name: "Ver os dias: Bia" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Jornada de Bia" }));
    expect(await dialog.findByText(/19/)).toBeTruthy();
    expect(calls.some(({ path }) => path === "/reports/work?days=7&userId=3")).toBe(true);
  });

  test("a leader pauses a person with one of the offered reasons", async () => {
    await visit();
    fireEvent.click(await screen.findByRole("button", { name: "Pausar Bia" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Pausar Bia" }));
    fireEvent.click(await dialog.findByRole("button", { name: "Almoço" }));
    expect(dialog.queryByRole("button", { name: "Antigo" })).toBeNull();
    await waitFor(() =>
      expect(sent("PUT")).toMatchObject([{ path: "/users/3/away", body: { away: true, reasonId: 4 } }]),
    );
  });

  test("the reason of a running pause is shown, and a leader ends it", async () => {
    isAway = true;
    await visit();
    expect(await screen.findByText("Almoço")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Encerrar a pausa: Bia" }));
    await waitFor(() =>
      expect(sent("PUT")).toMatchObject([{ path: "/users/3/away", body: { away: false, reasonId: null } }]),
    );
  });

  test("the tab shows a notice when no times were recorded", async () => {
    shown = { ...answer, isRecorded: false, people: [] };
    await visit();
    expect(await screen.findByText("A jornada não está sendo registrada")).toBeTruthy();
  });
});

describe("the own pause", () => {
  test("a pause starts with the chosen reason, and at once when no reason is offered", async () => {
    const OwnPause = await loadOwnPause();
    const view = render(<OwnPause onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole("button", { name: "Almoço" }));
    await waitFor(() =>
      expect(sent("PUT")).toMatchObject([{ path: "/users/me/away", body: { away: true, reasonId: 4 } }]),
    );
    view.unmount();
    reasons = [];
    render(<OwnPause onClose={() => undefined} />);
    await waitFor(() => expect(sent("PUT").at(-1)?.body).toEqual({ away: true }));
  });
});

describe("the reasons of pauses", () => {
  test("an admin adds and renames reasons, and stops offering one", async () => {
    render(<ReasonsDialog onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole("checkbox", { name: "Oferecer Almoço" }));
    await waitFor(() =>
      expect(sent("PUT").at(-1)).toMatchObject({ path: "/pause-reasons/4", body: { active: false } }),
    );
    const name = screen.getByLabelText("Nome do motivo");
    fireEvent.change(name, { target: { value: "Reunião" } });
    fireEvent.click(screen.getByRole("button", { name: "Adicionar" }));
    await waitFor(() =>
      expect(sent("POST")).toMatchObject([{ path: "/pause-reasons", body: { name: "Reunião" } }]),
    );
    fireEvent.click(screen.getByRole("button", { name: "Renomear Antigo" }));
    fireEvent.change(name, { target: { value: "Café" } });
    fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() =>
      expect(sent("PUT").at(-1)).toMatchObject({ path: "/pause-reasons/5", body: { name: "Café" } }),
    );
  });
});
