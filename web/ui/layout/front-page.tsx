import type { ReactNode } from "react";
import { providerBrand } from "#web/lib/page/brand.ts";
import { Logo } from "#web/ui/display/logo.tsx";
import { LanguageSelect } from "#web/ui/select/language-select.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./front-page.css";

export interface FrontPageProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
  /** Width: `middle` for forms of several steps, `wide` for long texts. */
  readonly size?: "normal" | "middle" | "wide";
}

/** Frame of the pages before login, under the provider's brand: logo, title, one card. */
export function FrontPage({ title, text, children, size = "normal" }: FrontPageProps) {
  return (
    <main className="front">
      <div className={classNames("front-card", size !== "normal" && `front-card-${size}`)}>
        <div className="front-brand">
          <Logo size="l" of={providerBrand} />
          <span>{providerBrand.name}</span>
        </div>
        <h1 className="front-title">{title}</h1>
        {text ? <p className="front-text">{text}</p> : null}
        {children}
      </div>
      <LanguageSelect />
    </main>
  );
}

/** Links below the form. */
export function FrontLinks({ children }: { readonly children: ReactNode }) {
  return <div className="front-links">{children}</div>;
}
