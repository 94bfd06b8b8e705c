/** The text of the composer. */
export interface Field {
  readonly text: { peek(): string };
  setText(text: string): void;
}

/**
 * Inserts a model's text into the composer. Text typed while the model answered remains before it. Returns an undo,
 * which has no effect once the text was edited.
 */
export function insertText(field: Field, before: string, text: string): () => void {
  const now = field.text.peek();
  const next = now === before ? text : `${now}\n${text}`;
  field.setText(next);
  return () => {
    if (field.text.peek() === next) field.setText(now);
  };
}
