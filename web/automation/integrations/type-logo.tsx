import type { ReactNode } from "react";
import type { IntegrationType } from "#automation/integrations/contract.ts";

/** Neutral icons for the types, because the logos of companies are trademarks. */
const ICONS: Readonly<Record<IntegrationType, ReactNode>> = {
  dialogflow: (
    <>
      <path d="M12 2.6 20 7v9.2l-8 4.6-8-4.6V7z" />
      <path d="M8.4 10.2h7.2M8.4 13.6h4.4" />
    </>
  ),
  n8n: (
    <>
      <circle cx="4.6" cy="12" r="2.4" />
      <circle cx="12" cy="12" r="2.4" />
      <circle cx="19.4" cy="6.4" r="2.4" />
      <circle cx="19.4" cy="17.6" r="2.4" />
      <path d="M7 12h2.6M14 10.6l3.5-2.7M14 13.4l3.5 2.7" />
    </>
  ),
  webhook: (
    <>
      <circle cx="12" cy="6" r="2.6" />
      <circle cx="5.6" cy="17" r="2.6" />
      <circle cx="18.4" cy="17" r="2.6" />
      <path d="m10.6 8.2-3.7 6.5M13.4 8.2l3.7 6.5M8.2 17h7.6" />
    </>
  ),
  typebot: (
    <>
      <rect x="3.4" y="5.6" width="17.2" height="12.8" rx="4" />
      <path d="M9 10.4v2.6M15 10.4v2.6M12 5.6V2.8M8 21.2h8" />
    </>
  ),
  billing: (
    <>
      <path d="M5.4 2.8h13.2v18.4l-3.3-2-3.3 2-3.3-2-3.3 2z" />
      <path d="M9 8h6M9 12h6" />
    </>
  ),
};

export function TypeLogo({ type }: { readonly type: IntegrationType }) {
  return (
    <span className={`integration-logo integration-logo-${type}`}>
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
        {ICONS[type]}
      </svg>
    </span>
  );
}
