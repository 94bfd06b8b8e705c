import type { ReactNode } from "react";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";

export interface ContactSectionProps {
  readonly title: string;
  /** The only button of this section. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  readonly children: ReactNode;
}

/** One section of the drawer, with its heading. */
export function ContactSection({ title, action, children }: ContactSectionProps) {
  return (
    <section className="contact-section" aria-label={title}>
      <h3>
        {title}
        {action ? (
          <button
            type="button"
            className="contact-action"
            aria-label={`${action.label}: ${title}`}
            onClick={action.run}
          >
            {action.label}
          </button>
        ) : null}
      </h3>
      <ErrorBoundary part="contact-section">{children}</ErrorBoundary>
    </section>
  );
}
