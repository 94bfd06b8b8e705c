/** Makes an element: properties (`on…` are listeners, `data…`/`aria-…` attributes), then children or text. */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes("-")) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  back: "M10 6 4 12l6 6M4 12h16",
  send: "M4 12 20 4l-5 16-3.5-6.5z",
  clip: "m20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.5 3.5 0 0 1 5 5l-8.5 8.5a1.8 1.8 0 0 1-2.5-2.5L15 7",
  plus: "M12 5v14M5 12h14",
  more: "M12 6h.01M12 12h.01M12 18h.01",
  call: "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2",
  link: "M8 12h8M9 7H7a5 5 0 0 0 0 10h2M15 7h2a5 5 0 0 1 0 10h-2",
  power: "M12 3v9M6.5 6.5a8 8 0 1 0 11 0",
  tick: "m5 12.5 4.5 4.5L19 7",
  ticks: "m2 13 4 4L15 8M11 16.5l1 .8L21.5 8",
  clock: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  pin: "M12 21s7-6.5 7-11.5A7 7 0 0 0 5 9.5C5 14.500 12 21 12 21zM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.500 20a7.500 7.500 0 0 1 15 0",
};

/** A line icon by name. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A round button with an icon and a name for screen readers. */
export function iconButton(name, label, onclick) {
  return el(
    "button",
    { type: "button", className: "icon", title: label, "aria-label": label, onclick },
    icon(name),
  );
}

/** Two initials for a person without a picture. */
export function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => word?.[0] ?? "")
    .join("")
    .toUpperCase();
}

/** The round picture of a person. */
export function avatar(number, name, hasPicture) {
  if (hasPicture) return el("img", { className: "avatar", alt: "", src: `/phones/${number}/picture` });
  return el("span", { className: "avatar", "aria-hidden": "true" }, initials(name));
}

const TIME = { hour: "2-digit", minute: "2-digit" };
const clock = new Intl.DateTimeFormat(document.documentElement.lang, TIME);
const calendar = new Intl.DateTimeFormat(document.documentElement.lang, {
  ...TIME,
  day: "2-digit",
  month: "2-digit",
});

/** Hour and minute of a time in ms; with the day if it is another day than today. */
export function hour(ms) {
  const isToday = new Date(ms).toDateString() === new Date().toDateString();
  return (isToday ? clock : calendar).format(new Date(ms));
}
