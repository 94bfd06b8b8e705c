import { expect, test } from "bun:test";
import { insertText } from "./ai-help.tsx";

function composer(text: string) {
  return {
    now: text,
    text: { peek: () => field.now },
    setText: (next: string) => {
      field.now = next;
    },
  };
}
let field = composer("");

test("the AI's text replaces its source text in the composer and can be undone", () => {
  field = composer("ja vou ver");
  const undo = insertText(field, "ja vou ver", "Já vou verificar!");
  expect(field.now).toBe("Já vou verificar!");
  undo();
  expect(field.now).toBe("ja vou ver");
});

test("text typed while the AI answers is kept by the replacement and by the undo", () => {
  field = composer("Oi,");
  field.setText("Oi, Ana");
  const undo = insertText(field, "Oi,", "Tudo bem?");
  expect(field.now).toBe("Oi, Ana\nTudo bem?");
  field.setText("Oi, Ana\nTudo bem? Sim");
  undo();
  expect(field.now).toBe("Oi, Ana\nTudo bem? Sim");
});
