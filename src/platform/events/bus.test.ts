import { describe, expect, test } from "bun:test";
import { createBus } from "./bus.ts";
import { defineEvent } from "./define-event.ts";

const sold = defineEvent<{ item: string }>("item.sold");

describe("the event bus", () => {
  test("an after listener that fails is reported and does not stop the others", () => {
    const failures: string[] = [];
    const bus = createBus<string, string>((event) => void failures.push(event));
    const heard: string[] = [];
    bus.after(sold, () => {
      throw new Error("broken listener");
    });
    bus.after(sold, (scope, { item }) => void heard.push(`${scope}:${item}`));
    bus.emitAfter("shop", sold, { item: "bread" });
    expect(heard).toEqual(["shop:bread"]);
    expect(failures).toEqual(["item.sold"]);
  });

  test("a within listener can abort the transaction", () => {
    const bus = createBus<string, string>(() => {});
    bus.within(sold, () => {
      throw new Error("out of stock");
    });
    expect(() => bus.emitWithin("unit", sold, { item: "bread" })).toThrow("out of stock");
  });
});
