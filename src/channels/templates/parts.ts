import { listOf, type Part, textOf } from "#channels/connections/index.ts";
import { placesIn, TEMPLATE_MEDIA, type TemplateAnswer } from "./contract.ts";
import type { MessageTemplate } from "./schema.ts";

export type Shape = Pick<TemplateAnswer, "header" | "media" | "body" | "footer" | "buttons" | "variables"> & {
  readonly fillable: boolean;
  /** Buttons with parameters in their URL, and their index. */
  readonly links: readonly { readonly index: number; readonly places: readonly string[] }[];
};
/** Types of buttons without parameters other than those of their URL. */
const PLAIN_BUTTONS: readonly string[] = ["QUICK_REPLY", "URL", "PHONE_NUMBER"];

/** Parses the components of a template; pure. */
export function shapeOf({ components }: Pick<MessageTemplate, "components">): Shape {
  const parts = listOf(JSON.parse(components));
  const of = (type: string): Part => parts.find((part) => textOf(part["type"]).toUpperCase() === type) ?? {};
  const header = of("HEADER");
  const format = textOf(header["format"]).toUpperCase();
  const buttons = listOf(of("BUTTONS")["buttons"]);
  const links = buttons.flatMap((button, index) => {
    const places = placesIn(textOf(button["url"]));
    return places.length > 0 ? [{ index, places }] : [];
  });
  const media = TEMPLATE_MEDIA.find((kind) => kind.toUpperCase() === format) ?? null;
  const title = format === "TEXT" ? textOf(header["text"]) : "";
  const body = textOf(of("BODY")["text"]);
  return {
    header: title,
    media,
    body,
    footer: textOf(of("FOOTER")["text"]),
    buttons: buttons.map((button) => textOf(button["text"])),
    variables: [...placesIn(title), ...placesIn(body), ...links.flatMap(({ places }) => places)],
    fillable:
      body !== "" &&
      (format === "" || format === "TEXT" || media !== null) &&
      buttons.every((button) => PLAIN_BUTTONS.includes(textOf(button["type"]).toUpperCase())),
    links,
  };
}

/** The parameters of a message in Meta's form; `values` in the order of `variables`. */
export function filledComponents(shape: Shape, values: readonly string[]): Part[] {
  const remaining = [...values];
  const nextParameters = (places: readonly string[]) =>
    places.map((name) => ({
      type: "text",
      ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
      text: remaining.shift() ?? "",
    }));
  const [header, body] = [nextParameters(placesIn(shape.header)), nextParameters(placesIn(shape.body))];
  return [
    ...(header.length > 0 ? [{ type: "header", parameters: header }] : []),
    ...(body.length > 0 ? [{ type: "body", parameters: body }] : []),
    ...shape.links.map(({ index, places }) => ({
      type: "button",
      sub_type: "url",
      index: String(index),
      parameters: nextParameters(places),
    })),
  ];
}
