import apiScript from "#simulator/phone-pages/client/api.js" with { type: "text" };
import baseStyle from "#simulator/phone-pages/client/base.css" with { type: "text" };
import bubbleScript from "#simulator/phone-pages/client/bubble.js" with { type: "text" };
import composerScript from "#simulator/phone-pages/client/composer.js" with { type: "text" };
import conversationStyle from "#simulator/phone-pages/client/conversation.css" with { type: "text" };
import devicesScript from "#simulator/phone-pages/client/devices.js" with { type: "text" };
import domScript from "#simulator/phone-pages/client/dom.js" with { type: "text" };
import formattedScript from "#simulator/phone-pages/client/formatted.js" with { type: "text" };
import indexStyle from "#simulator/phone-pages/client/index.css" with { type: "text" };
import indexScript from "#simulator/phone-pages/client/index.js" with { type: "text" };
import listScript from "#simulator/phone-pages/client/list.js" with { type: "text" };
import phoneStyle from "#simulator/phone-pages/client/phone.css" with { type: "text" };
import phoneScript from "#simulator/phone-pages/client/phone.js" with { type: "text" };

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="#0b72c4"/><path d="M8 4h8v16H8zM11 17h2" fill="none" stroke="#fff" stroke-width="1.6"/></svg>`;
const STYLE = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

/** Files of the pages by name, embedded so that they work in the single binary too. */
export const ASSETS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "icon.svg": ["image/svg+xml", ICON],
  "base.css": [STYLE, baseStyle],
  "index.css": [STYLE, indexStyle],
  "phone.css": [STYLE, phoneStyle],
  "conversation.css": [STYLE, conversationStyle],
  "api.js": [SCRIPT, apiScript],
  "bubble.js": [SCRIPT, bubbleScript],
  "composer.js": [SCRIPT, composerScript],
  "devices.js": [SCRIPT, devicesScript],
  "dom.js": [SCRIPT, domScript],
  "formatted.js": [SCRIPT, formattedScript],
  "index.js": [SCRIPT, indexScript],
  "list.js": [SCRIPT, listScript],
  "phone.js": [SCRIPT, phoneScript],
};
