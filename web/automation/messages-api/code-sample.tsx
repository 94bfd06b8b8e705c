import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import type { Operation } from "./api-document.ts";
import { CopyButton } from "./copy-button.tsx";
import { EXAMPLE_LANGUAGES, exampleOf, TOKEN_PLACEHOLDER } from "./examples.ts";
import { messagesApiTexts } from "./locales/index.ts";

const NAMES = { curl: "curl", javascript: "JavaScript", php: "PHP" } as const;
const BODY_KEYS = { "application/json": "docs.asText", "multipart/form-data": "docs.asMedia" } as const;

/** A sample of the call in curl, JavaScript and PHP, to copy. */
export function CodeSample({ operation }: { readonly operation: Operation }) {
  const t = useText(messagesApiTexts);
  const [language, setLanguage] = useState<(typeof EXAMPLE_LANGUAGES)[number]>("curl");
  const bodies = operation.bodies.length === 0 ? [null] : operation.bodies;
  return (
    <Tabs
      variant="pill"
      label={t("docs.examples")}
      selected={language}
      onSelect={(id) => setLanguage(EXAMPLE_LANGUAGES.find((one) => one === id) ?? "curl")}
      items={EXAMPLE_LANGUAGES.map((id) => ({
        id,
        label: NAMES[id],
        panel: (
          <div className="api-samples">
            {bodies.map((body) => {
              const key = BODY_KEYS[body?.contentType as keyof typeof BODY_KEYS];
              const title = key ? t(key) : t("docs.example");
              const code = exampleOf(language, globalThis.location.origin, operation, body);
              return (
                <Code
                  key={title}
                  title={title}
                  code={code.replaceAll(TOKEN_PLACEHOLDER, t("docs.yourToken"))}
                />
              );
            })}
          </div>
        ),
      }))}
    />
  );
}

export function Code({ title, code }: { readonly title: string; readonly code: string }) {
  const t = useText(messagesApiTexts);
  return (
    <figure className="api-code">
      <figcaption>
        <span>{title}</span>
        <CopyButton label={t("copy.label", { what: title })} text={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre tabIndex={0}>{code}</pre>
    </figure>
  );
}
