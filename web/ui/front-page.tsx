import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { LanguageSelect } from "./language-select.tsx";
import { Logo } from "./logo.tsx";
import "./front-page.css";

export interface FrontPageProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
  /** `wide` for texts and forms of several columns. */
  readonly size?: "normal" | "wide";
}

/** The frame of pages for people who are not signed in: the sign, a title, one card. */
export function FrontPage({ title, text, children, size = "normal" }: FrontPageProps) {
  return (
    <main className="front">
      <div className={classNames("front-card", size === "wide" && "front-card-wide")}>
        <div className="front-brand">
          <Logo size="l" />
          <span>Balcão</span>
        </div>
        <h1 className="front-title">{title}</h1>
        {text ? <p className="front-text">{text}</p> : null}
        {children}
      </div>
      <LanguageSelect />
    </main>
  );
}

/** Other ways on, under the form. */
export function FrontLinks({ children }: { readonly children: ReactNode }) {
  return <div className="front-links">{children}</div>;
}
