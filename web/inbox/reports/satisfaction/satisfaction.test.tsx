import { beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { RatingsAnswer } from "#inbox/reports/satisfaction/contract.ts";
import { workTexts } from "#web/accounts/work-times/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { reportsTexts } from "#web/inbox/reports/locales/index.ts";
import { ReportsPage } from "#web/inbox/reports/page.tsx";
import { session } from "#web/lib/session/session.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { satisfactionTexts } from "./locales/index.ts";

await startPortuguese(reportsTexts, satisfactionTexts, workTexts);

const row = {
  id: 9,
  scale: "nps",
  rate: 2,
  comment: "Demorou demais",
  createdAt: "2026-11-20T12:00:00.000Z",
  user: { id: 3, name: "Bia" },
  contact: { id: 4, name: "Maria Souza" },
  ticket: { id: 7, uuid: "uuid-7", protocol: "P-7", messageId: 70 },
} as const;
const answer: RatingsAnswer = {
  current: "nps",
  period: { from: "2026-11-14", to: "2026-11-20" },
  scales: [
    { scale: "three", rated: 4, mean: 2.3, satisfied: 75, nps: null, attendants: [] },
    {
      scale: "nps",
      rated: 2,
      mean: 5.5,
      satisfied: 50,
      nps: 0,
      attendants: [{ id: 3, name: "Bia", rated: 2, mean: 5.5, satisfied: 50, nps: 0 }],
    },
  ],
  rows: [row],
  next: "1.9",
};
let shown: RatingsAnswer;
let calls: PageCall[];
beforeEach(() => {
  shown = answer;
  calls = servePage(({ path, method }) => {
    if (path.includes("after="))
      return { body: { ...shown, scales: [], rows: [{ ...row, id: 8 }], next: null } };
    if (path.startsWith("/reports/ratings")) return { body: shown };
    if (path === "/tickets/7")
      return { body: { id: 7, uuid: "uuid-7", status: method === "GET" ? "closed" : "open", queueId: 5 } };
    if (path === "/reports/files") return { body: { files: [] } };
    return { body: [] };
  });
});
const visit = async (address = "/reports?tab=satisfaction") => {
  history.replaceState(null, "", address);
  session.update(sampleUser());
  await act(async () => void render(<ReportsPage />));
};

describe("the tab Satisfação", () => {
  test("each scale shows its own figures, and the scale in use is marked", async () => {
    await visit();
    const three = within(await screen.findByRole("region", { name: "Escala de 1 a 3" }));
    for (const fact of ["4 avaliações", "Média 2,3 de 3", "75% satisfeitos"])
      expect(three.getByText(fact)).toBeTruthy();
    const nps = within(screen.getByRole("region", { name: "NPS, de 0 a 10" }));
    for (const fact of ["em uso", "2 avaliações", "NPS 0", "50% promotores"])
      expect(nps.getByText(fact)).toBeTruthy();
    expect(nps.getByRole("table", { name: "Avaliações por atendente: NPS, de 0 a 10" })).toBeTruthy();
  });

  test("a comment is read with its rating, and one press opens its closed ticket", async () => {
    await visit();
    expect(await screen.findByText("Demorou demais")).toBeTruthy();
    expect(screen.getByText("2 de 10")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Abrir atendimento para Maria Souza" }));
    await waitFor(() => expect(location.pathname).toBe("/tickets/uuid-7"));
    expect(calls.find(({ method }) => method === "PUT")).toMatchObject({
      path: "/tickets/7",
      body: { status: "open", queueId: 5 },
    });
  });

  test("older ratings follow, and the filter on comments is kept in the address", async () => {
    await visit();
    fireEvent.click(await screen.findByRole("button", { name: "Mostrar mais" }));
    await waitFor(() => expect(screen.getAllByText("Demorou demais")).toHaveLength(2));
    fireEvent.click(screen.getByRole("checkbox", { name: "Só com comentário" }));
    await waitFor(() => expect(location.search).toBe("?tab=satisfaction&commented=1"));
    await waitFor(() => expect(calls.at(-1)?.path).toBe("/reports/ratings?days=7&only=comments"));
  });

  test("the page shows that ratings are switched off", async () => {
    shown = { ...answer, scales: [{ ...answer.scales[0], rated: 0 } as never], rows: [], next: null };
    await visit();
    expect(await screen.findByText("Nenhuma avaliação neste período")).toBeTruthy();
    expect(screen.getByText(/^A avaliação está desligada/)).toBeTruthy();
  });
});
