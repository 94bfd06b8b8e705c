import "./ui/styles/layers.css";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";
import { createRoot } from "react-dom/client";
import "#web/app/first-parts.ts";
import { App } from "#web/app/app.tsx";
import { FIRST_TEXTS, provideFirstTexts } from "#web/app/first-texts.ts";
import { pickLanguage } from "#web/i18n/languages.ts";
import { startTranslations } from "#web/i18n/start.ts";
import { preloadFirstPage } from "./app/routes/routes.tsx";
import { followBrand } from "./app/shell/follow-brand.ts";
import { watchReplacement } from "./app/shell/session-replacement.ts";
import { watchOverlays } from "./lib/page/back-closes.ts";
import { watchBack } from "./lib/page/navigation-guard.ts";
import { nextTask } from "./lib/page/next-task.ts";
import { applyTheme } from "./lib/page/theme.ts";
import { session } from "./lib/session/session.ts";
import { storage } from "./lib/storage/storage.ts";
import { reportRenderError } from "./ui/state/render-report.ts";

/**
 * Everything that the first paint needs is loaded at the same time: texts, the session, the page itself. Each step is a
 * separate task, so that a slow phone can handle input between them.
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
  createRoot(root, {
    onCaughtError: reportRenderError,
    onUncaughtError: reportRenderError,
    onRecoverableError: (error, info) =>
      reportRenderError(error instanceof Error ? (error.cause ?? error) : error, info),
  }).render(<App />);
}

void start();
