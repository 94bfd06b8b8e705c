import { useSignals } from "@preact/signals-react/runtime";
import { RouterProvider } from "react-aria-components";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { navigate } from "wouter/use-browser-location";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { TooltipHost } from "#web/ui/overlay/tooltip-host.tsx";
import { ToastRegion } from "#web/ui/toast/toast-region.tsx";
import { Routes } from "./routes/routes.tsx";

/** Root component: language, client-side navigation, toasts, routes. */
export function App() {
  useSignals();
  return (
    <I18nProvider locale={LANGUAGE_TAGS[language.value]}>
      <RouterProvider navigate={navigate}>
        <Routes />
        <ToastRegion />
        <TooltipHost />
      </RouterProvider>
    </I18nProvider>
  );
}
