/** A text that is being written, as the composer has it. */
export interface Field {
  readonly text: { peek(): string };
  setText(text: string): void;
}

/**
 * Puts a model's text where the person writes. What was typed while the model thought stays in front of it. Answers
 * how to take it away again; whoever has gone on writing keeps what stands there.
 */
export function putInto(field: Field, before: string, text: string): () => void {
  const now = field.text.peek();
  const next = now === before ? text : `${now}\n${text}`;
  field.setText(next);
  return () => {
    if (field.text.peek() === next) field.setText(now);
  };
}
