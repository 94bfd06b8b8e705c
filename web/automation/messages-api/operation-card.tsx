import type { ReactNode } from "react";
import type { TextKey } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Field, Operation } from "./api-document.ts";
import { Code, CodeSample } from "./code-sample.tsx";
import { CopyButton } from "./copy-button.tsx";
import { messagesApiTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

interface Props {
  readonly operation: Operation;
  readonly title: string;
  readonly text: string;
}

/** One operation of the API: fields, answer, errors and sample code. */
export function OperationCard({ operation, title, text }: Props) {
  const t = useText(messagesApiTexts);
  const { method, path, bodies } = operation;
  const inBody = [...new Map(bodies.flatMap(({ fields }) => fields).map((one) => [one.name, one])).values()];
  const mediaOnly = bodies.length > 1 ? onlyIn("multipart/form-data", operation) : new Set<string>();
  const address = globalThis.location.origin + path;
  return (
    <section className="panel api-operation" aria-label={title}>
      <h2>{title}</h2>
      <p className="api-lead">{text}</p>
      <div className="api-address">
        <Chip tone="primary">{method}</Chip>
        <code>{address}</code>
        <CopyButton label={t("copy.label", { what: t("docs.address") })} text={address} />
      </div>
      <CodeSample operation={operation} />
      <Fields title={t("docs.parameters")} fields={operation.parameters} />
      <Fields
        title={t("docs.body")}
        note={bodies.map(({ contentType }) => contentType).join(" · ")}
        fields={inBody}
        mediaOnly={mediaOnly}
      />
      <Fields title={t("docs.headers")} fields={operation.headers} />
      <Fields title={t("docs.answer")} fields={operation.answer} isAnswer>
        <Code title={t("docs.answerExample")} code={JSON.stringify(operation.answerExample, null, 2)} />
      </Fields>
      <Fields title={t("docs.answerHeaders")} fields={operation.answerHeaders} isAnswer />
      <details className="api-part">
        <summary>{t("docs.errors")}</summary>
        <dl className="api-errors">
          {operation.errors.flatMap(({ status, codes }) =>
            codes.map((code) => (
              <div key={code}>
                <dt>
                  <span className="api-status">{status}</span> <code>{code}</code>
                </dt>
                <dd>{errorOfCode(code)}</dd>
              </div>
            )),
          )}
        </dl>
      </details>
    </section>
  );
}

function onlyIn(contentType: string, { bodies }: Operation): ReadonlySet<string> {
  const others = bodies.filter((body) => body.contentType !== contentType).flatMap(({ fields }) => fields);
  const known = new Set(others.map(({ name }) => name));
  const mine = bodies.find((body) => body.contentType === contentType)?.fields ?? [];
  return new Set(mine.map(({ name }) => name).filter((name) => !known.has(name)));
}

interface FieldsProps {
  readonly title: string;
  readonly note?: string;
  readonly fields: readonly Field[];
  /** Fields that exist only in multipart forms. */
  readonly mediaOnly?: ReadonlySet<string>;
  /** Fields of the answer have no label "required". */
  readonly isAnswer?: boolean;
  readonly children?: ReactNode;
}

/** Names, types and descriptions; renders nothing without fields. */
function Fields({ title, note, fields, mediaOnly, isAnswer = false, children }: FieldsProps) {
  const t = useText(messagesApiTexts);
  const descriptionOf = useFieldDescription();
  if (fields.length === 0) return null;
  return (
    <details className="api-part" open={!isAnswer}>
      <summary>
        {title}
        {note ? <span className="api-note">{note}</span> : null}
      </summary>
      <dl className="api-fields">
        {fields.map(({ name, type, required }) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <span className="api-type">{type}</span>
              {required && !isAnswer ? <Chip tone="waiting">{t("docs.required")}</Chip> : null}
              {mediaOnly?.has(name) ? <Chip>{"multipart"}</Chip> : null}
            </dt>
            <dd>{descriptionOf(isAnswer ? "answer" : "field", name)}</dd>
          </div>
        ))}
      </dl>
      {children}
    </details>
  );
}

/** Key of a field's text: `X-RateLimit-Limit` → `xRateLimitLimit`. */
export const fieldTextKey = (name: string): string =>
  name
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Descriptions of fields in the language of the page; a test checks that every field of the document has one. */
function useFieldDescription() {
  const t = useText(messagesApiTexts);
  return (place: "field" | "answer", name: string) =>
    t(`${place}.${fieldTextKey(name)}` as TextKey<typeof pt>);
}
