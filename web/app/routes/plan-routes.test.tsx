import { afterEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import type { PlanFlag } from "#accounts/companies/contract.ts";
import { provideFirstTexts } from "#web/app/first-texts.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { AdminRoutes } from "./admin-routes.tsx";
import { StaffRoutes } from "./staff-routes.tsx";

provideFirstTexts();
await startPortuguese({ name: "shell" });

const PAGES: readonly (readonly [string, PlanFlag, () => ReactNode])[] = [
  ["/prompts", "useOpenAi", AdminRoutes],
  ["/queue-integration", "useIntegrations", AdminRoutes],
  ["/chats", "useInternalChat", StaffRoutes],
  ["/chats/0b0e7f3c-0000-4000-8000-000000000000", "useInternalChat", StaffRoutes],
  ["/schedules", "useSchedules", StaffRoutes],
  ["/kanban", "useKanban", StaffRoutes],
];

afterEach(() => act(() => session.end()));

for (const [path, flag, Routes] of PAGES) {
  for (const profile of ["admin", "user"] as const) {
    test(`${path} shows the profile ${profile} that a plan without ${flag} does not include the page`, () => {
      globalThis.WebSocket = FakeWebSocket as never;
      toasts.list.value = [];
      history.replaceState(null, "", path);
      servePage(() => ({}));
      const user = sampleUser();
      const plan = { ...user.company.plan, [flag]: false };
      session.take({ token: "t", user: { ...user, profile, company: { ...user.company, plan } } });
      const { unmount } = render(<Routes />);
      expect(toasts.list.value.map(({ text }) => text)).toEqual([
        "Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.",
      ]);
      expect(screen.queryByText("Página não encontrada")).toBeNull();
      unmount();
    });
  }
}
