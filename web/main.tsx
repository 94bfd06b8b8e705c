import "#web/ui/layers.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import { createRoot } from "react-dom/client";
import "#web/app/first-parts.ts";
import { App } from "#web/app/app.tsx";
import { FIRST_TEXTS, provideFirstTexts } from "#web/app/first-texts.ts";
import { followBrand } from "#web/app/follow-brand.ts";
import { preloadFirstPage } from "#web/app/routes.tsx";
import { watchReplacement } from "#web/app/session-watch.ts";
import { pickLanguage } from "#web/i18n/languages.ts";
import { startTranslations } from "#web/i18n/start.ts";
import { watchOverlays } from "#web/lib/back-closes.ts";
import { watchBack } from "#web/lib/leaving.ts";
import { nextTask } from "#web/lib/next-task.ts";
import { session } from "#web/lib/session.ts";
import { storage } from "#web/lib/storage.ts";
import { applyTheme } from "#web/lib/theme.ts";
import { reportRenderError } from "#web/ui/render-report.ts";

/**
 * Everything the first paint needs is asked for at the same time: texts, who visits, the page itself. Each is a task of its own,
 * so that a weak telephone answers between them.
 */
async function start(): Promise<void> {
  applyTheme();
  await nextTask();
  provideFirstTexts();
  session.listen();
  watchReplacement();
  watchBack();
  watchOverlays();
  followBrand();
  void session.start();
  await nextTask();
  const wished = [storage.get("language"), ...navigator.languages];
  const texts = startTranslations(pickLanguage(wished), FIRST_TEXTS);
  await nextTask();
  if (storage.get("token")) preloadFirstPage(location.pathname);
  await texts;
  const root = document.getElementById("root");
  if (!root) return;
  createRoot(root, { onCaughtError: reportRenderError, onUncaughtError: reportRenderError }).render(<App />);
}

void start();
