/** Named colours of CSS with at most 9 letters, the maximum length of a queue's colour. */
const NAMES: ReadonlySet<string> = new Set(
  `aqua azure beige bisque black blue brown chocolate coral cornsilk crimson cyan darkblue darkcyan darkgray darkgreen darkgrey
  darkred deeppink dimgray dimgrey firebrick fuchsia gainsboro gold goldenrod gray green grey honeydew hotpink indianred
  indigo ivory khaki lavender lawngreen lightblue lightcyan lightgray lightgrey lightpink lime limegreen linen magenta maroon
  mintcream mistyrose moccasin navy oldlace olive olivedrab orange orangered orchid palegreen peachpuff peru pink plum
  purple red rosybrown royalblue salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey
  snow steelblue tan teal thistle tomato turquoise violet wheat white yellow`
    .split(/\s+/)
    .filter((name) => name.length <= 9),
);
const HEX = /^#(?:[0-9a-f]{3,8})$/i;

/**
 * Whether a text is a CSS colour of 3 to 9 characters: `#abc`, `#0b72c4`, `#0b72c4ff`, `teal`. No other text is used
 * in a style.
 */
export const isShortColor = (color: string): boolean => HEX.test(color) || NAMES.has(color.toLowerCase());
